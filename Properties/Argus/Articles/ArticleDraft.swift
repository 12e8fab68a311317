import ArgusReference
import Foundation
import StorageContract

/// What the twin reads: tables in memory.
class TwinReader: ArticleReader {
  let raw: any ReadTransaction
  var tables: TwinTables
  fileprivate let twin: ArticleStoreTwin

  init(_ tables: TwinTables, _ raw: any ReadTransaction, _ twin: ArticleStoreTwin) {
    (self.tables, self.raw, self.twin) = (tables, raw, twin)
  }

  fileprivate var defect: ArticleStoreTwin.Defect? { twin.defect }

  func article(_ id: String) throws -> ArticleModel? { tables.articles[Array(id.utf8)] }
  func articles() throws -> [ArticleModel] { tables.articles.inKeyOrder }
  func topic(_ name: String) throws -> TopicModel? { tables.topics[Array(name.utf8)] }
  func topics() throws -> [TopicModel] { tables.topics.inKeyOrder }
  func seen(_ id: String) throws -> SeenArticleModel? { tables.seen[Array(id.utf8)] }
  func seenArticles() throws -> [SeenArticleModel] { tables.seen.inKeyOrder }

  func article(at url: String) throws -> ArticleModel? {
    func form(_ url: String) -> String? { defect == .comparesAddressesAsWritten ? url : twin.setup.canonicalURL(url) }
    guard twin.setup.canonicalURL(url) != nil, let wanted = form(url) else { return nil }
    return try articles().first { form($0.url) == wanted }
  }
}

/// The twin's transaction: the tables are changed in memory.
final class ArticleDraft: TwinReader, ArticleTransaction {
  let before: TwinTables
  let writer: any WriteTransaction
  private(set) var changes: [ArticleChange] = []
  private var steps: [TwinTables] = []
  private var isDoomed = false

  init(_ transaction: any WriteTransaction, _ twin: ArticleStoreTwin) throws {
    before = try TwinTables(transaction, twin)
    writer = transaction
    super.init(before, transaction, twin)
  }

  var hasChanged: Bool { !changes.isEmpty || !steps.isEmpty }

  // Writing.
  func save(_ given: ArticleModel) throws -> ArticleModel {
    let other = defect == .doesNotLookForTheAddress ? nil : try article(at: given.url)
    let known = try article(given.id)
    if known != nil, let other, !other.id.utf8.elementsEqual(given.id.utf8) { throw ArgusError.conflict(id: other.id) }
    let old = known ?? other
    let names = topics(of: given.topicNames)
    let version = (old?.version ?? 0) + (defect == .leavesTheVersion && old != nil ? 0 : 1)
    let saved = ArticleModel(
      id: old?.id ?? given.id, url: given.url, title: given.title, summary: given.summary, body: given.body,
      topicNames: names, publishedAt: given.publishedAt, isRead: given.isRead, isBookmarked: given.isBookmarked,
      isArchived: given.isArchived, qualityScore: given.qualityScore, highPriority: given.highPriority, version: version,
      blobs: try rendered(given, old, byAddress: known == nil))
    tables.articles[Array(saved.id.utf8)] = saved
    try tell(.savedArticle(saved, before: old))
    try relink(saved.id, old?.topicNames ?? [], names)
    return saved
  }

  /// Those with a name, each once.
  private func topics(of names: [String]) -> [String] {
    names.reduce(into: []) { found, name in
      if !name.isEmpty && (defect == .linksTwice || !found.contains { $0.utf8.elementsEqual(name.utf8) }) { found.append(name) }
    }
  }

  private func rendered(_ given: ArticleModel, _ old: ArticleModel?, byAddress: Bool) throws -> [RichTextField: [UInt8]] {
    if let old, defect == .keepsTheOldRichText || defect == .keepsTheOthersRichText && byAddress { return old.blobs }
    var blobs: [RichTextField: [UInt8]] = [:]
    for field in RichTextField.allCases where defect != .rendersTheBodyAlone || field == .body {
      let text = given.text(of: field)
      do {
        blobs[field] = try RichTextBlob.encode(try twin.setup.render(text), of: text)
      } catch where defect == .savesWithoutRichText {
        continue
      }
    }
    return blobs
  }

