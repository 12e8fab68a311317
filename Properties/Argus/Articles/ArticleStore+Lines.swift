import ArgusGenerators
import ArgusReference
import StorageContract

// The store in the words of ``ArticleBook``.
extension ArticleStore {
  func lines() async throws -> [String] {
    try await read { reader in
      func numbered<Record>(_ records: [Record], _ name: (Record) -> String, in names: [String]) -> [(Int, Record)] {
        records.map { (ArticleNames.number(of: name($0), in: names), $0) }.sorted { $0.0 < $1.0 }
      }
      return numbered(try reader.articles(), \.id, in: ArticleNames.ids).map { $1.line }
        + numbered(try reader.topics(), \.name, in: ArticleNames.topics).map { number, topic in
          let inside = topic.articleIDs.map { ArticleNames.number(of: $0, in: ArticleNames.ids) }.sorted()
          return ArticleBook.line(topic: number, priority: topic.priority, articles: inside)
        }
        + numbered(try reader.seenArticles(), \.articleID, in: ArticleNames.ids).map { "seen \($0) at \($1.second) s" }
    }
  }
}

extension ArgusDevice {
  /// Of which something is on the disk, by number.
  func articlesWithRichText() async throws -> [Int] {
    try await store.read { try $0.scan(RichTextBlobs.collection).map(\.key) }
      .map { ArticleNames.number(of: $0, in: ArticleNames.ids) }.sorted()
  }
}

extension ArticleChange {
  var line: String {
    func article(_ id: String) -> Int { ArticleNames.number(of: id, in: ArticleNames.ids) }
    func topic(_ name: String) -> Int { ArticleNames.number(of: name, in: ArticleNames.topics) }
    return switch self {
    case .savedArticle(let saved, let before): saved.line + (before.map { ", before that \($0.line)" } ?? "")
    case .deletedArticle(let deleted): "article \(article(deleted.id)) is gone"
    case .savedTopic(let saved): "topic \(topic(saved.name)) of priority \(saved.priority)"
    case .deletedTopic(let deleted): "topic \(topic(deleted.name)) is gone"
    case .seen(let seen): "article \(article(seen.articleID)) was seen at \(seen.second) s"
    case .deletedSeen(let seen): "article \(article(seen.articleID)) was not seen"
    case .mended: "mended"
    }
  }
}

extension SeenArticleModel {
  fileprivate var second: Int { Int(seenAt.timeIntervalSinceReferenceDate) }
}

extension ArticleModel {
  /// Tells besides which fields are not those of its text, and which rich text is not of its field.
  var line: String {
    let text = ArticleNames.number(of: body, in: ArticleNames.texts)
    let entry = ArticleBook.Entry(
      address: ArticleNames.address(of: url), text: text,
      topics: topicNames.map { ArticleNames.number(of: $0, in: ArticleNames.topics) }, isRead: isRead, version: version)
    var right = self
    if text >= 0 { ArticleNames.fill(&right, withText: text) }
    return ArticleBook.line(ArticleNames.number(of: id, in: ArticleNames.ids), entry)
      + (right == self ? "" : " with other fields: \(storedFields)")
      + wrongBlobs.map { " with wrong rich text of its \($0.rawValue)" }.joined()
  }

  /// The fields whose blob is missing or is not of their text.
  var wrongBlobs: [RichTextField] {
    RichTextField.allCases.filter { field in
      let text = text(of: field)
      return blobs[field].flatMap { RichTextBlob.decode($0, of: text) } != ArticleNames.rendered(text)
    }
  }
}
