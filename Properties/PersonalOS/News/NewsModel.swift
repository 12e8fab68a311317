import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// What a reader asked for, what the proxy delivered, and what must therefore be kept and shown: the oracle of POS-57 to
/// POS-59. It compares with the article as it was delivered; articles are known by their numbers.
struct NewsModel: Sendable {
  enum Request: Sendable, Equatable {
    case load(String)
    case search(String)
  }

  /// A request whose answer has not come yet.
  struct Pending: Sendable {
    let request: Request
    let number: Int
    var isCancelled = false
  }

  /// What must be answered, or shown.
  struct Answer: Sendable {
    var rows: [NewsRow] = []
    /// The categories of which there are demo items; of no other.
    var demo: Set<String> = []
    /// Demo items may be there, and need not.
    var isDemoOptional = false
    /// What is found without the API comes in any order.
    var isUnordered = false
    /// Nil: it did not come from the API.
    var fetchedAt: Date?
    var isFromAPI = false
  }

  private struct Section: Sendable {
    /// Nil: what a search found.
    let category: String?
    let answer: Answer
    let number: Int
  }

  static let beginning = Date(timeIntervalSinceReferenceDate: 800_000_000)
  /// From one answer to the next.
  static let step = Duration.milliseconds(1_500)

  let pool: ArticlePool
  private(set) var pending: [Pending] = []
  /// The last answer of the service; nil: none yet, or a cancelled request.
  private(set) var answer: Answer?
  /// By number, each article as it was delivered last.
  private(set) var delivered: [Int: NewsRow] = [:]
  /// What happened, for the labels.
  private(set) var happened: Set<String> = []
  /// The source of each bookmark, by id.
  var bookmarked: [String: NewsDataSource] = [:]
  /// By the bytes of the category: two may be one text and not the same.
  private var lists: [[UInt8]: (numbers: [Int], at: Date)] = [:]
  private var sections: [Section] = []
  private var lastNumber = 0
  private var now = beginning

  init(_ pool: ArticlePool) { self.pool = pool }

  /// What must be on the screen.
  var shown: [Answer] { sections.map(\.answer) }

  mutating func ask(_ request: Request) {
    lastNumber += 1
    pending.append(Pending(request: request, number: lastNumber))
  }

  mutating func cancel(_ index: Int) { pending[index].isCancelled = true }

  /// The proxy's answer to a request arrives.
  /// - Parameter isLeft: whether the request is cancelled once the answer is stored.
  mutating func arrive(_ reply: ProxyReply, at index: Int, isLeft: Bool = false) {
    now += 1.5
    let asked = pending.remove(at: index)
    guard !asked.isCancelled else {
      happened.insert("a cancelled request is answered")
      return
    }
    let answer =
      switch asked.request {
      case .load(let category): load(category, reply.deliveries)
      case .search(let query): search(query, reply.deliveries)
      }
    if isLeft { return }
    note(asked, answer)
    self.answer = answer
    show(answer, to: asked)
  }

  /// Never in place of the answer to a later request.
  private mutating func show(_ answer: Answer, to asked: Pending) {
    switch asked.request {
    case .search:
      guard sections.allSatisfy({ $0.number < asked.number }) else { return }
      sections = [Section(category: nil, answer: answer, number: asked.number)]
    case .load(let category):
      if sections.contains(where: { ($0.category == nil || same($0.category, category)) && $0.number > asked.number }) {
        happened.insert("an older request is answered later")
        return
      }
      let section = Section(category: category, answer: answer, number: asked.number)
      sections.removeAll { $0.category == nil }
      if let index = sections.firstIndex(where: { same($0.category, category) }) {
        sections[index] = section
      } else {
        sections.append(section)
      }
    }
  }

  private func same(_ left: String?, _ right: String) -> Bool { left == right }

  private mutating func load(_ category: String, _ deliveries: [ArticleDelivery]?) -> Answer {
    if let deliveries {
      deliver(deliveries)
      lists[Array(category.utf8)] = (deliveries.map(\.number), now)
      return Answer(rows: deliveries.map { NewsRow($0, .api) }, fetchedAt: now, isFromAPI: true)
    }
    guard let list = lists[Array(category.utf8)], !list.numbers.isEmpty else { return Answer(demo: [category]) }
    return Answer(rows: list.numbers.compactMap { delivered[$0]?.labelled(.cache) }, fetchedAt: list.at)
  }

