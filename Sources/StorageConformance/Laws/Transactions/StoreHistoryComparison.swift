import PropertyTesting
import StorageContract

/// A store and the model, side by side.
struct StoreHistoryComparison {
  private let store: any Store
  private let trial: Trial

  init(_ store: any Store, _ trial: Trial) {
    self.store = store
    self.trial = trial
  }

  /// Carries the transaction out in both, and expects every step to give the same.
  func run(_ transaction: StoreHistoryTransaction, _ model: inout StoreHistoryState) async throws {
    let outputs: [StoreHistoryOutput]
    do {
      outputs = try await transaction.run(on: store)
    } catch let error as StoreError {
      return try expect("\(transaction.text) is carried out, and does not throw \(error)", false)
    }
    let expected = model.apply(transaction)
    let given = outputs.isEmpty ? "" : " → \(outputs.map(\.text).joined(separator: "; "))"
    trial.note(transaction.text + given)
    for (number, step) in transaction.steps.enumerated() where number < outputs.count {
      try expect(
        "step \(number + 1), \(step.text): expected \(expected[number].text), got \(outputs[number].text)",
        outputs[number] == expected[number])
    }
    try expect("the closure's error comes out of write", outputs.last != .noError)
    try expect("steps that gave something", outputs.count, equals: expected.count)
  }
}
