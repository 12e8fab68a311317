import StorageContract

/// Reads articles, topics and seen records in a transaction of the store. It treats records that cannot be read as
/// missing: ``ContextValidator`` quarantines them.
class StoredArticleReader: ArticleReader {
  private let transaction: any ReadTransaction
  let setup: ArticleStoreSetup

  init(_ transaction: any ReadTransaction, _ setup: ArticleStoreSetup) {
    self.transaction = transaction
    self.setup = setup
  }

  var raw: any ReadTransaction { transaction }

  func article(_ id: String) throws -> ArticleModel? {
    guard let article = try model(ArticleModel.self, id) else { return nil }
    return try withBlobs(article)
  }

  func article(at url: String) throws -> ArticleModel? {
    guard let wanted = setup.canonicalURL(url) else { return nil }
    return try articles().first { article in
      setup.canonicalURL(article.url).map { KeyBytes.equal($0, wanted) } ?? false
    }
  }

  func articles() throws -> [ArticleModel] { try models(ArticleModel.self).map(withBlobs) }
  func topic(_ name: String) throws -> TopicModel? { try model(TopicModel.self, name) }
  func topics() throws -> [TopicModel] { try models(TopicModel.self) }
  func seen(_ articleID: String) throws -> SeenArticleModel? { try model(SeenArticleModel.self, articleID) }
  func seenArticles() throws -> [SeenArticleModel] { try models(SeenArticleModel.self) }

  private func withBlobs(_ article: ArticleModel) throws -> ArticleModel {
    var article = article
    article.blobs = try model(RichTextBlobs.self, article.id)?.blobs ?? [:]
    return article
  }

  private func model<Model: StoredModel>(_ type: Model.Type, _ key: String) throws -> Model? {
    // No record can have such a key.
    guard 1...RecordRules.maximumKeySizeBytes ~= key.utf8.count else { return nil }
    return try transaction.get(key, in: Model.collection).flatMap { try? Model(sealed: $0) }
  }

  private func models<Model: StoredModel>(_ type: Model.Type) throws -> [Model] {
    try transaction.scan(Model.collection).compactMap { try? Model(sealed: $0) }
  }
}
