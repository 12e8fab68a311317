import Dispatch
import StorageContract

/// What the stores of one ``OverlappingMemoryLocation`` share, behind its lock.
struct OverlapCore: Sendable {
  /// What all committed transactions have come to.
  var committed = OverlapState()
  /// The same without the latest of them.
  private(set) var beforeLatest = OverlapState()
  /// The version that was given out last. Transactions that overlap get different ones; what a rolled back one had is
  /// given out again where nobody came in between.
  var putCounter: Int64 = 0
  var openStores = 0
  private(set) var commitCount = 0
  /// What the commits since the oldest running transaction's beginning have changed.
  private(set) var commits: [OverlapCommit] = []
  var running: [Int: OverlapRun] = [:]
  /// Rung when a lock may have become free.
  var bells: [DispatchSemaphore] = []
  private var runCount = 0

  /// A transaction that begins now.
  mutating func begin(isReadOnly: Bool, _ scheme: OverlapScheme) -> Int {
    runCount += 1
    running[runCount] = OverlapRun(snapshot: scheme.snapshot(self, isReadOnly), commitsBefore: commitCount)
    return runCount
  }

  /// Ends a transaction and makes what it wrote the latest state.
  /// - Throws: ``StoreError/conflict(reason:)``, once it is rolled back, where the scheme does not let it.
  mutating func commit(_ id: Int, _ scheme: OverlapScheme) throws {
    guard let run = running[id] else { throw StoreError.transactionEnded }
    let since = commits.filter { $0.number > run.commitsBefore }
    // A transaction that wrote nothing comes before all that was committed since its snapshot.
    if let reason = run.refusal ?? (run.writes.isEmpty ? nil : scheme.conflict(run, since)) {
      rollBack(id, scheme)
      let left = scheme.left(run.writes)
      if !left.isEmpty { replace(left.footprints) { $0.apply(left) } }
      throw StoreError.conflict(reason: reason)
    }
    running[id] = nil
    let counter = run.putCount > 0 ? [OverlapFootprint.putCounter] : []
    if !run.writes.isEmpty { replace(run.writes.footprints + counter) { $0.apply(run.writes) } }
    wakeAll()
  }

  mutating func rollBack(_ id: Int, _ scheme: OverlapScheme) {
    guard let run = running.removeValue(forKey: id) else { return }
    if let first = run.counterBeforeItsPuts, putCounter == first + run.putCount { putCounter = first }
    if !run.writes.isEmpty, scheme.keepsAbortedWrites { replace(run.writes.footprints) { $0.apply(run.writes) } }
    wakeAll()
  }

  /// A change of the committed state, as a commit of its own.
  mutating func replace(_ footprints: [OverlapFootprint], _ change: (inout OverlapState) -> Void) {
    beforeLatest = committed
    change(&committed)
    commitCount += 1
    let oldest = running.values.map(\.commitsBefore).min() ?? commitCount
    commits.append(OverlapCommit(number: commitCount, footprints: footprints))
    commits.removeAll { $0.number <= oldest }
  }

  /// The next version, for a put of the transaction.
  mutating func takeVersion(for id: Int) -> Int64 {
    if running[id]?.counterBeforeItsPuts == nil { running[id]?.counterBeforeItsPuts = putCounter }
    running[id]?.putCount += 1
    putCounter += 1
    return putCounter
  }

  private mutating func wakeAll() {
    for bell in bells { bell.signal() }
    bells = []
  }
}

/// What a commit has changed.
struct OverlapCommit: Sendable {
  /// From 1.
  let number: Int
  let footprints: [OverlapFootprint]
}

/// A transaction that is under way.
struct OverlapRun: Sendable {
  let snapshot: OverlapState
  /// How many commits its snapshot comes after.
  let commitsBefore: Int
  /// Where it has looked.
  var looks: [OverlapFootprint] = []
  /// What is checked when it commits.
  var reads: [OverlapFootprint] = []
  var writes = OverlapWrites()
  /// What it has to itself, or shares with others that only read it.
  var locks: [OverlapLock] = []
  /// Those that it waits for.
  var waitsFor: Set<Int> = []
  /// Why it can only be rolled back.
  var refusal: String?
  var counterBeforeItsPuts: Int64?
  var putCount: Int64 = 0
}
