import PropertyTesting
import StorageContract

extension Fault<LawSubject> {
  static let commitsInTwoHalves = overEachStore(
    "commitsInTwoHalves", "commits in two halves") { ConcurrentHalvesStore($0) }

  static let losesWritesBeyondAPage = overEachStore(
    "losesWritesBeyondAPage", "commits the first 64 writes of a transaction") {
    ConcurrentPageStore($0, size: 64)
  }
}

/// Writes the first half of a transaction, lets others in, and writes the second. Writers come one after the other.
private actor ConcurrentHalvesStore: WrappingStore {
  nonisolated let base: any Store
  private let writers = ConcurrentLock()

  init(_ base: any Store) { self.base = base }

  func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    await writers.lock()
    defer { writers.unlock() }
    let draft = try await base.draft(body)
    let result = try draft.outcome.get()
    let half = draft.writes.count / 2
    if half > 0 {
      try await base.commit(draft.writes[..<half])
      await Task.yield()
    }
    try await base.commit(draft.writes[half...])
    return result
  }
}

/// Commits no more than so many writes of a transaction: the page of its log.
private actor ConcurrentPageStore: WrappingStore {
  nonisolated let base: any Store
  private let size: Int

  init(_ base: any Store, size: Int) {
    self.base = base
    self.size = size
  }

  func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    let draft = try await base.draft(body)
    let result = try draft.outcome.get()
    try await base.commit(draft.writes.prefix(size))
    return result
  }
}
