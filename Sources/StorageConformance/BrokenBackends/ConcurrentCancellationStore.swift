import PropertyTesting
import StorageContract

extension Fault<LawSubject> {
  static let commitsHalfWhenCancelled = overEachStore(
    "commitsHalfWhenCancelled", "commits half of a transaction whose task is cancelled") {
    ConcurrentCancellationStore($0, .commitsHalf)
  }

  static let commitsAndThrowsWhenCancelled = overEachStore(
    "commitsAndThrowsWhenCancelled", "commits what it says was cancelled") {
    ConcurrentCancellationStore($0, .commitsAndThrows)
  }

  static let refusesAllAfterACancellation = overEachStore(
    "refusesAllAfterACancellation", "refuses everything after a cancellation") {
    ConcurrentCancellationStore($0, .refusesAll)
  }
}

/// Looks for cancellation, at the wrong moment.
private actor ConcurrentCancellationStore: WrappingStore {
  enum Defect {
    case commitsHalf, commitsAndThrows, refusesAll
  }

  nonisolated let base: any Store
  private let defect: Defect
  private let writers = ConcurrentLock()
  private var wasCancelled = false

  init(_ base: any Store, _ defect: Defect) {
    self.base = base
    self.defect = defect
  }

  func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    await writers.lock()
    defer { writers.unlock() }
    if wasCancelled && defect == .refusesAll { throw StoreError.closed }
    let draft = try await base.draft(body)
    let result = try draft.outcome.get()
    let half = draft.writes.count / 2
    switch defect {
    case .commitsHalf:
      try await base.commit(draft.writes[..<half])
      await Task.yield()
      // The second half has no chance any more.
      try checkCancellation(draft.writes[half...].count)
      try await base.commit(draft.writes[half...])
    case .commitsAndThrows:
      try await base.commit(draft.writes)
      try checkCancellation(draft.writes.count)
    case .refusesAll:
      try checkCancellation(draft.writes.count)
      try await base.commit(draft.writes)
    }
    return result
  }

  private func checkCancellation(_ writes: Int) throws {
    guard Task.isCancelled, writes > 0 else { return }
    wasCancelled = true
    throw CancellationError()
  }
}
