import PersonalOSReference
import PropertyTesting
import StorageContract

/// Two things that the app does to its store at the same time.
struct TwoOperations: Sendable, CounterexampleDescribable {
  let first: StoreOperation
  let second: StoreOperation

  var counterexampleDescription: String { "\(first.name), and \(second.name)" }

  private struct Outcome: Equatable {
    let contents: StoreContents
    let errors: [String]
  }

  /// Afterwards the store is as after the first and then the second, or the other way round, and so are their errors.
  func expectSomeOrder(_ system: PersonalOSSystem) async throws {
    let orders = [try await run([[first, second]], system), try await run([[second, first]], system)]
    let found = try await run([[first], [second]], system)
    try expect(
      "what is left is that of some order: \(describe(found)), and not \(describe(orders[0])) or \(describe(orders[1]))",
      orders.contains(found))
  }

  private func run(_ lanes: [[StoreOperation]], _ system: PersonalOSSystem) async throws -> Outcome {
    let store = try await MemoryLocation().open()
    let app = StoreOperation.App(
      system: system, store: store, keychain: EmptyKeychain(), backups: MemoryBackupPlace())
    try await first.prepare(app)
    // It may have been prepared already.
    _ = await thrownError { try await second.prepare(app) }
    let errors = Remembered<[String]>([])
    try await runLanes(lanes) { operation, _ in
      guard let error = await thrownError({ try await operation.perform(app) }) else { return }
      errors.withValue { $0.append("\(error)") }
    }
    let outcome = Outcome(contents: try await store.contents(), errors: errors.now.sorted())
    try await store.close()
    return outcome
  }
}

extension Generator where Value == TwoOperations {
  /// Often the same twice: most races are between two of one kind.
  static var twoOperations: Generator {
    // What leaves the same behind whenever it is done. Keys and nonces are drawn; what the keychain does, and what
    // empties or migrates the whole store, is for one caller alone.
    let operations =
      (StoreOperation.repositories + StoreOperation.services + StoreOperation.ledger + StoreOperation.ledger
      + StoreOperation.news).filter {
        !$0.name.hasPrefix("read") && !$0.name.hasPrefix("open") && !$0.name.contains("focus session") && $0.isWhole
      }
    let operation = Generator<StoreOperation>.element(of: operations)
    // Of three held, two and two cannot both be sold.
    let sale = Generator<StoreOperation>.element(of: operations.filter { $0.name.hasSuffix(" sale") })
    return .frequency(
      (3, operation.map { TwoOperations(first: $0, second: $0) }),
      (3, .build(TwoOperations.init, from: operation, operation)), (2, .build(TwoOperations.init, from: sale, sale)))
  }
}
