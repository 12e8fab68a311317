import Foundation
import StorageContract

/// Changes articles, topics and seen records in one transaction of the store.
final class StoredArticleTransaction: StoredArticleReader, ArticleTransaction {
  private let transaction: any WriteTransaction
  /// Called after the first write. The mark that it writes is neither the first write nor the last one, because a
  /// faulty backend may lose those alone.
  private let mark: (any WriteTransaction) throws -> Void
  private var hasWritten = false
  /// The changes so far, in order.
  private(set) var changes: [ArticleChange] = []
  /// Whether a nested transaction has failed.
  private(set) var isDoomed = false

  init(
    _ transaction: any WriteTransaction, _ setup: ArticleStoreSetup, mark: @escaping (any WriteTransaction) throws -> Void
  ) {
    self.transaction = transaction
    self.mark = mark
    super.init(transaction, setup)
  }

  var writer: any WriteTransaction { transaction }

  @discardableResult
  func save(_ article: ArticleModel) throws -> ArticleModel {
    let atAddress = try self.article(at: article.url)
    guard let known = try self.article(article.id) else { return try put(article, over: atAddress) }
    if let atAddress, !KeyBytes.equal(atAddress.id, known.id) { throw ArgusError.conflict(id: atAddress.id) }
    return try put(article, over: known)
  }

  @discardableResult
  func update(_ article: ArticleModel, expectedVersion: Int64) throws -> ArticleModel {
    guard let known = try self.article(article.id) else { throw ArgusError.notFound }
    guard known.version == expectedVersion else { throw ArgusError.conflict(id: known.id) }
    return try save(article)
  }

  /// Stores the given article with the id of the known one, if there is one, and the next version.
  private func put(_ given: ArticleModel, over known: ArticleModel?) throws -> ArticleModel {
    var article = ArticleModel(
      id: known?.id ?? given.id, url: given.url, title: given.title, summary: given.summary, body: given.body,
      topicNames: given.topicNames.filter { !$0.isEmpty }.eachOnce, publishedAt: given.publishedAt, isRead: given.isRead,
      isBookmarked: given.isBookmarked, isArchived: given.isArchived, qualityScore: given.qualityScore,
      highPriority: given.highPriority, version: (known?.version ?? 0) + 1)
    // Render before the first write of the article, so that a failure leaves nothing of it.
    for field in RichTextField.allCases {
      let markdown = article.text(of: field)
      article.blobs[field] = try RichTextBlob.encode(try setup.render(markdown), of: markdown)
    }
    try write(article)
    // The change log writes in the middle: the last write must be one that a reader would miss.
    try tell(.savedArticle(article, before: known))
    try write(RichTextBlobs(articleID: article.id, blobs: article.blobs))
    try relink(article.id, from: known?.topicNames ?? [], to: article.topicNames)
    return article
  }

  @discardableResult
  func setTopics(_ names: [String], of articleID: String) throws -> ArticleModel {
    guard let known = try article(articleID) else { throw ArgusError.notFound }
    var article = known
    article.topicNames = names.filter { !$0.isEmpty }.eachOnce
    article.version += 1
    try write(article)
    try tell(.savedArticle(article, before: known))
    try relink(article.id, from: known.topicNames, to: article.topicNames)
    return article
  }

  @discardableResult
  func deleteArticle(_ id: String) throws -> Bool {
    guard let article = try article(id) else { return false }
    try relink(id, from: article.topicNames, to: [])
    try remove(id, from: ArticleModel.self)
    try remove(id, from: RichTextBlobs.self)
    try tell(.deletedArticle(article))
    return true
  }

  func setTopic(_ name: String, priority: Int64) throws {
    let topic = TopicModel(name: name, articleIDs: try self.topic(name)?.articleIDs ?? [], priority: priority)
    try write(topic)
    try tell(.savedTopic(topic))
  }

  @discardableResult
  func deleteTopic(_ name: String) throws -> Bool {
    guard let topic = try topic(name) else { return false }
    for id in topic.articleIDs {
      guard let known = try article(id) else { continue }
      var article = known
      article.topicNames = known.topicNames.without(name)
      // The version rises, so that a writer who read the article with the topic cannot bring the topic back.
      article.version += 1
      try write(article)
      try tell(.savedArticle(article, before: known))
    }
    try remove(name, from: TopicModel.self)
    try tell(.deletedTopic(topic))
    return true
  }

  @discardableResult
  func markSeen(_ articleID: String, at date: Date) throws -> SeenArticleModel {
    if let seen = try seen(articleID) { return seen }
    let seen = SeenArticleModel(articleID: articleID, seenAt: date)
    try write(seen)
    try tell(.seen(seen))
    return seen
  }

  func deleteSeen(_ articleID: String) throws {
    guard let seen = try seen(articleID) else { return }
    try remove(articleID, from: SeenArticleModel.self)
    try tell(.deletedSeen(seen))
  }

  func backfill(_ blobs: [RichTextField: [UInt8]], of articleID: String) throws {
    guard try article(articleID) != nil else { throw ArgusError.notFound }
    try write(RichTextBlobs(articleID: articleID, blobs: blobs))
  }

  func transaction<Result>(_ body: (any ArticleTransaction) throws -> Result) throws -> Result {
    do {
      return try body(self)
    } catch {
      isDoomed = true
      throw error
    }
  }

  // Links.

  /// Updates the links in the topics, and creates topics that do not exist.
  private func relink(_ id: String, from old: [String], to new: [String]) throws {
    for name in old where !new.holds(name) {
      guard var topic = try topic(name) else { continue }
      topic.articleIDs = topic.articleIDs.without(id)
      try write(topic)
    }
    for name in new {
      let known = try topic(name)
      var topic = known ?? TopicModel(name: name)
      if topic.articleIDs.holds(id) { continue }
      topic.articleIDs = (topic.articleIDs + [id]).inByteOrder
      try write(topic)
      if known == nil { try tell(.savedTopic(topic)) }
    }
  }

  private func write<Model: StoredModel>(_ model: Model) throws {
    try transaction.put(model.sealedFields, at: model.storageKey, in: Model.collection)
    try didWrite()
  }

  private func remove<Model: StoredModel>(_ key: String, from type: Model.Type) throws {
    try transaction.delete(key, in: Model.collection)
    try didWrite()
  }

  private func tell(_ change: ArticleChange) throws {
    try setup.changeLog(change, transaction)
    changes.append(change)
  }

  private func didWrite() throws {
    if hasWritten { return }
    hasWritten = true
    try mark(transaction)
  }
}
