import PropertyTesting
import StorageContract

/// How the life of a store ends.
enum StoreEnd: String, Sendable, CaseIterable {
  case closed = "is closed"
  case dropped = "is dropped"
  case closedAmidWrites = "is closed amid writes"
  /// Over an adapter, by a `close` without a `rollback` before it.
  case closedInATransaction = "is closed in a transaction"
}

/// Two writers, and one who closes the store that they use.
struct ClosingRace {
  private static let collection = "race"
  /// In one transaction: none of them may be there without the others.
  private static let parts = ["a", "b", "c"]

  let trial: Trial
  private let acknowledged = Remembered<[String]>([])

  init(_ trial: Trial) {
    self.trial = trial
  }

  func run(on store: any Store) async throws {
    try await ConcurrentClients.together([writer("x", store), { try await store.close() }, writer("y", store)])
    // A close that came last of all.
    try await store.close()
  }

  private func writer(_ name: String, _ store: any Store) -> @Sendable () async throws -> Void {
    { [trial, acknowledged] in
      for round in 0..<3 {
        do {
          try await store.writeAgain { transaction in
            for part in Self.parts { try transaction.put([:], at: "\(name)\(round)\(part)", in: Self.collection) }
          }
        } catch StoreError.closed {
          return trial.note("writer \(name) is told that the store is closed")
        }
        trial.note("writer \(name) is told that its transaction \(round) is done")
        acknowledged.withValue { $0.append("\(name)\(round)") }
      }
    }
  }

  /// Fails the case unless the store holds what was acknowledged, whole, and nothing else of it.
  func expectOutcome(in store: any Store) async throws {
    let keys = try await store.read { try $0.scan(Self.collection).map(\.key) }
    let expected = acknowledged.now.flatMap { name in Self.parts.map { name + $0 } }.sorted()
    try expect("records of the transactions that were acknowledged", keys, equals: expected)
  }
}
