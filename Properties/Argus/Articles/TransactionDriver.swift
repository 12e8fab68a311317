import ArgusGenerators
import ArgusReference
import PropertyTesting
import StorageFaults

extension TransactionPlan {
  func run(on device: ArgusDevice) async throws -> String {
    for fault in faults { device.faults.inject(fault) }
    let before = device.commits
    // A task of its own: it may be cancelled.
    let task = Task { try await device.app.articleStore.transaction { try carryOut(in: $0) } }
    let result = await task.result
    let told = device.commits.dropFirst(before.count)
    let lines = told.flatMap(\.changes).map(\.line)
    // Of a store that has died nobody knows whether it was done.
    let hasDied = if case .dies = ending { true } else { false }
    let outcome =
      switch result {
      case .success: "done: \(lines)"
      case .failure(let error): Self.word(for: error) + (hasDied || lines.isEmpty ? "" : ", and told: \(lines)")
      }
    let mayTell = if case .commitStaysUnknown = ending { true } else { hasDied || outcome.hasPrefix("done") }
    try expect("at most one commit is told of, and after “\(outcome)” \(told.count)", told.count <= (mayTell ? 1 : 0))
    let known = before.filter { !$0.changes.contains(.mended) }
    for number in told.map(\.sequence) {
      try expect("the number of a commit, \(number), is higher than those before it", known.allSatisfy { $0.sequence < number })
    }
    if hasDied { try await device.relaunch() } else { device.faults.heal() }
    return outcome
  }

  private func carryOut(in transaction: any ArticleTransaction) throws {
    for step in steps[..<(nestedFrom ?? steps.count)] { try step.apply(to: transaction) }
    if let nestedFrom {
      do {
        try transaction.transaction { inner in
          for step in steps[nestedFrom...] { try step.apply(to: inner) }
          if nestedFails { throw PlannedError() }
        }
      } catch is PlannedError {}  // The outer one goes on as if nothing had been.
    }
    if ending == .throwsAtTheEnd { throw PlannedError() }
    if ending == .isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
  }

  private var faults: [StoreFault] {
    switch ending {
    case .commits, .throwsAtTheEnd, .isCancelled: []
    case .commitFails(let times): [StoreFault(.commit, .fails, times: times)]
    case .commitIsUnknown(let done): [StoreFault(.commit, .isUnknown(done: done))]
    case .commitStaysUnknown(let done): [StoreFault(.commit, .isUnknown(done: done)), StoreFault(.read, .fails, times: nil)]
    case .callFails(let point, let place): [StoreFault(point, .fails, skipping: place)]
    case .everyPutFails: [StoreFault(.put, .fails, times: nil)]
    case .dies(let done): [StoreFault(.commit, .dies(done: done))]
    }
  }
}

extension ArticleStore {
  /// Updates are from the versions that there are before.
  /// - Returns: what the store holds then, and which steps were refused.
  func apply(atOnce steps: [ArticleStep]) async throws -> (lines: [String], refused: Set<Int>) {
    let versions = try await read { reader in
      try steps.map { step -> Int64? in
        guard case .update(let edit, _) = step else { return nil }
        return try reader.article(edit.model.id)?.version
      }
    }
    let refused = try await withThrowingTaskGroup(of: Int?.self) { group in
      for (place, step) in steps.enumerated() {
        group.addTask {
          do {
            try await transaction { try step.apply(to: $0, from: versions[place]) }
            return nil
          } catch ArgusError.conflict {
            return place
          }
        }
      }
      return try await group.reduce(into: Set<Int>()) { if let place = $1 { $0.insert(place) } }
    }
    return (try await lines(), refused)
  }
}