  private mutating func search(_ query: String, _ deliveries: [ArticleDelivery]?) -> Answer {
    if let deliveries {
      deliver(deliveries)
      return Answer(rows: deliveries.map { NewsRow($0, .api) }, fetchedAt: now, isFromAPI: true)
    }
    let found = delivered.values.filter { query.isEmpty || holds($0.title, query) || holds($0.summary, query) }
    let notCached = DemoNewsModel.categories.filter { lists[Array($0.utf8)]?.numbers.isEmpty ?? true }
    return Answer(
      rows: found.map { $0.labelled(.cache) }, demo: Set(notCached), isDemoOptional: !query.isEmpty, isUnordered: true)
  }

  mutating func purge() {
    delivered = [:]
    lists = [:]
  }

  /// The app ends and starts again, with an empty screen.
  mutating func relaunch() {
    sections = []
    answer = nil
  }

  private mutating func deliver(_ deliveries: [ArticleDelivery]) {
    for delivery in deliveries { delivered[delivery.number] = NewsRow(delivery, .api) }
  }

  /// Whether the text holds the letters of `query`, which are ASCII, large or small.
  private func holds(_ text: String, _ query: String) -> Bool {
    func small(_ text: String) -> [UInt8] { text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 } }
    let (text, query) = (small(text), small(query))
    return text.indices.contains { text[$0...].starts(with: query) }
  }

  private mutating func note(_ asked: Pending, _ answer: Answer) {
    var happens: [(String, Bool)] = [
      ("answers from the API", answer.isFromAPI), ("answers with demo items", !answer.demo.isEmpty),
    ]
    switch asked.request {
    case .search: happens.append(("searches without the API", !answer.isFromAPI && !answer.rows.isEmpty))
    case .load(let category):
      happens.append(("answers from the cache", !answer.isFromAPI && !answer.rows.isEmpty))
      let others = sections.filter { !same($0.category, category) }
      let wasDemo = sections.contains { same($0.category, category) && !$0.answer.demo.isEmpty }
      if wasDemo && answer.isFromAPI {
        happens += [
          ("real news in place of demo items", true), ("nothing in place of demo items", answer.rows.isEmpty),
          ("demo items stay elsewhere", others.contains { !$0.answer.demo.isEmpty }),
        ]
      }
    }
    for (name, happens) in happens where happens { happened.insert(name) }
  }
}

/// What a row shows of an article. Texts count by their bytes: Swift's `==` takes differently composed letters for the
/// same.
struct NewsRow: Sendable, Equatable, CounterexampleDescribable {
  /// Which article; nil: none that was delivered.
  let number: Int?
  let title: String
  let summary: String
  let source: String
  let publishedAt: Date
  var label: NewsDataSource

  init(_ delivery: ArticleDelivery, _ label: NewsDataSource) {
    let article = delivery.article
    (number, title, summary, source) = (delivery.number, article.title, article.summary, article.source)
    (publishedAt, self.label) = (article.publishedAt, label)
  }

  init(_ item: NewsItem, number: Int?) {
    (self.number, title, summary, source) = (number, item.title, item.summary, item.source)
    (publishedAt, label) = (item.publishedAt, item.dataSource)
  }

  func labelled(_ label: NewsDataSource) -> NewsRow {
    var row = self
    row.label = label
    return row
  }

  static func == (left: NewsRow, right: NewsRow) -> Bool {
    left.number == right.number && left.label == right.label && left.publishedAt == right.publishedAt
      && zip([left.title, left.summary, left.source], [right.title, right.summary, right.source])
        .allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }

  var counterexampleDescription: String {
    "article \(number.map { "\($0)" } ?? "unknown") (\(label)): \(describe(title)), \(describe(summary)), \(source), \(describe(publishedAt))"
  }
}

extension NewsModel: CounterexampleDescribable {
  var counterexampleDescription: String { "\(pool.addresses.count) articles" }
}

extension NewsItem {
  /// Demo items have a namespace of their own.
  var isInMockNamespace: Bool { id.hasPrefix("mock_") }
}
