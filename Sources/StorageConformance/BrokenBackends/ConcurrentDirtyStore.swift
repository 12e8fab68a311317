import PropertyTesting
import StorageContract

extension Fault<LawSubject> {
  static let showsUncommittedWrites = overEachStore(
    "showsUncommittedWrites", "shows writes before they are committed") { ConcurrentDirtyStore($0) }
}

/// Readers see what a transaction has written before it is committed, and when it is never committed. Writers come one
/// after the other.
private actor ConcurrentDirtyStore: WrappingStore {
  nonisolated let base: any Store
  private let writers = ConcurrentLock()
  private var uncommitted: [DraftWrite] = []

  init(_ base: any Store) { self.base = base }

  func read<Result: Sendable>(_ body: @Sendable (any ReadTransaction) throws -> Result) async throws -> Result {
    let uncommitted = uncommitted
    if uncommitted.isEmpty { return try await base.read(body) }
    return try await base.draft { transaction in
      for write in uncommitted { try write.apply(to: transaction) }
      return try body(transaction)
    }.outcome.get()
  }

  func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    await writers.lock()
    defer { writers.unlock() }
    let draft = try await base.draft(body)
    uncommitted = draft.writes
    await Task.yield()
    uncommitted = []
    let result = try draft.outcome.get()
    try await base.commit(draft.writes)
    return result
  }
}
