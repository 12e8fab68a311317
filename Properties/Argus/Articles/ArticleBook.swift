import ArgusGenerators
import ArgusReference
import PropertyTesting

/// What the store of articles should hold, by numbers: the oracle of ARG-38 to ARG-40, ARG-43 and ARG-60. Topics are looked up in
/// the articles: no inverse is kept that could be out of step.
struct ArticleBook: Sendable, Equatable {
  struct Entry: Sendable, Equatable {
    var address: Int?
    var text: Int
    var topics: [Int]
    var isRead: Bool
    var version: Int64
  }

  private(set) var articles: [Int: Entry] = [:]
  /// Priorities.
  private(set) var topics: [Int: Int64] = [:]
  /// Seconds.
  private var seen: [Int: Int] = [:]

  /// - Returns: what changes, in the order in which the caches and the sync are told of it.
  /// - Throws: ``ArgusError``, and half of the step may be done: who calls has a copy.
  mutating func apply(_ step: ArticleStep) throws -> [String] {
    switch step {
    case .save(let edit): return try save(edit)
    case .update(let edit, let off):
      guard articles[edit.article] != nil else { throw ArgusError.notFound }
      guard off == 0 else { throw ArgusError.conflict(id: ArticleNames.ids[edit.article]) }
      return try save(edit)
    case .setTopics(let topics, let number): return try link(number, to: topics)
    case .delete(let number): return articles.removeValue(forKey: number) == nil ? [] : ["article \(number) is gone"]
    case .setTopic(let number, let priority):
      topics[number] = priority
      return ["topic \(number) of priority \(priority)"]
    case .deleteTopic(let number):
      guard topics.removeValue(forKey: number) != nil else { return [] }
      let inside = articles.filter { $0.value.topics.contains(number) }
        .sorted { ArticleNames.ids[$0.key].utf8.lexicographicallyPrecedes(ArticleNames.ids[$1.key].utf8) }
      return try inside.flatMap { try link($0, to: $1.topics.filter { $0 != number }) } + ["topic \(number) is gone"]
    case .markSeen(let number, let second):
      guard seen[number] == nil else { return [] }
      seen[number] = second
      return ["article \(number) was seen at \(second) s"]
    case .deleteSeen(let number): return seen.removeValue(forKey: number) == nil ? [] : ["article \(number) was not seen"]
    }
  }

  private mutating func save(_ edit: ArticleEdit) throws -> [String] {
    let atAddress = edit.address.flatMap { wanted in articles.first { $0.value.address == wanted }?.key }
    let isKnown = articles[edit.article] != nil
    if let atAddress, isKnown, atAddress != edit.article { throw ArgusError.conflict(id: ArticleNames.ids[atAddress]) }
    let number = isKnown ? edit.article : atAddress ?? edit.article
    let entry = Entry(
      address: edit.address, text: edit.text, topics: Self.eachOnce(edit.topics), isRead: edit.isRead,
      version: (articles[number]?.version ?? 0) + 1)
    return put(entry, number)
  }

  private mutating func link(_ number: Int, to topics: [Int]) throws -> [String] {
    guard var entry = articles[number] else { throw ArgusError.notFound }
    (entry.topics, entry.version) = (Self.eachOnce(topics), entry.version + 1)
    return put(entry, number)
  }

  private mutating func put(_ entry: Entry, _ number: Int) -> [String] {
    let before = articles.updateValue(entry, forKey: number)
    let new = entry.topics.filter { topics[$0] == nil }
    for topic in new { topics[topic] = 0 }
    let past = before.map { ", before that \(Self.line(number, $0))" } ?? ""
    return [Self.line(number, entry) + past] + new.map { "topic \($0) of priority 0" }
  }

  /// Each topic that has a name, where it comes first.
  private static func eachOnce(_ topics: [Int]) -> [Int] {
    topics.reduce(into: []) { if $1 != ArticleNames.noTopic && !$0.contains($1) { $0.append($1) } }
  }

  /// What steps can come to if each is a transaction of its own and all are made at once: for each order of them, the book and
  /// which are refused. All updates are of one article, and from the version before.
  func afterEachOrder(of steps: [(offset: Int, element: ArticleStep)]) -> [(book: ArticleBook, refused: Set<Int>)] {
    if steps.isEmpty { return [(self, [])] }
    return steps.indices.flatMap { index in
      var (book, others) = (self, steps)
      let (place, step) = others.remove(at: index)
      guard (try? book.apply(step)) != nil else {
        return afterEachOrder(of: others).map { ($0.book, $0.refused.union([place])) }
      }
      return book.afterEachOrder(
        of: others.map { if case .update(let edit, _) = $1 { ($0, .update(edit, versionsOff: -1)) } else { ($0, $1) } })
    }
  }

  /// A line for each record, as a report prints it.
  var lines: [String] {
    let numbers = articles.keys.sorted()
    return numbers.map { Self.line($0, articles[$0]) }
      + topics.sorted { $0.key < $1.key }.map { topic, priority in
        Self.line(topic: topic, priority: priority, articles: numbers.filter { articles[$0]?.topics.contains(topic) == true })
      } + seen.sorted { $0.key < $1.key }.map { "seen \($0) at \($1) s" }
  }

  static func line(_ number: Int, _ entry: Entry?) -> String {
    guard let entry else { return "no article \(number)" }
    let place = entry.address.map { " at \($0)" } ?? ""
    return "article \(number) v\(entry.version)\(place): text \(entry.text) in \(describe(entry.topics))\(entry.isRead ? ", read" : "")"
  }

  static func line(topic: Int, priority: Int64, articles: [Int]) -> String {
    "topic \(topic) of priority \(priority): \(describe(articles))"
  }
}
