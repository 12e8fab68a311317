import StorageContract

/// How transactions that overlap are kept apart: the rules of an ``OverlappingMemoryBackend``.
///
/// The good ones are here; the broken ones are made of them by changing one rule each, in a file of their own.
public struct OverlapScheme: Sendable, CustomStringConvertible {
  /// What a fault of a law is named by that has this scheme: "lostUpdates".
  public var id: String
  /// A fact in the third person, as it reads after "overlapping memory, which".
  public var name: String
  /// What its stores declare.
  public var isolation = StoreCapabilities.Isolation.strictSerializable
  /// Until a transaction that waits is taken for hung: see ``WaitBoundedLocation``.
  var longestWait = Duration.seconds(10)

  enum Locking: Sendable {
    case none
    /// Whoever would close a circle of waiting transactions is refused.
    case detectingDeadlocks
    /// Nobody looks whether waiting has an end.
    case waiting
  }
  var locking = Locking.none
  /// The state that a new transaction is given.
  var snapshot: @Sendable (OverlapCore, _ isReadOnly: Bool) -> OverlapState = { core, _ in core.committed }
  /// The state that a read sees under the transaction's own writes.
  var view: @Sendable (OverlapCore, _ id: Int) -> OverlapState = { core, id in
    core.running[id]?.snapshot ?? core.committed
  }
  /// Why a transaction that wrote cannot be committed after what others committed since its snapshot; nil: it can.
  var conflict: @Sendable (OverlapRun, _ since: [OverlapCommit]) -> String? = { run, since in
    run.meeting(run.reads, since).map { "another transaction has changed \($0), which this one had read" }
  }
  var keepsAbortedWrites = false

  public var description: String { name }

  /// Snapshots, and what a transaction has read is still so when it commits: then it might as well have run all at once
  /// at that moment. Strictly serializable (Kung and Robinson 1981, backward validation).
  public static let validating = OverlapScheme(id: "validating", name: "validates what was read")

  /// Strict two-phase locking with locks on ranges: transactions wait, and a deadlock's last one is refused.
  /// Strictly serializable (Eswaran and others 1976).
  public static let locking = OverlapScheme(id: "locking", name: "locks").changed {
    $0.locking = .detectingDeadlocks
    $0.view = { core, _ in core.committed }
    $0.conflict = { _, _ in nil }
  }

  /// Snapshots, and of two that overlap and write the same only one commits. It declares no more than that.
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
