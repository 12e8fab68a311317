import ArgusReference
import StorageContract

/// Copies articles of the old database into the new store. Each batch is one transaction, which also stores the
/// progress.
struct MigrationService: Sendable {
  static let collection = "migration"

  let setup: MigrationSetup

  struct Progress: Sendable, Equatable {
    /// The key of the last row that was processed, or nil before the first.
    var lastKey: String?
    var processedCount = 0
  }

  func progress() async throws -> Progress {
    try await setup.articles.read { reader in
      guard let fields = try reader.raw.get("progress", in: Self.collection)?.fields,
        case .text(let key)? = fields["lastKey"], case .int64(let count)? = fields["processedCount"]
      else { return Progress() }
      return Progress(lastKey: key, processedCount: Int(count))
    }
  }

  /// Stores the next batch, and the progress with it.
  /// - Returns: the progress after the batch, or nil if there is no row left.
  func processBatch(of legacy: LegacyDatabase, after progress: Progress) async throws -> Progress? {
    let batch = try await legacy.articles(after: progress.lastKey, limit: max(1, setup.batchSize))
    guard let last = batch.last?.key else { return nil }
    let next = Progress(lastKey: last, processedCount: progress.processedCount + batch.count)
    let articles = batch.compactMap { $0.article.map(setup.convert) }
    try await setup.articles.transaction { transaction in
      for article in articles { try Self.migrate(article, in: transaction) }
      try transaction.writer.put(
        ["lastKey": .text(last), "processedCount": .int64(Int64(next.processedCount))], at: "progress", in: Self.collection)
    }
    return next
  }

  /// Creates an article that does not exist. For one that exists, it replaces the status only.
  private static func migrate(_ article: ArticleModel, in transaction: any ArticleTransaction) throws {
    let known = try transaction.article(article.id) ?? transaction.article(at: article.url)
    guard var updated = known else {
      try transaction.save(article)
      return
    }
    updated.isRead = article.isRead
    updated.isBookmarked = article.isBookmarked
    updated.isArchived = article.isArchived
    // An article that has this status already is not written, so its version stays.
    if updated != known { try transaction.save(updated) }
  }
}
