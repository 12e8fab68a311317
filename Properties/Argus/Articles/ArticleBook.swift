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

  /// - Returns: whether anything is written.
  /// - Throws: ``ArgusError``, and half of the step may be done: who calls has a copy.
  mutating func apply(_ step: ArticleStep) throws -> Bool {
    switch step {
    case .save(let edit): try save(edit)
    case .update(let edit, let off):
      guard articles[edit.article] != nil else { throw ArgusError.notFound }
      guard off == 0 else { throw ArgusError.conflict(id: ArticleNames.ids[edit.article]) }
      try save(edit)
    case .delete(let number): return articles.removeValue(forKey: number) != nil
    case .setTopic(let number, let priority): topics[number] = priority
    case .deleteTopic(let number):
      guard topics.removeValue(forKey: number) != nil else { return false }
      for (article, entry) in articles where entry.topics.contains(number) {
        articles[article]?.topics.removeAll { $0 == number }
        articles[article]?.version += 1
      }
    case .markSeen(let number, let second):
      guard seen[number] == nil else { return false }
      seen[number] = second
    case .deleteSeen(let number): return seen.removeValue(forKey: number) != nil
    }
    return true
  }

  private mutating func save(_ edit: ArticleEdit) throws {
    let atAddress = edit.address.flatMap { wanted in articles.first { $0.value.address == wanted }?.key }
    if let atAddress, articles[edit.article] != nil, atAddress != edit.article {
      throw ArgusError.conflict(id: ArticleNames.ids[atAddress])
    }
    let number = articles[edit.article] == nil ? atAddress ?? edit.article : edit.article
    var eachOnce: [Int] = []
    for topic in edit.topics where topic != ArticleNames.noTopic && !eachOnce.contains(topic) { eachOnce.append(topic) }
    articles[number] = Entry(
      address: edit.address, text: edit.text, topics: eachOnce, isRead: edit.isRead,
      version: (articles[number]?.version ?? 0) + 1)
    for topic in eachOnce where topics[topic] == nil { topics[topic] = 0 }
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

extension ArticleModel {
  fileprivate func line(_ number: Int) -> String {
    let text = ArticleNames.number(of: body, in: ArticleNames.texts)
    let entry = ArticleBook.Entry(
      address: ArticleNames.address(of: url), text: text,
      topics: topicNames.map { ArticleNames.number(of: $0, in: ArticleNames.topics) }, isRead: isRead, version: version)
    return ArticleBook.line(number, entry) + wrongBlobs.map { " with wrong rich text of its \($0.rawValue)" }.joined()
  }

  /// The fields whose blob is missing or is not of their text.
  var wrongBlobs: [RichTextField] {
    RichTextField.allCases.filter { field in
      let text = text(of: field)
      return blobs[field].flatMap { RichTextBlob.decode($0, of: text) } != ArticleNames.rendered(text)
    }
  }
}
