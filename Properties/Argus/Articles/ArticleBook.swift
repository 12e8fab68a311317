import ArgusReference
import PropertyTesting

/// What the store of articles should hold, by numbers. Topics are looked up in the articles: no inverse is kept that could be
/// out of step.
struct ArticleBook: Sendable, Equatable, CounterexampleDescribable {
  struct Entry: Sendable, Equatable {
    var address: Int?
    var text: Int
    var topics: [Int]
    var isRead: Bool
    var version: Int64
  }

  var articles: [Int: Entry] = [:]
  /// Priorities.
  var topics: [Int: Int64] = [:]
  /// Seconds.
  var seen: [Int: Int] = [:]

  /// - Returns: what changes, in the order in which the caches and the sync are told of it.
  /// - Throws: ``ArgusError``, and half of the step may be done: who calls has a copy.
  mutating func apply(_ step: ArticleStep) throws -> [String] {
    switch step {
    case .save(let edit): return try save(edit)
    case .update(let edit, let off):
      guard articles[edit.article] != nil else { throw ArgusError.notFound }
      guard off == 0 else { throw ArgusError.conflict(id: ArticleNames.ids[edit.article]) }
      return try save(edit)
    case .setTopics(let topics, let number):
      guard var entry = articles[number] else { throw ArgusError.notFound }
      (entry.topics, entry.version) = (ArticleEdit.eachOnce(topics), entry.version + 1)
      return put(entry, number)
    case .delete(let number): return articles.removeValue(forKey: number) == nil ? [] : ["article \(number) is gone"]
    case .setTopic(let number, let priority):
      topics[number] = priority
      return ["topic \(number) of priority \(priority)"]
    case .deleteTopic(let number):
      guard topics.removeValue(forKey: number) != nil else { return [] }
      let inside = articles.keys.filter { articles[$0]?.topics.contains(number) == true }
      let changes = inside.sorted { ArticleNames.ids[$0].utf8.lexicographicallyPrecedes(ArticleNames.ids[$1].utf8) }.flatMap { article in
        guard var entry = articles[article] else { return [String]() }
        (entry.topics, entry.version) = (entry.topics.filter { $0 != number }, entry.version + 1)
        return put(entry, article)
      }
      return changes + ["topic \(number) is gone"]
    case .markSeen(let number, let second):
      guard seen[number] == nil else { return [] }
      seen[number] = second
      return ["article \(number) was seen at \(second) s"]
    case .deleteSeen(let number): return seen.removeValue(forKey: number) == nil ? [] : ["article \(number) was not seen"]
    }
  }

  private mutating func save(_ edit: ArticleEdit) throws -> [String] {
    let atAddress = edit.address.flatMap { wanted in articles.first { $0.value.address == wanted }?.key }
    if let atAddress, articles[edit.article] != nil, atAddress != edit.article {
      throw ArgusError.conflict(id: ArticleNames.ids[atAddress])
    }
    let number = articles[edit.article] == nil ? atAddress ?? edit.article : edit.article
    let entry = Entry(
      address: edit.address, text: edit.text, topics: ArticleEdit.eachOnce(edit.topics), isRead: edit.isRead,
      version: (articles[number]?.version ?? 0) + 1)
    return put(entry, number)
  }

  private mutating func put(_ entry: Entry, _ number: Int) -> [String] {
    let before = articles.updateValue(entry, forKey: number)
    let new = entry.topics.filter { topics[$0] == nil }
    for topic in new { topics[topic] = 0 }
    let past = before.map { ", before that \(Self.line(number, $0))" } ?? ""
    return [Self.line(number, entry) + past] + new.map { "topic \($0) of priority 0" }
  }

  /// A line for each record, as a report prints it.
  var lines: [String] {
    articles.keys.sorted().map { Self.line($0, articles[$0]) }
      + topics.keys.sorted().map { topic in
        let inside = articles.keys.sorted().filter { articles[$0]?.topics.contains(topic) == true }
        return Self.line(topic: topic, priority: topics[topic] ?? 0, articles: inside)
      } + seen.keys.sorted().map { "seen \($0) at \(seen[$0] ?? -1) s" }
  }

