import StorageContract

/// How an ``OverlappingMemoryBackend`` isolates overlapping transactions.
///
/// This type has the correct schemes. The broken schemes, in their own file, each change one rule of a correct one.
public struct OverlapScheme: Sendable, CustomStringConvertible {
  /// The id of a law's fault that has this scheme: "lostUpdates".
  public var id: String
  /// A fact in the third person, as it reads after "overlapping memory, which".
  public var name: String
  /// What its stores declare.
  public var isolation = StoreCapabilities.Isolation.strictSerializable
  /// Until a transaction that waits is taken for hung: see ``WaitBoundedLocation``.
  var longestWait = Duration.seconds(10)

  enum Locking: Sendable {
    case none
    /// The scheme refuses the transaction that would close a cycle of waiting transactions.
    case detectingDeadlocks
    /// The scheme does not detect deadlocks.
    case waiting
  }
  var locking = Locking.none
  /// The state that a new transaction is given.
  var snapshot: @Sendable (OverlapCore, _ isReadOnly: Bool) -> OverlapState = { core, _ in core.committed }
  /// The state that a read sees under the transaction's own writes.
  var view: @Sendable (OverlapCore, _ id: Int, OverlapCall) -> OverlapState = { core, id, _ in
    core.running[id]?.snapshot ?? core.committed
  }
  /// What of a call counts as read.
  var remembered: @Sendable (OverlapRead) -> [OverlapFootprint] = { [$0.footprint] }
  /// Why a transaction that wrote cannot be committed after what others committed since its snapshot; nil: it can.
  var conflict: @Sendable (OverlapRun, _ since: [OverlapCommit]) -> String? = { run, since in
    run.meeting(run.reads, since).map { "another transaction has changed \($0), which this one had read" }
  }
  var keepsAbortedWrites = false
  /// What stays of the writes of a transaction that is refused when it commits.
  var left: @Sendable (OverlapWrites) -> OverlapWrites = { _ in OverlapWrites() }

  public var description: String { name }

  /// Snapshots with validation: when a transaction commits, everything that it read must be unchanged. So it could have run
  /// as a whole at that moment. Strictly serializable (Kung and Robinson 1981, backward validation).
  public static let validating = OverlapScheme(id: "validating", name: "validates what was read")

  /// Strict two-phase locking with locks on ranges: transactions wait, and the scheme refuses the last one of a deadlock.
  /// Strictly serializable (Eswaran and others 1976).
  public static let locking = OverlapScheme(id: "locking", name: "locks").changed {
    $0.locking = .detectingDeadlocks
    $0.view = { core, _, _ in core.committed }
    $0.conflict = { _, _ in nil }
  }

  /// Snapshot isolation: of two overlapping transactions that write the same record, only one commits. It declares no more.
  public static let snapshots = OverlapScheme(id: "snapshots", name: "isolates snapshots").changed {
    $0.isolation = .snapshot
    $0.conflict = firstCommitterWins
  }

  static let firstCommitterWins: @Sendable (OverlapRun, [OverlapCommit]) -> String? = { run, since in
    run.meeting(run.writes.footprints, since)
      .map { "another transaction has changed \($0), which this one changes too" }
  }

  func changed(_ change: (inout OverlapScheme) -> Void) -> OverlapScheme {
    var scheme = self
    change(&scheme)
    return scheme
  }
}

extension OverlapRun {
  /// The first of the footprints that one of the commits has changed.
  func meeting(_ footprints: [OverlapFootprint], _ since: [OverlapCommit]) -> OverlapFootprint? {
    footprints.first { footprint in since.contains { $0.footprints.contains { $0.meets(footprint) } } }
  }
}
