import PropertyTesting
import StorageContract

extension Fault<LawSubject> {
  static let insertsLate = overEachStore("insertsLate", "looks whether the key is free, and inserts later") {
    ConcurrentLateInsertStore($0)
  }
}

/// A transaction that inserts lets others in between its check and its writing. All others are right.
private actor ConcurrentLateInsertStore: WrappingStore {
  nonisolated let base: any Store

  init(_ base: any Store) { self.base = base }

  func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    let draft = try await base.draft { transaction in
      // What inserts nothing is committed at once.
      (try body(transaction), (transaction as? DraftTransaction)?.writes.contains(where: \.isInsert) ?? false)
    }
    let (result, inserts) = try draft.outcome.get()
    guard inserts else { return try await base.write(body) }
    await Task.yield()
    try await base.commit(draft.writes)
    return result
  }
}
