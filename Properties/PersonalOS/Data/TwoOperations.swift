import PersonalOSReference
import PropertyTesting
import StorageContract

/// Two things that the app does to its store at the same time.
struct TwoOperations: Sendable, CounterexampleDescribable {
  let first: StoreOperation
  let second: StoreOperation

  /// What leaves the same behind whenever it is done. Keys and nonces are drawn; what the keychain does, and what empties
  /// or migrates the whole store, is for one caller alone.
  static let candidates = (
    StoreOperation.repositories + StoreOperation.services + StoreOperation.ledger + StoreOperation.ledger
      + StoreOperation.news
  ).filter {
    !$0.name.hasPrefix("read") && !$0.name.hasPrefix("open") && !$0.name.contains("focus session") && $0.isWhole
  }

  var counterexampleDescription: String { "\(first.name), and \(second.name)" }

  private struct Outcome: Equatable, CounterexampleDescribable {
    /// By collection and key.
    var left: [String: [String: FieldValue]] = [:]
    /// What the two threw.
    var errors: [String] = []

    var counterexampleDescription: String { "\(describe(left)), errors \(errors)" }
  }

  /// Afterwards the store is as after the first and then the second, or the other way round, and so are their errors.
  func expectSomeOrder(_ system: PersonalOSSystem) async throws {
    let found = try await run(system) { app in
      let (first, second) = (first, second)
      let task = Task { await thrownError { try await second.perform(app) } }
      return [await thrownError { try await first.perform(app) }, await task.value]
    }
    let orders = [
      try await run(system) { app in
        [await thrownError { try await first.perform(app) }, await thrownError { try await second.perform(app) }]
      },
      try await run(system) { app in
        [await thrownError { try await second.perform(app) }, await thrownError { try await first.perform(app) }]
      },
    ]
    try expect(
      "what is left is that of some order: \(describe(found)), and not \(describe(orders[0])) or \(describe(orders[1]))",
      orders.contains(found))
  }

  private func run(
    _ system: PersonalOSSystem, _ work: (StoreOperation.App) async throws -> [(any Error)?]
  ) async throws -> Outcome {
    let store = try await MemoryLocation().open()
    let app = StoreOperation.App(
      system: system, store: store, keychain: EmptyKeychain(), backups: MemoryBackupPlace())
    try await first.prepare(app)
    // It may have been prepared already.
    _ = await thrownError { try await second.prepare(app) }
    let errors = try await work(app).compactMap { $0.map { "\($0)" } }.sorted()
    let outcome = try await store.read { transaction in
      var outcome = Outcome(errors: errors)
      for name in try transaction.collections() {
        for record in try transaction.scan(name) { outcome.left["\(name)/\(record.key)"] = record.fields }
      }
      return outcome
    }
    try await store.close()
    return outcome
  }
}

extension Generator where Value == TwoOperations {
  static var twoOperations: Generator {
    let operation = Generator<StoreOperation>.element(of: TwoOperations.candidates)
    return Generator { source in
      let first = try source(operation)
      // Often the same twice: most races are between two of one kind.
      return TwoOperations(first: first, second: try source(.bool) ? first : try source(operation))
    }
  }
}
