import Foundation

/// The reference's repository: the article store, with the caches in front of it.
public struct ArticleService: ArticleServiceProtocol {
  private let setup: ArticleServiceSetup

  /// Creates the repository and loads the in-memory list. If the store fails, the list stays empty until the next read
  /// or write.
  public static func open(_ setup: ArticleServiceSetup) async -> ArticleService {
    if let all = try? await setup.store.read({ try $0.articles() }) { await setup.list.load(all) }
    return ArticleService(setup)
  }

  private init(_ setup: ArticleServiceSetup) {
    self.setup = setup
  }

  // Reading.

  public func articles(topic: String?) async -> TopicArticles {
    if let entry = await setup.cache.entry(for: topic), entry.isFresh {
      return TopicArticles(articles: entry.articles, layer: .cache, isStale: false)
    }
    if let articles = await fromDatabase(topic) {
      return TopicArticles(articles: articles, layer: .database, isStale: false)
    }
    if let entry = await setup.cache.entry(for: topic) {
      return TopicArticles(articles: entry.articles, layer: .cache, isStale: !entry.isFresh)
    }
    return TopicArticles(articles: await setup.list.articles(topic: topic), layer: .memoryList, isStale: true)
  }

  /// Reads the topic from the store and fills the cache. Nil if the store or the renderer fails.
  private func fromDatabase(_ topic: String?) async -> [ArticleModel]? {
    let generation = await setup.cache.generation()
    do {
      let found = try await setup.store.read { try $0.articles() }
      await setup.list.load(found)
      var complete: [ArticleModel] = []
      for article in ArticleOrder.sorted(found.filter { $0.isIn(topic) }) {
        complete.append(try await setup.loader.complete(article))
      }
      await setup.cache.fill(complete, for: topic, since: generation)
      return complete
    } catch {
      log("topic read failed", .warning)
      return nil
    }
  }

  public func article(_ id: String) async throws -> ArticleModel? {
    if let known = await setup.memory.article(id) { return known }
    let generation = await setup.memory.generation()
    guard let stored = try await setup.store.read({ try $0.article(id) }) else { return nil }
    let article = try await setup.loader.complete(stored)
    await setup.memory.remember(article, since: generation)
    return article
  }

  public func richText(_ field: RichTextField, of id: String) async throws -> LoadedRichText {
    guard let article = try await setup.store.read({ try $0.article(id) }) else { throw ArgusError.notFound }
    return try await setup.loader.load(field, of: article)
  }

  public func isSeen(_ id: String) async throws -> Bool { try await setup.store.read { try $0.seen(id) != nil } }

  public func memoryWarning() async {
    await setup.memory.forget(nil)
    await setup.loader.memoryWarning()
  }

  // Writing. The store reports each commit to the caches: see `ArticleStoreSetup.didCommit`.

  @discardableResult
  public func save(_ article: ArticleModel) async throws -> ArticleModel {
    try await setup.store.transaction { try $0.save(article) }
  }

  @discardableResult
  public func update(_ article: ArticleModel, expectedVersion: Int64) async throws -> ArticleModel {
    try await setup.store.transaction { try $0.update(article, expectedVersion: expectedVersion) }
  }

  @discardableResult
  public func delete(_ id: String) async throws -> Bool {
    try await setup.store.transaction { try $0.deleteArticle(id) }
  }

  public func deleteTopic(_ name: String) async throws {
    try await setup.store.transaction { _ = try $0.deleteTopic(name) }
  }

  @discardableResult
  public func markSeen(_ id: String) async throws -> SeenArticleModel {
    let now = setup.time.date()
    return try await setup.store.transaction { try $0.markSeen(id, at: now) }
  }

  public func open(_ id: String) async throws -> Bool {
    // A missing article costs no transaction.
    if try await article(id) == nil { return false }
    let now = setup.time.date()
    return try await setup.store.transaction { transaction in
      guard var article = try transaction.article(id) else { return false }
      if !article.isRead {
        article.isRead = true
        try transaction.save(article)
      }
      try transaction.markSeen(id, at: now)
      return true
    }
  }

  // Importing.

  public func importArticles(_ articles: [ArticleModel], batchSize: Int) async throws -> ImportReport {
    var report = ImportReport()
    for batch in setup.chunk(articles, max(1, batchSize)) {
      do {
        let outcomes = try await setup.store.transaction { transaction in
          try batch.map { ($0.id, try store($0, in: transaction)) }
        }
        for (id, outcome) in outcomes { report.note(outcome, id) }
      } catch {
        // The batch was rolled back. Store its articles one by one, so that a bad article fails alone. A cancellation ends
        // the import there.
        for article in batch { report.note(try await storeAlone(article), article.id) }
      }
    }
    return report
  }

  private func storeAlone(_ article: ArticleModel) async throws -> ImportOutcome {
    do {
      return try await setup.store.transaction { try store(article, in: $0) }
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      log("an article was not imported", .warning)
      return .failed
    }
  }

  private func store(_ article: ArticleModel, in transaction: any ArticleTransaction) throws -> ImportOutcome {
    if let known = try transaction.article(article.id) ?? transaction.article(at: article.url) {
      try transaction.save(article.withMarks(of: known))
      return .updated
    }
    if try transaction.seen(article.id) != nil { return .skipped }
    try transaction.save(article)
    return .added
  }

  private func log(_ message: String, _ level: LogEntry.Level) {
    setup.logger.log(LogEntry(level, "ArticleService", message, at: setup.time.date()))
  }
}

private enum ImportOutcome: Sendable { case added, updated, skipped, failed }

extension ImportReport {
  fileprivate mutating func note(_ outcome: ImportOutcome, _ id: String) {
    switch outcome {
    case .added: added.append(id)
    case .updated: updated.append(id)
    case .skipped: skipped.append(id)
    case .failed: failed.append(id)
    }
  }
}
