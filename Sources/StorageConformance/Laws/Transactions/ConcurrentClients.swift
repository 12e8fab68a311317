import PropertyTesting
import StorageContract

/// Clients of one store: each carries its transactions out one after the other, all of them at the same time.
enum ConcurrentClients {
  /// - Returns: what they did.
  static func run(_ plans: [[StoreHistoryTransaction]], on store: any Store) async -> StoreHistory {
    let recorder = StoreHistoryRecorder.ofStores()
    let tasks = plans.enumerated().map { number, plan in
      let name = "client \(number + 1)"
      return Task(name: name) {
        var seen: [StoreHistoryPlace: Int64] = [:]
        for planned in plan {
          let transaction = planned.resolved(seen)
          let outcome = await recorder.record(name, transaction) { try await transaction.run(on: store) }
          if case .done(let outputs) = outcome { transaction.note(outputs, in: &seen) }
        }
      }
    }
    for task in tasks { await task.value }
    return recorder.history
  }

  /// Runs each body in a task of its own until all have ended.
  /// - Throws: what the first of them threw.
  static func together(_ bodies: [@Sendable () async throws -> Void]) async throws {
    let tasks = bodies.enumerated().map { number, body in
      Task(name: "client \(number + 1)") { try await body() }
    }
    var results: [Result<Void, any Error>] = []
    for task in tasks { results.append(await task.result) }
    for result in results { try result.get() }
  }
}

extension Store {
  /// A transaction that is tried again, up to a hundred times, where the store says ``StoreError/conflict(reason:)``.
  func writeAgain<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    for _ in 1..<100 {
      do { return try await write(body) } catch StoreError.conflict {}
    }
    return try await write(body)
  }

  func readAgain<Result: Sendable>(_ body: @Sendable (any ReadTransaction) throws -> Result) async throws -> Result {
    for _ in 1..<100 {
      do { return try await read(body) } catch StoreError.conflict {}
    }
    return try await read(body)
  }
}

extension ReadTransaction {
  /// The number at `key`; 0 where there is none.
  func concurrentNumber(_ key: String) throws -> Int64 {
    try get(key, in: "c").flatMap { StoreHistoryRecord($0).value } ?? 0
  }
}

extension WriteTransaction {
  func put(number: Int64, at key: String) throws {
    try put(StoreHistoryRecord.fields(number), at: key, in: "c")
  }
}
