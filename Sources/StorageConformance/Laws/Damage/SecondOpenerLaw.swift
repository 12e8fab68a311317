import DeterministicScheduling
import PropertyTesting
import StorageContract

/// STO-48: two stores at one place.
extension DamageLaws {
  static let refusesSecondOpeners = StorageLaw(
    .durability, needs: [.exclusiveStores],
    Requirement(
      "STO-48", "A second opener gets a clean error, and harms nothing",
      says: """
        While a store is open, its location cannot be opened again: this throws StoreError.inUse and \
        harms nothing. The first store goes on working and keeps all acknowledged data. Once it is \
        closed, the location can be opened. If several clients open the location at the same time, at \
        most one gets a store.
        """,
      needs: [.storage, .concurrency],
      mustCatch: [.letsTwoStoresIn, .letsOpenersInAtOnce, .closesTheFirstStore, .callsAPlaceInUseDamaged]
    ).holds(
      forAll: .array(of: .zip(.array(of: .historyChange, count: 0...3), .int(in: 0...2), .bool), count: 1...4),
      scheduled: .mixed,
      requiring: ["tries twice": 0.2, "tries after a reopening": 0.05, "opens at once": 0.2]
    ) { rounds, subject, trial in
      var session = try await HistorySession(at: subject.location, trial)
      var hasReopened = false
      for (changes, attempts, reopens) in rounds {
        try await session.write(changes)
        trial.label("tries twice", if: attempts > 1)
        trial.label("tries after a reopening", if: hasReopened && attempts > 0)
        for _ in 0..<attempts {
          trial.note("open it a second time")
          let found = await storeErrorKind { _ = try await subject.location.open() }
          try expect("the second opener's error", found, equals: "inUse")
          try await session.audit("after a second opener, ")
        }
        if reopens {
          try await session.close()
          trial.label("opens at once")
          try await expectOneToGetIn(at: subject.location, trial)
          try await session.openAgain()
          hasReopened = true
        }
      }
      try await session.write([.put(RecordPlace("last", in: "c"), [:])])
      try await session.reopen()
      try await session.close()
    })

  private static func expectOneToGetIn(at location: any StoreLocation, _ trial: Trial) async throws {
    trial.note("close it, and three tasks open it at once")
    let stores = Remembered<[any Store]>([])
    try await ConcurrentClients.together(
      (0..<3).map { _ in
        {
          do {
            let store = try await location.open()
            stores.withValue { $0.append(store) }
          } catch StoreError.inUse {}
        }
      })
    try expect("of three who open at once, \(stores.now.count) are let in", stores.now.count <= 1)
    for store in stores.now { try await store.close() }
  }
}