  static func line(_ number: Int, _ entry: Entry?) -> String {
    guard let entry else { return "no article \(number)" }
    let place = entry.address.map { " at \($0)" } ?? ""
    return "article \(number) v\(entry.version)\(place): text \(entry.text) in \(describe(entry.topics))\(entry.isRead ? ", read" : "")"
  }

  static func line(topic: Int, priority: Int64, articles: [Int]) -> String {
    "topic \(topic) of priority \(priority): \(describe(articles))"
  }

  var counterexampleDescription: String { lines.isEmpty ? "an empty store" : lines.joined(separator: "; ") }
}

extension ArticleStore {
  /// What it holds, in the words of ``ArticleBook/lines``; blobs that are not their text's are told of.
  func lines() async throws -> [String] {
    try await read { reader in
      let articles = try reader.articles().map { article in
        (ArticleNames.number(of: article.id, in: ArticleNames.ids), article)
      }.sorted { $0.0 < $1.0 }
      let topics = try reader.topics().map { (ArticleNames.number(of: $0.name, in: ArticleNames.topics), $0) }
        .sorted { $0.0 < $1.0 }
      let seen = try reader.seenArticles().map { (ArticleNames.number(of: $0.articleID, in: ArticleNames.ids), $0.seenAt) }
        .sorted { $0.0 < $1.0 }
      return articles.map { $1.line($0) }
        + topics.map { number, topic in
          let inside = topic.articleIDs.map { ArticleNames.number(of: $0, in: ArticleNames.ids) }.sorted()
          return ArticleBook.line(topic: number, priority: topic.priority, articles: inside)
        } + seen.map { "seen \($0) at \(Int($1.timeIntervalSinceReferenceDate)) s" }
    }
  }
}

extension ArticleChange {
  /// In the words of ``ArticleBook/apply(_:)``.
  var line: String {
    func article(_ id: String) -> Int { ArticleNames.number(of: id, in: ArticleNames.ids) }
    func topic(_ name: String) -> Int { ArticleNames.number(of: name, in: ArticleNames.topics) }
    return switch self {
    case .savedArticle(let saved, let before):
      saved.line(article(saved.id)) + (before.map { ", before that \($0.line(article($0.id)))" } ?? "")
    case .deletedArticle(let deleted): "article \(article(deleted.id)) is gone"
    case .savedTopic(let saved): "topic \(topic(saved.name)) of priority \(saved.priority)"
    case .deletedTopic(let deleted): "topic \(topic(deleted.name)) is gone"
    case .seen(let seen): "article \(article(seen.articleID)) was seen at \(Int(seen.seenAt.timeIntervalSinceReferenceDate)) s"
    case .deletedSeen(let seen): "article \(article(seen.articleID)) was not seen"
    case .mended: "mended"
    }
  }
}

extension ArticleModel {
  fileprivate func line(_ number: Int) -> String {
    let text = ArticleNames.number(of: body, in: ArticleNames.texts)
    let entry = ArticleBook.Entry(
      address: ArticleNames.address(of: url), text: text,
      topics: topicNames.map { ArticleNames.number(of: $0, in: ArticleNames.topics) }, isRead: isRead, version: version)
    return ArticleBook.line(number, entry) + strayFields(text) + wrongBlobs.map { " with wrong rich text of its \($0.rawValue)" }.joined()
  }

  /// What the article has besides, if it is not what goes with its text.
  private func strayFields(_ text: Int) -> String {
    var right = self
    if text >= 0 { ArticleNames.fill(&right, withText: text) }
    return right == self ? "" : " with other fields: \(describe(storedFields))"
  }

  /// The fields whose blob is missing or is not of their text.
  var wrongBlobs: [RichTextField] {
    RichTextField.allCases.filter { field in
      let text = text(of: field)
      return blobs[field].flatMap { RichTextBlob.decode($0, of: text) } != ArticleNames.rendered(text)
    }
  }
}
