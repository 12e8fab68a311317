import ArgusReference
import PropertyTesting

/// The articles, and of each list what was read last and whether it still holds.
struct CacheModel: Sendable {
  struct Stored: Sendable {
    var edit: CachedEdit
    var topics: [Int]
    var version: Int64
  }

  enum Freshness: Sendable { case fresh, stale, unsure }

  private(set) var articles: [Int: Stored] = [:]
  private var kept: [TopicChoice: (lines: [String], freshness: Freshness)] = [:]

  var freshTopics: [String] {
    kept.filter { $0.value.freshness == .fresh }.map { $0.key.number.map(String.init) ?? "all" }.sorted()
  }

  /// The latest first, then by the bytes of the ids.
  func lines(of topic: TopicChoice) -> [String] {
    articles.filter { _, stored in topic.number.map { stored.topics.contains($0) } ?? true }.sorted { left, right in
      if left.value.edit.second != right.value.edit.second { return left.value.edit.second > right.value.edit.second }
      let (a, b) = (Array(ArticleNames.ids[left.key].utf8), Array(ArticleNames.ids[right.key].utf8))
      return a.lexicographicallyPrecedes(b)
    }.map { number, stored in
      Self.line(number, stored.topics, stored.edit.second, stored.edit.isRead, stored.version)
    }
  }

  /// What may be answered; what the model goes on with is the first.
  mutating func list(_ topic: TopicChoice, failing: Bool) -> [ListAnswer] {
    let now = lines(of: topic)
    let entry = kept[topic]
    let fromCache = ListAnswer(articles: now, layer: .cache, isStale: false)
    let fromDatabase = ListAnswer(articles: now, layer: .database, isStale: false)
    if entry?.freshness == .fresh { return [fromCache] }
    guard failing else {
      kept[topic] = (now, .fresh)
      return entry?.freshness == .unsure ? [fromDatabase, fromCache] : [fromDatabase]
    }
    if let entry { return [ListAnswer(articles: entry.lines, layer: .cache, isStale: true)] }
    return [ListAnswer(articles: now, layer: .memoryList, isStale: true)]
  }

  @discardableResult
  mutating func save(_ edit: CachedEdit) -> Int64 {
    let old = articles[edit.article]
    let version = (old?.version ?? 0) + 1
    articles[edit.article] = Stored(edit: edit, topics: edit.topics, version: version)
    age((old?.topics ?? []) + edit.topics)
    return version
  }

  mutating func delete(_ number: Int) -> Bool {
    guard let old = articles.removeValue(forKey: number) else { return false }
    age(old.topics)
    return true
  }

  mutating func deleteTopic(_ topic: Int) {
    for (number, stored) in articles where stored.topics.contains(topic) {
      age(stored.topics)
      articles[number]?.topics.removeAll { $0 == topic }
      articles[number]?.version += 1
    }
  }

  mutating func relaunch() { kept = [:] }

  /// It may have been read before a write or after.
  mutating func isUnsure(of topic: TopicChoice) { kept[topic] = (lines(of: topic), .unsure) }

  /// These lists, and that of all, hold no longer; others do.
  private mutating func age(_ topics: [Int]) {
    for topic in topics.map({ TopicChoice(number: $0) }) + [TopicChoice(number: nil)] where kept[topic] != nil {
      kept[topic]?.freshness = .stale
    }
  }

  static func line(_ article: ArticleModel) -> String {
    line(
      ArticleNames.number(of: article.id, in: ArticleNames.ids),
      article.topicNames.map { ArticleNames.number(of: $0, in: ArticleNames.topics) },
      Int(article.publishedAt.timeIntervalSinceReferenceDate), article.isRead, article.version)
  }

  private static func line(_ number: Int, _ topics: [Int], _ second: Int, _ isRead: Bool, _ version: Int64) -> String {
    "article \(number) v\(version) of \(second) s in \(describe(topics))\(isRead ? ", read" : "")"
  }
}
