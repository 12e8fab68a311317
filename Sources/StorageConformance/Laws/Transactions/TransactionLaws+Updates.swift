import DeterministicScheduling
import PropertyTesting
import StorageContract
import Synchronization

/// One update of a counter.
struct ConcurrentUpdate: Sendable, CounterexampleDescribable {
  enum Way: String, Sendable, CaseIterable {
    case transaction = "in one transaction"
    case compareAndSet = "by compare-and-set"
  }

  let key: String
  let way: Way

  var counterexampleDescription: String { "add 1 to \(key) \(way.rawValue)" }
}

extension TransactionLaws {
  static let noLostUpdate = StorageLaw(
    .transactions,
    Requirement(
      "STO-28", "Concurrent transactions lose no update",
      says: """
        Tasks read a number and write it back plus one, in one transaction or by a compare-and-set with \
        the version that they read. Every such update counts: none is lost, no version is given twice, \
        and a compare-and-set fails only if another update came in between.
        """,
      mustCatch: [.over(.interleavesTransactions), .over(.servesStaleReads), .over(.ignoresTheVersion)]
    ).holds(
      forAll: .array(
        of: .array(
          of: Generator { source in
            ConcurrentUpdate(key: try source(.element(of: ["a", "a", "a", "b"])), way: try source(.anyCase()))
          }, count: 1...3), count: 2...4),
      scheduled: .mixed,
      requiring: ["several at one counter": 0.4, "in one transaction": 0.5, "by compare-and-set": 0.5]
    ) { plans, subject, trial in
      for update in plans.joined() { trial.label(update.way.rawValue) }
      trial.label("several at one counter", if: plans.filter { $0.contains { $0.key == "a" } }.count > 1)
      let total = plans.joined().count
      let versions = Mutex<[Int64]>([])
      try await subject.withStore { store in
        try await store.write { transaction in
          for key in ["a", "b"] { try transaction.put(number: 0, at: key) }
        }
        try await ConcurrentClients.together(
          plans.enumerated().map { number, plan in
            {
              for update in plan {
                let (value, version) = try await carryOut(update, on: store, attempts: total)
                trial.note("client \(number + 1): \(update.key) is \(value), version \(version)")
                versions.withLock { $0.append(version) }
              }
            }
          })
        for key in ["a", "b"] {
          try expect(
            "no lost update: \(key) after as many updates", try await store.readAgain { try $0.concurrentNumber(key) },
            equals: Int64(plans.joined().filter { $0.key == key }.count))
        }
        let given = versions.withLock { $0.sorted() }
        if subject.capabilities.versionsHaveGaps {
          try expect("different versions of \(total) updates: \(given)", Set(given).count == total)
        } else {
          try expect("versions of \(total) updates", given, equals: (0..<total).map { Int64($0) + 3 })
        }
      }
    })

  private static func carryOut(
    _ update: ConcurrentUpdate, on store: any Store, attempts: Int
  ) async throws -> (Int64, Int64) {
    switch update.way {
    case .transaction:
      return try await store.writeAgain { transaction in
        let value = try transaction.concurrentNumber(update.key) &+ 1
        return (value, try transaction.put(StoreHistoryRecord.fields(value), at: update.key, in: "c"))
      }
    case .compareAndSet:
      // Whoever fails was overtaken: by no more than there are updates.
      for _ in 0..<max(1, attempts) {
        guard let record = try await store.readAgain({ try $0.get(update.key, in: "c") }) else { break }
        let value = (StoreHistoryRecord(record).value ?? 0) &+ 1
        let version = try await store.writeAgain {
          try $0.compareAndSet(StoreHistoryRecord.fields(value), at: update.key, in: "c", version: record.version)
        }
        if let version { return (value, version) }
      }
      try expect("a compare-and-set fails only where another update came in between", false)
      return (0, 0)
    }
  }

  static let oneWinner = StorageLaw(
    .transactions,
    Requirement(
      "STO-31", "One of several concurrent inserts or compare-and-sets wins",
      says: """
        If several tasks insert the same absent key, or compare-and-set the same record at the same \
        version, exactly one wins. The store tells the winner the record's new version. It tells the \
        others nil, and nothing of their writes is in the store.
        """,
      mustCatch: [.over(.interleavesTransactions), .over(.ignoresTheVersion), .insertsLate]
    ).holds(
      forAll: .zip(.int(in: 2...4), .bool, .bool), scheduled: .mixed,
      requiring: ["inserts": 0.2, "compare-and-sets": 0.2, "inserts after a delete": 0.05]
    ) { input, subject, trial in
      let (clients, isInsert, wasThere) = input
      trial.label(isInsert ? "inserts" : "compare-and-sets")
      trial.label("inserts after a delete", if: isInsert && wasThere)
      try await subject.withStore { store in
        let version = try await store.write { transaction in
          let version = try transaction.put(StoreHistoryRecord.fields(0), at: "k", in: "c")
          if isInsert && wasThere { try transaction.delete("k", in: "c") }
          // Another key's, so that the absent one is not the only one.
          if isInsert && !wasThere {
            try transaction.delete("k", in: "c")
            try transaction.put(number: 0, at: "j")
          }
          return version
        }
        let winners = Mutex<[StoreHistoryRecord]>([])
        try await ConcurrentClients.together(
          (1...clients).map { client in
            {
              let fields = StoreHistoryRecord.fields(Int64(client))
              let won = try await store.writeAgain { transaction in
                isInsert
                  ? try transaction.insert(fields, at: "k", in: "c")
                  : try transaction.compareAndSet(fields, at: "k", in: "c", version: version)
              }
              trial.note("client \(client) is told \(won.map { "version \($0)" } ?? "nil")")
              guard let won else { return }
              winners.withLock { $0.append(StoreHistoryRecord(key: "k", value: Int64(client), version: won)) }
            }
          })
        let record = try await store.readAgain { try $0.get("k", in: "c").map(StoreHistoryRecord.init) }
        let told = winners.withLock { $0 }
        try expect("winners: \(told.map { "client \($0.valueText)" })", told.count == 1)
        try expect("the record is the winner's", record, equals: told.first)
      }
    })
}
