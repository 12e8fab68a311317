import PropertyTesting
import StorageContract

extension TransactionLaws {
  private static let collections = ["c", "e"]
  private static let place = Generator<StoreHistoryPlace>.storePlace(collections: collections)
  private static let step = Generator<StoreHistoryStep>.anyStoreStep(place, collections: collections)
  /// Writes many records: more than fit a page of anything small.
  private static let bulk = Generator<StoreHistoryTransaction> { source in
    let count = try source(.int(in: 65...100))
    let collection = try source(.element(of: collections))
    return StoreHistoryTransaction(
      steps: (0..<count).map { number in
        .put(StoreHistoryPlace(collection: collection, key: "k\(1_000 + number)"), Int64(number))
      })
  }

  /// What is there before: puts, then anything.
  private static let storeContents = Generator<[StoreHistoryTransaction]> { source in
    let put = Generator<StoreHistoryStep> { .put(try $0(closePlace), try $0(.integer(in: 1...9))) }
    let puts = try source(.oneOf(.array(of: put, count: 0...2), .array(of: put, count: 3...6)))
    let others = try source(.array(of: .storeTransaction(of: step, count: 1...3), count: 0...2))
    return [StoreHistoryTransaction(steps: puts)] + others
  }

  private static let closePlace = Generator<StoreHistoryPlace>.storePlace(
    keys: ["a", "b"], collections: ["c", "c", "c", "e"])

  /// Of two keys, so that what is written is read again.
  private static let closeStep = Generator<StoreHistoryStep> { source in
    let place = try source(closePlace)
    switch try source(.int(in: 0...5)) {
    case 0, 1: return .get(place)
    case 2:
      let all: Generator<StoreHistoryStep> = .element(of: [.scan(ScanRange(place.collection)), .count(ScanRange(place.collection))])
      return try source(.oneOf(all, .boundedStoreStep(collections: [place.collection])))
    case 3: return .put(place, try source(.integer(in: 1...9)))
    case 4: return .delete(place)
    default: return try source(step)
    }
  }

  /// Steps of one transaction: mostly one by one, now and then a compare-and-set of what it has read and since deleted or put.
  private static let closeSteps = Generator<[StoreHistoryStep]> { source in
    guard try source(.int(in: 0...7)) == 7 else { return [try source(closeStep)] }
    let place = try source(closePlace)
    let change: [StoreHistoryStep] = try source(.element(of: [[.delete(place)], [.delete(place)], [], [.put(place, 9)]]))
    return [.get(place)] + change + [.compareAndSet(place, 8, version: StoreHistoryTransaction.lastSeenVersion)]
  }

  static let wholeCommit = StorageLaw(
    .transactions,
    Requirement(
      "STO-23", "A transaction is committed whole",
      says: """
        When `write` returns, every write of its closure is in the store, in every collection, \
        however many writes there are. Each call in the closure returns the same result as in a store \
        that runs one transaction after the other.
        """,
      mustCatch: [.over(.losesLastWriteOfABatch), .losesWritesBeyondAPage]
    ).holds(
      forAll: .array(
        of: .frequency((2, .storeTransaction(of: step, count: 0...8)), (1, bulk)), count: 1...5),
      requiring: ["several writes": 0.4, "several collections": 0.05, "more than 64 records": 0.2, "deletes": 0.02]
    ) { transactions, subject, trial in
      var model = StoreHistoryState()
      try await subject.withStore { store in
        for transaction in transactions {
          let writes = transaction.steps.filter { !$0.isReading }
          trial.label("several writes", if: writes.count > 1)
          trial.label("several collections", if: Set(writes.compactMap { $0.place?.collection }).count > 1)
          trial.label("more than 64 records", if: Set(writes.compactMap(\.place)).count > 64)
          try await StoreHistoryComparison(store, trial).run(transaction.resolved([:]), &model)
          trial.label("deletes", if: writes.contains { if case .delete = $0 { true } else { false } })
          try await StoreHistoryComparison(store, trial).run(.readingAll(collections), &model)
        }
      }
    })

