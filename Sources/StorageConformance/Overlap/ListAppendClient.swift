import HistoryJudging
import StorageContract

/// One client of transactions over lists.
struct ListAppendClient: Sendable {
  let number: Int
  let recorder: EventRecorder
  let turns: ClientTurns
  /// Whether others take turns between the steps of a transaction; else only between transactions.
  var alternates = true

  /// Makes a call and notes how it ended.
  /// - Throws: any error of the store but a conflict, after which the client goes on.
  func make(_ call: Workload.Call, on store: any Store, as process: Int) async throws {
    try turns.next(of: number)
    recorder.invoke(.number(process), call.function, call.value)
    defer { turns.transactionHasEnded() }
    do {
      recorder.ok(.number(process), HistoryValue(try await transact(call.value.steps, on: store)))
    } catch StoreError.conflict(let reason) {
      recorder.fail(.number(process), error: reason)
    } catch StoreError.lost(let reason) {
      recorder.info(.number(process), error: reason)
      throw StoreError.lost(reason: reason)
    } catch let error as StoreError {
      // After any other error the store holds what it held before.
      recorder.fail(.number(process), error: "\(error)")
      throw error
    }
  }

  private func transact(_ steps: [TransactionStep], on store: any Store) async throws -> [TransactionStep] {
    let isReadOnly = steps.allSatisfy { if case .append = $0 { false } else { true } }
    guard !isReadOnly else {
      return try await store.read { transaction in
        let found = try steps.map { step in
          try nextStep()
          return try transaction.read(step)
        }
        try nextStep()
        return found
      }
    }
    return try await store.write { transaction in
      let found = try steps.map { step in
        try nextStep()
        if case .append(let key, let value) = step {
          try transaction.append(value, to: key)
          return step
        }
        return try transaction.read(step)
      }
      try nextStep()
      return found
    }
  }

  private func nextStep() throws {
    if alternates { try turns.next(of: number) }
  }
}

extension ReadTransaction {
  func read(_ step: TransactionStep) throws -> TransactionStep {
    switch step {
    case .append, .write: return step
    case .read(let key, _): return .read(key: key, .list(try list(key).map(HistoryValue.int)))
    case .scan(let keys, _):
      let records = try scan("even") + scan("odd")
      let found = try records.map { record in
        HistoryValue.list([Int(record.key).map(HistoryValue.int) ?? .text(record.key), .list(try list(in: record).map(HistoryValue.int))])
      }
      return .scan(keys: keys, .list(found))
    }
  }

  fileprivate func list(_ key: HistoryValue) throws -> [Int] { try get("\(key)", in: key.collection).map(list(in:)) ?? [] }

  /// - Throws: ``OverlapGarbage`` where the record holds what no transaction put.
  private func list(in record: Record) throws -> [Int] {
    guard record.fields.count == 1, case .text(let text) = record.fields["list"] else {
      throw OverlapGarbage(description: "the record at \(record.key) holds \(record.fields), which no transaction put")
    }
    return try text.split(separator: " ").map { word in
      if let number = Int(word) { return number }
      throw OverlapGarbage(description: "the list at \(record.key) holds \(word), which no transaction put")
    }
  }
}

extension WriteTransaction {
  func append(_ value: HistoryValue, to key: HistoryValue) throws {
    let list = (try list(key) + [value.int ?? 0]).map(String.init).joined(separator: " ")
    try put(["list": .text(list)], at: "\(key)", in: key.collection)
  }
}

extension HistoryValue {
  fileprivate var collection: String { (int ?? 0) % 2 == 0 ? "even" : "odd" }
}
