import Foundation
import StorageContract

/// The reference's ``ArticleStore``: articles in a store on the device.
public struct LocalArticleStore: ArticleStore {
  private static let commits = "commits"
  private static let attemptCount = 2

  private let setup: ArticleStoreSetup

  /// Opens the article store. It validates every record first.
  /// - Throws: ``ArgusError/transactionFailed`` if the backend fails.
  public static func open(_ setup: ArticleStoreSetup) async throws -> LocalArticleStore {
    let store = LocalArticleStore(setup)
    try await store.validate()
    return store
  }

  private init(_ setup: ArticleStoreSetup) {
    self.setup = setup
  }

  public func read<Result: Sendable>(_ body: @Sendable (any ArticleReader) throws -> Result) async throws -> Result {
    do {
      return try await setup.store.read { try body(StoredArticleReader($0, setup)) }
    } catch is StoreError {
      throw ArgusError.transactionFailed
    }
  }

  public func transaction<Result: Sendable>(
    _ body: @Sendable (any ArticleTransaction) throws -> Result
  ) async throws -> Result {
    for attempt in 1...Self.attemptCount {
      try Task.checkCancellation()
      let commit = Commit<Result>(id: setup.makeID())
      do {
        try await setup.store.write { try run(body, as: commit, in: $0) }
      } catch let error as StoreError {
        log("transaction failed, attempt \(attempt)", .warning)
        guard case .lost = error else { continue }
        switch await wasDone(commit) {
        case true?: break
        case false?: continue
        case nil:
          // The commit may have been made or not, so the caches cannot go on from what they hold.
          await setup.didCommit(CommittedChanges(sequence: commit.changes.now.sequence, changes: [.mended]))
          throw ArgusError.transactionFailed
        }
      }
      await tell(commit)
      if let result = commit.result.now { return result }
    }
    // A warning only: the part that shows the failure to the user logs it as an error, once.
    log("transaction failed for good", .warning)
    // If the validation fails too, the next call finds out by itself.
    _ = try? await validate()
    throw ArgusError.transactionFailed
  }

  /// One attempt of a transaction. It writes a mark into the store. If the backend does not say whether it has
  /// committed, the mark shows whether it did.
  private struct Commit<Result: Sendable>: Sendable {
    let id: UUID
    let result = Remembered<Result?>(nil)
    let changes = Remembered(CommittedChanges(sequence: 0, changes: []))
  }

  private func run<Result: Sendable>(
    _ body: @Sendable (any ArticleTransaction) throws -> Result, as commit: Commit<Result>,
    in transaction: any WriteTransaction
  ) throws {
    let context = StoredArticleTransaction(transaction, setup) { transaction in
      let sequence = try nextSequence(in: transaction)
      commit.changes.withValue { $0.sequence = sequence }
      try transaction.put(["id": .uuid(commit.id), "sequence": .int64(sequence)], at: "last", in: Self.commits)
    }
    let result = try body(context)
    if context.isDoomed { throw ArgusError.transactionFailed }
    try Task.checkCancellation()
    commit.changes.withValue { $0.changes = context.changes }
    commit.result.set(result)
  }

  private func nextSequence(in transaction: any ReadTransaction) throws -> Int64 {
    guard case .int64(let last)? = try transaction.get("last", in: Self.commits)?.fields["sequence"] else { return 1 }
    return last &+ 1
  }

  /// Reports the commit, unless it changed nothing.
  private func tell<Result>(_ commit: Commit<Result>) async {
    let committed = commit.changes.now
    if !committed.changes.isEmpty { await setup.didCommit(committed) }
  }

  /// Whether the attempt was committed, or nil if the store cannot say.
  private func wasDone<Result>(_ commit: Commit<Result>) async -> Bool? {
    // The attempt changed no article, topic or seen record, so it left no mark. It runs again.
    if commit.changes.now.sequence == 0 { return false }
    return try? await setup.store.read { try $0.get("last", in: Self.commits)?.fields["id"] == .uuid(commit.id) }
  }

  @discardableResult
  public func validate() async throws -> [ContextProblem] {
    let found: (problems: [ContextProblem], sequence: Int64)
    do {
      found = try await setup.store.write { transaction in
        var validator = ContextValidator(transaction, canonicalURL: setup.canonicalURL)
        try validator.run()
        return (validator.problems, try nextSequence(in: transaction))
      }
    } catch is StoreError {
      throw ArgusError.transactionFailed
    }
    if !found.problems.isEmpty {
      log("corruptedContext: \(found.problems.count) mended", .error)
      await setup.didCommit(CommittedChanges(sequence: found.sequence, changes: [.mended]))
    }
    return found.problems
  }

  private func log(_ message: String, _ level: LogEntry.Level) {
    setup.logger.log(LogEntry(level, "ArticleStore", message, at: setup.time.date()))
  }
}