  static let rollback = StorageLaw(
    .transactions,
    Requirement(
      "STO-24", "A rollback leaves no trace",
      says: """
        If the closure of `write` throws, at any point, the store is as it was before the call: \
        records, versions, collections and schema version, and the next put gets the version that it \
        would have got. The caller gets the closure's error unchanged. All this also holds after a \
        reopening.
        """,
      mustCatch: [
        .over(.keepsFirstWriteOnRollback), .over(.swallowsWriteErrors), .usesUpVersionsOnRollback,
        .changesErrors, .keepsTheSchemaVersionOnRollback,
      ]
    ).holds(
      forAll: .zip(
        storeContents, .oneOf(.array(of: step, count: 0...8), .array(of: step, count: 4...8)), .bool),
      requiring: ["writes before it throws": 0.4, "overwrites or deletes": 0.08, "is refused": 0.2]
    ) { input, subject, trial in
      let (before, steps, isRefused) = input
      var model = StoreHistoryState()
      var store = try await subject.location.open()
      for transaction in before {
        try await StoreHistoryComparison(store, trial).run(transaction.resolved([:]), &model)
      }
      let dump = try await store.dumped()
      let abandoned = StoreHistoryTransaction(steps: steps, isAbandoned: true).resolved([:])
      trial.label("writes before it throws", if: steps.contains { !$0.isReading })
      trial.label(
        "overwrites or deletes", if: steps.contains { !$0.isReading && $0.place.flatMap { model[$0] } != nil })
      trial.label("is refused", if: isRefused)
      if isRefused {
        trial.note(abandoned.text + " a refused put's error")
        try await expectRefusal(of: abandoned.steps, by: store)
      } else {
        try await StoreHistoryComparison(store, trial).run(abandoned, &model)
      }
      try expect("dump after the rollback", try await store.dumped(), equals: dump)

      let next = StoreHistoryTransaction(steps: [.put(StoreHistoryPlace(key: "a"), 7)])
      try await StoreHistoryComparison(store, trial).run(next, &model)
      trial.note("close and open")
      try await store.close()
      store = try await subject.location.open()
      try await StoreHistoryComparison(store, trial).run(.readingAll(collections), &model)
      try await store.close()
    })

  /// The closure throws what the store refuses a put with.
  private static func expectRefusal(of steps: [StoreHistoryStep], by store: any Store) async throws {
    do {
      try await store.write { transaction in
        for step in steps { _ = try transaction.perform(step) }
        try transaction.put(["n": .null], at: "", in: "c")
      }
    } catch StoreError.invalidKey {
      return
    }
    try expect("the refused put's error comes out of write", false)
  }

  static let ownWrites = StorageLaw(
    .transactions,
    Requirement(
      "STO-26", "A transaction reads its own writes",
      says: """
        Inside its closure, a transaction sees its own writes so far, over the state before it: in \
        gets, scans and counts with and without bounds and limits, the list of collections, versions and the schema version, after puts, \
        inserts, compare-and-sets and deletes.
        """,
      mustCatch: [
        .over(.servesStaleReads), .getsBlindly, .countsBlindly, .setsWhatItDeleted, .scansOldRecordsUpToABound,
        .scansBlindlyFromABound, .scansBlindlyWithALimit, .countsBlindlyBetweenBounds,
      ]
    ).holds(
      forAll: .zip(
        storeContents,
        Generator<[[StoreHistoryStep]]>.oneOf(.array(of: closeSteps, count: 2...12), .array(of: closeSteps, count: 8...16))
          .map { Array($0.joined()) }),
      requiring: [
        "gets what it put": 0.1, "gets what it overwrote": 0.02, "gets what it deleted": 0.05,
        "scans what it wrote": 0.1, "counts what it wrote": 0.1, "sets what it deleted": 0.05,
      ]
    ) { input, subject, trial in
      let (before, steps) = input
      var model = StoreHistoryState()
      try await subject.withStore { store in
        for transaction in before {
          try await StoreHistoryComparison(store, trial).run(transaction.resolved([:]), &model)
        }
        let own = StoreHistoryTransaction(steps: steps).resolvedInside(model)
        label(own.steps, after: model, trial)
        // All of it at the end, still inside, and once more by way of bounds and limits.
        let bounded = collections.flatMap { name -> [StoreHistoryStep] in
          let (below, above) = (ScanRange(name, to: "e"), ScanRange(name, from: "a"))
          return [.scan(below), .scan(above), .scan(ScanRange(name, limit: 2)), .count(below), .count(above)]
        }
        let transaction = StoreHistoryTransaction(
          steps: own.steps + StoreHistoryTransaction.readingAll(collections).steps + bounded)
        try await StoreHistoryComparison(store, trial).run(transaction, &model)
      }
    })

  private static func label(_ steps: [StoreHistoryStep], after before: StoreHistoryState, _ trial: Trial) {
    var written: Set<StoreHistoryPlace> = []
    var deleted: [StoreHistoryPlace: Int64] = [:]
    var state = before
    for step in steps {
      if case .delete(let place) = step, let record = state[place] { deleted[place] = record.version }
      if case .compareAndSet(let place, _, let version) = step {
        trial.label("sets what it deleted", if: state[place] == nil && deleted[place] == version)
      }
      if case .get(let place) = step, written.contains(place) {
        trial.label("gets what it put", if: state[place] != nil)
        trial.label("gets what it overwrote", if: state[place] != nil && before[place] != nil)
        trial.label("gets what it deleted", if: state[place] == nil)
      }
      if case .scan(let range) = step, range.isAll {
        trial.label("scans what it wrote", if: written.contains { $0.collection == range.collection })
      }
      if case .count(let range) = step, range.isAll {
        trial.label("counts what it wrote", if: written.contains { $0.collection == range.collection })
      }
      let after = state.apply(step)
      if !step.isReading, after != .version(nil), let place = step.place { written.insert(place) }
    }
  }
}
