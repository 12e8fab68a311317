import PropertyTesting
import StorageContract

/// A transaction as one operation of a history: so that a history that is linearizable is one of a store that is
/// strictly serializable.
struct StoreHistoryTransaction: Hashable, Sendable {
  var steps: [StoreHistoryStep]
  /// Whether its closure throws when the steps are done.
  var isAbandoned = false

  var isReading: Bool { !isAbandoned && steps.allSatisfy(\.isReading) }

  var text: String {
    let steps = steps.isEmpty ? "nothing" : steps.map(\.text).joined(separator: "; ")
    return isAbandoned ? steps + "; throw" : steps
  }

  /// Carries it out.
  /// - Returns: what the steps gave, of an abandoned transaction too.
  /// - Throws: what the store throws.
  func run(on store: any Store) async throws -> [StoreHistoryOutput] {
    if isReading {
      return try await store.read { transaction in try steps.map { try transaction.perform(reading: $0) } }
    }
    do {
      let outputs = try await store.write { transaction in
        let outputs = try steps.map { try transaction.perform($0) }
        if isAbandoned { throw StoreHistoryAbandoned(outputs: outputs) }
        return outputs
      }
      return isAbandoned ? outputs + [.noError] : outputs
    } catch let abandoned as StoreHistoryAbandoned where isAbandoned {
      return abandoned.outputs
    }
  }

  /// Everything that a store shows of itself.
  static func readingAll(_ collections: [String]) -> StoreHistoryTransaction {
    StoreHistoryTransaction(
      steps: [.collections, .schemaVersion] + collections.flatMap { [.scan(ScanRange($0)), .count(ScanRange($0))] })
  }
}

extension StoreHistoryTransaction: CounterexampleDescribable {
  var counterexampleDescription: String { "{" + text + "}" }
}

/// What an abandoned transaction throws.
struct StoreHistoryAbandoned: Error, Hashable {
  let outputs: [StoreHistoryOutput]
}

typealias StoreHistory = History<StoreHistoryTransaction, [StoreHistoryOutput]>
typealias StoreHistoryRecorder = HistoryRecorder<StoreHistoryTransaction, [StoreHistoryOutput]>

extension HistoryRecorder<StoreHistoryTransaction, [StoreHistoryOutput]> {
  /// Takes the one error after which the contents are not known for what it is, and all others for failures.
  static func ofStores() -> StoreHistoryRecorder {
    StoreHistoryRecorder { error in
      switch error {
      case StoreError.lost(let reason): .unknown(reason)
      case StoreError.conflict: .failed(conflict)
      default: .failed("\(error)")
      }
    }
  }

  /// The one failure that is not an error: a conflict with another transaction.
  static var conflict: String { "conflict" }
}

extension SequentialModel<StoreHistoryState, StoreHistoryTransaction, [StoreHistoryOutput]> {
  /// A store that is used by one client after the other. It has no parts: the put counter is everybody's.
  static let store = SequentialModel(initial: StoreHistoryState()) { state, transaction in state.apply(transaction) }

  /// The same, whose puts have the versions that the store has told.
  static let storeWithGaps = SequentialModel(initial: StoreHistoryState()) { state, transaction, told in
    // What nobody knows has had no version that anybody could name: it is taken for not done.
    guard let told else { return [state] }
    var next = state
    return next.apply(transaction, told: told) == told ? [next] : []
  }
}

extension History<StoreHistoryTransaction, [StoreHistoryOutput]> {
  /// The history as it reads in a report.
  func storeLanes(explaining violation: LinearizabilityViolation? = nil) -> [String] {
    lanes(explaining: violation, operation: \.text, output: Self.text)
  }

  /// - Throws: ``ExpectationFailure`` where no order of the transactions explains what they gave; the lanes are then in
  ///   the report.
  func expectStrictlySerializable(
    by model: SequentialModel<StoreHistoryState, StoreHistoryTransaction, [StoreHistoryOutput]> = .store, notingIn trial: Trial?
  ) throws {
    try expectLinearizable(by: model, notingIn: trial, operation: \.text, output: Self.text)
  }

  /// No two committed puts have one version.
  func expectVersionsOfTheirOwn() throws {
    var taken: Set<Int64> = []
    for call in calls where !call.operation.isAbandoned {
      guard case .done(let outputs) = call.outcome else { continue }
      for (step, output) in zip(call.operation.steps, outputs) {
        guard let version = step.newVersion(in: output) else { continue }
        try expect("version \(version) of \(call.client)'s \(step.text) is its own", taken.insert(version).inserted)
      }
    }
  }

  private static func text(_ outputs: [StoreHistoryOutput]) -> String {
    outputs.map(\.text).joined(separator: "; ")
  }
}
