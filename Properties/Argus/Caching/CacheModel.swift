import ArgusGenerators
import ArgusReference

/// Lists are of a topic by number; nil stands for all articles.
enum CacheCall: Sendable, Equatable {
  /// In vain: while the database does not answer.
  case list(Int?, isInVain: Bool)
  /// In vain and then otherwise, by two readers at once.
  case read(Int)
  /// Each list, and each article as in ``read(_:)``.
  case look
  case write(ArticleStep)
  /// Saves the article twice: its lists are stale after the first time, and are read during the second.
  case saveWhileListed(ArticleEdit)
  /// Saves the article after the app has read its list from the store and before it keeps that; then between the two
  /// steps of reading the article.
  case saveBeforeKept(ArticleEdit, Moment)
  /// Drops everything in memory while the article is read: because records were mended, or because memory is short.
  case dropBeforeKept(Int, Moment, isMended: Bool)
  /// Tells the caches that records were mended, so anything may be different.
  case mend
  case memoryWarning
  case relaunch

  /// After the store has answered, or while the rich text is completed.
  enum Moment: Sendable, CaseIterable { case read, rendered }
}

/// Articles, and what the app keeps of them in memory: lists of topics, and the articles that were read last.
struct CacheModel: Sendable {
  struct KeptList: Sendable {
    let lines: [String]
    /// Whether no write has concerned the list since it was read.
    var isFresh = true
  }

  static let topics: [Int?] = [0, 1, 2, nil]

  /// The most articles in memory.
  var room = 100
  private(set) var book = ArticleBook()
  private(set) var lists: [Int?: KeptList] = [:]
  /// The articles in memory, the one that was used last at the end.
  private(set) var memory: [Int] = []

  var freshTopics: [Int?] { Self.topics.filter { lists[$0]?.isFresh == true } }

  mutating func perform(_ call: CacheCall) throws -> [String] {
    switch call {
    case .list(let topic, let isInVain): return [list(topic, isInVain: isInVain)]
    case .read(let number): return read(number)
    case .look: return Self.topics.map { list($0, isInVain: false) } + (0...2).flatMap { read($0) }
    case .write(let step): return [try write(step)]
    case .saveWhileListed(let edit), .saveBeforeKept(let edit, _):
      for _ in 0..<2 { _ = try write(.save(edit)) }
      _ = list(edit.topics.first, isInVain: false)
      let lines = lines(of: edit.topics.first)
      if case .saveBeforeKept = call { _ = try write(.save(edit)) }
      return lines + read(edit.article)
    case .mend, .dropBeforeKept(_, _, isMended: true):
      for topic in Self.topics { lists[topic]?.isFresh = false }
      memory = []
    case .dropBeforeKept: memory = []
    case .memoryWarning: memory = []
    case .relaunch: (lists, memory) = ([:], [])
    }
    return []
  }

  private mutating func list(_ topic: Int?, isInVain: Bool) -> String {
    if let kept = lists[topic], kept.isFresh || isInVain {
      return Self.answer(kept.lines, from: .cache, isStale: !kept.isFresh)
    }
    let now = lines(of: topic)
    if isInVain { return Self.answer(now, from: .memoryList, isStale: true) }
    lists[topic] = KeptList(lines: now)
    return Self.answer(now, from: .database, isStale: false)
  }

  static func answer(_ lines: [String], from layer: TopicArticles.Layer, isStale: Bool) -> String {
    "\(lines) from the \(layer)\(isStale ? ", stale" : "")"
  }

  /// The latest first, then by the bytes of the ids. The text of an article says when it was published.
  static func rank(_ text: Int, _ article: Int) -> (Int, Int) { (-text, [1, 0, 3, 2][article]) }

  private func lines(of topic: Int?) -> [String] {
    book.articles.filter { topic == nil || $0.value.topics.contains { $0 == topic } }
      .sorted { Self.rank($0.value.text, $0.key) < Self.rank($1.value.text, $1.key) }
      .map { ArticleBook.line($0.key, $0.value) }
  }

  private mutating func read(_ number: Int) -> [String] {
    [true, false].map { isInVain in
      guard let entry = book.articles[number], memory.contains(number) || !isInVain else { return "nothing" }
      memory = (memory.filter { $0 != number } + [number]).suffix(room)
      return ArticleBook.line(number, entry)
    }
  }

  private mutating func write(_ step: ArticleStep) throws -> String {
    let before = book.articles
    _ = try book.apply(step)
    for number in ArticleNames.ids.indices where book.articles[number] != before[number] {
      let topics = (before[number]?.topics ?? []) + (book.articles[number]?.topics ?? [])
      for topic in topics.map(Optional.some) + [nil] { lists[topic]?.isFresh = false }
      memory.removeAll { $0 == number }
    }
    return switch step {
    case .save(let edit): "version \(book.articles[edit.article]?.version ?? 0)"
    case .delete(let number): before[number] == nil ? "there was none" : "deleted"
    default: "done"
    }
  }
}

extension CacheModel {
  /// After ``fourArticles``, none of them in memory.
  init(ofFourWithRoom room: Int) throws {
    self.init(room: room)
    for step in Self.fourArticles { _ = try write(step) }
  }

  static let fourArticles = (0...3).map {
    ArticleStep.save(ArticleEdit(article: $0, address: nil, form: 0, text: 0, topics: [], isRead: false))
  }
}