  private func relink(_ id: String, _ old: [String], _ new: [String]) throws {
    for name in old where defect != .keepsOldTopics && !new.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
      tables.topics[Array(name.utf8)]?.articleIDs.removeAll { $0.utf8.elementsEqual(id.utf8) }
    }
    for name in new {
      let known = tables.topics[Array(name.utf8)]
      var topic = known ?? TopicModel(name: name)
      if defect == .linksTwice || !topic.articleIDs.contains(where: { $0.utf8.elementsEqual(id.utf8) }) { topic.articleIDs.append(id) }
      topic.articleIDs.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      tables.topics[Array(name.utf8)] = topic
      if known == nil { try tell(.savedTopic(topic)) }
    }
  }

  func update(_ article: ArticleModel, expectedVersion: Int64) throws -> ArticleModel {
    guard let known = try self.article(article.id) else { throw ArgusError.notFound }
    let isCurrent = known.version == expectedVersion || defect == .takesNewerForEqual && expectedVersion > known.version
    if !isCurrent, defect != .lastWriteWins {
      if defect == .countsRefusedWrites { tables.articles[Array(article.id.utf8)]?.version += 1 }
      throw ArgusError.conflict(id: known.id)
    }
    return try save(article)
  }

  func setTopics(_ names: [String], of id: String) throws -> ArticleModel {
    guard let old = try article(id) else { throw ArgusError.notFound }
    let names = topics(of: names)
    var new = old
    (new.topicNames, new.version) = (names, old.version + 1)
    tables.articles[Array(id.utf8)] = new
    try tell(.savedArticle(new, before: old))
    try relink(id, old.topicNames, names)
    return new
  }

  func deleteArticle(_ id: String) throws -> Bool {
    guard let old = tables.articles.removeValue(forKey: Array(id.utf8)) else { return false }
    if defect != .leavesTheInverse { try relink(id, old.topicNames, []) }
    if defect == .forgetsSeenWithTheArticle { tables.seen[Array(id.utf8)] = nil }
    try tell(.deletedArticle(old))
    return true
  }

  func setTopic(_ name: String, priority: Int64) throws {
    guard 1...1_024 ~= name.utf8.count else { throw StoreError.invalidKey(reason: "it is no name") }
    var topic = tables.topics[Array(name.utf8)] ?? TopicModel(name: name)
    topic.priority = priority
    tables.topics[Array(name.utf8)] = topic
    try tell(.savedTopic(topic))
  }

  func deleteTopic(_ name: String) throws -> Bool {
    guard let topic = tables.topics.removeValue(forKey: Array(name.utf8)) else { return false }
    for id in topic.articleIDs {
      guard let old = try article(id) else { continue }
      var new = old
      if defect != .leavesDeletedTopicsInArticles { new.topicNames.removeAll { $0.utf8.elementsEqual(name.utf8) } }
      new.version += 1
      let goes = defect == .deletesArticlesWithTheirTopic || defect == .deletesOrphans && new.topicNames.isEmpty
      tables.articles[Array(id.utf8)] = goes ? nil : new
      try tell(.savedArticle(new, before: old))
    }
    try tell(.deletedTopic(topic))
    return true
  }

  func markSeen(_ id: String, at date: Date) throws -> SeenArticleModel {
    if let known = try seen(id), defect != .movesSeenAt { return known }
    let seen = SeenArticleModel(articleID: id, seenAt: date)
    tables.seen[Array(id.utf8)] = seen
    try tell(.seen(seen))
    return seen
  }

  func deleteSeen(_ id: String) throws {
    guard let old = tables.seen.removeValue(forKey: Array(id.utf8)) else { return }
    try tell(.deletedSeen(old))
  }

  func backfill(_ blobs: [RichTextField: [UInt8]], of id: String) throws {
    guard tables.articles[Array(id.utf8)] != nil else { throw ArgusError.notFound }
    tables.articles[Array(id.utf8)]?.blobs = blobs
    steps.append(tables)
  }

  func transaction<Result>(_ body: (any ArticleTransaction) throws -> Result) throws -> Result {
    do { return try body(self) } catch {
      isDoomed = true
      throw error
    }
  }

  private func tell(_ change: ArticleChange) throws {
    try twin.setup.changeLog(change, writer)
    changes.append(change)
    steps.append(tables)
  }

  // The end.
  func demandCommit() throws {
    if isDoomed, defect != .commitsDespiteANestedFailure { throw ArgusError.transactionFailed }
    if defect != .ignoresCancellation { try Task.checkCancellation() }
  }

  /// What a defect commits though the closure threw.
  func kept(after error: any Error) -> TwinTables? {
    switch defect {
    case .keepsWhatWasDoneBeforeTheError where !(error is StoreError): tables
    case .savesEachStepForItself where !(error is StoreError): steps.first
    case .countsRefusedWrites: if case ArgusError.conflict = error { tables } else { nil }
    default: nil
    }
  }
}
