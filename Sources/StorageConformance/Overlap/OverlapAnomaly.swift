import PropertyTesting

/// What a store did that its isolation excludes.
struct OverlapAnomaly: Sendable, Equatable {
  enum Kind: String, Sendable, CaseIterable {
    case hang
    case wrongError = "wrong error"
    case thinAirRead = "thin-air read"
    case unseenOwnWrite = "unseen write of its own"
    case abortedRead = "dirty read: aborted"
    case abortedDelete = "dirty read: aborted delete"
    case intermediateRead = "dirty read: intermediate"
    case circularFlow = "dirty read: circular"
    case missingWrite = "missing write"
    case readSkew = "read skew"
    case lostUpdate = "lost update"
    case writeSkew = "write skew"
    case phantom = "write skew by phantom"
    case staleRead = "stale order"

    /// What `touchstone judge` calls it, and the strongest isolation that it leaves; nil: it is no question of isolation.
    ///
    /// The judge finds the crudest anomaly first, so that a history with this one has none that would leave less.
    var verdict: String? {
      switch self {
      case .hang, .wrongError: nil
      case .thinAirRead: "garbage-read; not even read uncommitted remains"
      case .unseenOwnWrite: "internal; no isolation that a backend can declare remains"
      case .abortedRead, .abortedDelete: "G1a; no more than read uncommitted remains"
      case .intermediateRead: "G1b; no more than read uncommitted remains"
      case .circularFlow: "G1c; no more than read uncommitted remains"
      case .missingWrite: "G-single-realtime; no isolation that a backend can declare remains"
      case .readSkew: "G-single; no isolation that a backend can declare remains"
      case .lostUpdate: "lost-update; no isolation that a backend can declare remains"
      case .writeSkew: "G2-item; the strongest isolation that remains is snapshot"
      case .phantom: "G2; the strongest isolation that remains is snapshot"
      case .staleRead: "a cycle in real time; the strongest isolation that remains is serializable"
      }
    }

    /// What it is, for a backend's author, and where it is defined.
    var definition: String {
      switch self {
      case .hang:
        "A transaction waits, and nothing will ever wake it."
      case .wrongError:
        """
        A transaction that cannot be carried out beside others fails with `StoreError.conflict`, and with \
        nothing else.
        """
      case .thinAirRead:
        "A transaction reads a value that no transaction has written."
      case .unseenOwnWrite:
        "A transaction does not read what it has itself written."
      case .abortedRead:
        "A transaction commits that has read what another one wrote and rolled back (Adya G1a)."
      case .abortedDelete:
        "A delete of a transaction that was rolled back shows, to others or afterwards (Adya G1a)."
      case .intermediateRead:
        "A transaction commits that has read what another one replaced before it committed (Adya G1b)."
      case .circularFlow:
        "Transactions commit that have each read what the other one wrote (Adya G1c)."
      case .missingWrite:
        "A store that is opened when all others are closed does not show what they have committed."
      case .readSkew:
        """
        A transaction has read things that were never there at the same time (Berenson A5A and P2, Adya \
        G-single).
        """
      case .lostUpdate:
        """
        Two transactions overlap, write the same record, and both commit: one of them had not seen what it \
        overwrote (Berenson P4).
        """
      case .writeSkew:
        """
        Each of some transactions has read what another one of them then changed, and not seen the change \
        (Berenson A5B, Adya G2-item).
        """
      case .phantom:
        "The same, where what was read is that a record is not there (Berenson P3, Adya G2)."
      case .staleRead:
        """
        There is a serial order, but none in which a transaction that had been answered comes before one \
        that was asked for later (strict serializability).
        """
      }
    }
  }

  var kind: Kind
  /// Which transactions, records and values: a sentence or two.
  var explanation: String
  /// The transactions of a cycle, each of which must precede the next; empty if the anomaly is no cycle.
  var circle: [TraceFigure.Edge] = []
}

extension OverlapAnomaly: CustomStringConvertible {
  var description: String { "\(kind.rawValue): \(explanation)" }
}
