import StorageContract

/// Schemes that declare strict serializability and do not keep it. Each has one rule wrong, and is caught by the law
/// named beside it.
extension OverlapScheme {
  /// A read sees uncommitted writes of others. STO-33.
  public static let dirtyReads = validating.breaking("dirtyReads", "reads uncommitted writes") { scheme in
    scheme.view = { core, id, _ in
      var state = core.committed
      for (other, run) in core.running.sorted(by: { $0.key < $1.key }) where other != id { state.apply(run.writes) }
      return state
    }
  }

  /// The writes of a rolled-back transaction stay. STO-33.
  public static let abortedWritesSurvive = validating.breaking("abortedWritesSurvive", "keeps writes that were rolled back") {
    $0.keepsAbortedWrites = true
  }

  /// The later transaction to commit overwrites writes that it has not seen. STO-34.
  public static let lostUpdates = validating.breaking("lostUpdates", "commits without a look at other writes") {
    $0.conflict = { _, _ in nil }
  }

  /// Read committed: each read sees the latest state, not the state of the read before it. STO-35.
  public static let readSkew = validating.breaking("readSkew", "lets each read see the latest state") {
    $0.view = { core, _, _ in core.committed }
    $0.conflict = firstCommitterWins
  }

  /// The snapshot covers the collection that a transaction reads first. Of others, it sees the latest state. STO-35.
  public static let readSkewOfCollections = validating.breaking(
    "readSkewOfCollections", "takes a snapshot of the first collection that is read"
  ) {
    $0.view = { core, id, _ in
      guard let run = core.running[id], run.looks.last?.collection == run.looks.first?.collection else { return core.committed }
      return run.snapshot
    }
  }

  /// Snapshot isolation, declared as strict serializability. STO-36.
  public static let writeSkew = validating.breaking("writeSkew", "does not check its reads when it commits") {
    $0.conflict = firstCommitterWins
  }

  /// Of a scan, only the records that it found count as read, but not the gaps between them. STO-36.
  public static let phantoms = validating.breaking("phantoms", "overlooks records that were not there") {
    $0.remembered = onlyWhatWasFound
  }

  /// When it commits, it checks what it read in the collections that it changes, and in no others. STO-36.
  public static let writeSkewOfCollections = validating.breaking(
    "writeSkewOfCollections", "checks its reads in the collections that it changes"
  ) {
    $0.conflict = { run, since in
      let changed = Set(run.writes.footprints.compactMap(\.collection))
      return run.meeting(run.reads.filter { $0.collection.map(changed.contains) ?? true }, since)
        .map { "another transaction has changed \($0)" }
    }
  }

  /// While several stores are open, a copy that is one commit behind serves transactions that only read. STO-37.
  public static let nonStrict = validating.breaking("nonStrict", "reads from a copy that lags") {
    $0.snapshot = { core, isReadOnly in
      isReadOnly && core.openStores > 1 && core.commitCount > 1 ? core.beforeLatest : core.committed
    }
  }

  /// Deadlocked transactions wait for ever. STO-38.
  public static let deadlocking = locking.breaking("deadlocking", "waits for ever") {
    $0.locking = .waiting
    $0.longestWait = .milliseconds(300)
  }

  /// The schemes that break the contract. The law that each comment names catches the scheme.
  public static let broken = [
    dirtyReads, abortedWritesSurvive, lostUpdates, readSkew, readSkewOfCollections, writeSkew, phantoms, writeSkewOfCollections,
    nonStrict, deadlocking,
  ] + brokenCalls

  func breaking(_ id: String, _ name: String, _ change: (inout OverlapScheme) -> Void) -> OverlapScheme {
    var scheme = changed(change)
    scheme.id = id
    scheme.name = name
    return scheme
  }
}
