import PropertyTesting
import StorageContract

/// STO-48: two stores at one place.
extension DamageLaws {
  static let refusesSecondOpeners = StorageLaw(
    .durability, needs: .exclusiveStores,
    says: """
      While a store is open its location cannot be opened again: that throws StoreError.inUse, and harms nothing. The \
      first store goes on working and keeps all that it acknowledges; once it is closed the location can be opened.
      """,
    Property(
      "STO-48", "A second opener gets a clean error, and harms nothing",
      forAll: .array(of: .zip(.array(of: .historyChange, count: 0...3), .int(in: 0...2), .bool), count: 1...4),
      requiring: ["tries twice": 0.2, "tries after a reopening": 0.05],
      mustCatch: .letsTwoStoresIn, .closesTheFirstStore, .callsAPlaceInUseDamaged
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
          try await session.reopen()
          hasReopened = true
        }
      }
      try await session.write([.put(HistoryPlace("last", in: "c"), [:])])
      try await session.reopen()
      try await session.close()
    })
}
