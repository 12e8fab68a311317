import StorageContract

/// Checks every record and repairs what it can (002 Context corruption detection and remediation strategies).
///
/// It quarantines records that cannot be read, with all their bytes. Of two articles of the same address it keeps the
/// one with the higher version, or else the one with the lower id. Links follow the articles. If an article names a
/// topic that does not exist, the validator creates the topic.
struct ContextValidator {
  let transaction: any WriteTransaction
  let canonicalURL: @Sendable (String) -> String?
  private(set) var problems: [ContextProblem] = []

  init(_ transaction: any WriteTransaction, canonicalURL: @escaping @Sendable (String) -> String?) {
    self.transaction = transaction
    self.canonicalURL = canonicalURL
  }

  mutating func run() throws {
    let articles = try withoutDuplicates(try readable(ArticleModel.self))
    let topics = try readable(TopicModel.self)
    _ = try readable(SeenArticleModel.self)
    try checkBlobs(of: articles)
    try checkLinks(articles, topics)
  }

  /// Returns the readable records of a type, and quarantines the others.
  private mutating func readable<Model: StoredModel>(_ type: Model.Type) throws -> [(model: Model, record: Record)] {
    var found: [(Model, Record)] = []
    for record in try transaction.scan(Model.collection) {
      do {
        found.append((try Model(sealed: record), record))
      } catch {
        try Quarantine.take(record, from: Model.collection, in: transaction)
        problems.append(.quarantined(collection: Model.collection, key: record.key))
      }
    }
    return found
  }

  /// Quarantines all but one of the articles that share an address.
  private mutating func withoutDuplicates(
    _ articles: [(model: ArticleModel, record: Record)]
  ) throws -> [ArticleModel] {
    var kept: [KeyBytes: Int] = [:]
    var result: [(model: ArticleModel, record: Record)?] = articles
    for (place, article) in articles.enumerated() {
      guard let address = canonicalURL(article.model.url).map(KeyBytes.init) else { continue }
      guard let other = kept[address] else {
        kept[address] = place
        continue
      }
      // The article with the lower id comes first, so it wins if the versions are equal.
      let loser = article.model.version > articles[other].model.version ? other : place
      if loser == other { kept[address] = place }
      result[loser] = nil
      try Quarantine.take(articles[loser].record, from: ArticleModel.collection, in: transaction)
      problems.append(.duplicate(articleID: articles[loser].model.id))
    }
    return result.compactMap { $0?.model }
  }

  /// Deletes rich text that belongs to no article or cannot be read. The loader renders it again.
  private func checkBlobs(of articles: [ArticleModel]) throws {
    let ids = Set(articles.map { KeyBytes($0.id) })
    for record in try transaction.scan(RichTextBlobs.collection) {
      if let blobs = try? RichTextBlobs(sealed: record), ids.contains(KeyBytes(blobs.articleID)) { continue }
      try transaction.delete(record.key, in: RichTextBlobs.collection)
    }
  }

  /// Makes each topic's links the inverse of its articles' topics, and creates missing topics.
  private mutating func checkLinks(
    _ articles: [ArticleModel], _ topics: [(model: TopicModel, record: Record)]
  ) throws {
    var expected: [KeyBytes: [String]] = [:]
    for article in articles {
      for name in article.topicNames.eachOnce where !name.isEmpty {
        expected[KeyBytes(name), default: []].append(article.id)
      }
    }
    // A faulty store may return the same key twice.
    let known = Dictionary(topics.map { (KeyBytes($0.model.name), $0.model) }, uniquingKeysWith: { $1 })
    for name in Set(expected.keys).union(known.keys).sorted() {
      // Articles come in the order of their ids.
      let ids = expected[name, default: []]
      if let topic = known[name], topic.articleIDs.map(KeyBytes.init) == ids.map(KeyBytes.init) { continue }
      var topic = known[name] ?? TopicModel(name: name.text)
      topic.articleIDs = ids
      try transaction.put(topic.sealedFields, at: topic.storageKey, in: TopicModel.collection)
      problems.append(.danglingLinks(topic: name.text))
    }
  }
}
