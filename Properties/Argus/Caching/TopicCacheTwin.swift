import ArgusReference
import PropertyTesting

/// A second cache of topics.
actor TopicCacheTwin: TopicCaching {
  enum Defect: String, CaseIterable, Sendable {
    case putsListsTogetherPiecemeal = "puts a list together while others read it"
    case doesNotAskWhenItWasRead = "keeps a list that was read before a write as current"
    case losesCounts = "counts two invalidations at the same time as one"
    case looksBeforeItWaits = "checks the generation, waits, and then keeps the list"
    case keepsWhatIsInvalid = "keeps using a list after a write"
    case agesListsLater = "marks lists as old too early"
    case agesListsOneByOne = "lets others read between the lists that a write concerns"
    case forgetsTheListOfAll = "keeps the list of all articles as current when a topic's list is stale"
    case answersFromBefore = "gives a reader the list before the latest one"
  }

  static let twin = Twin<ArgusSystem, Defect>("TopicCacheTwin") { system, defect in
    system.parts.makeTopicCache = { TopicCacheTwin(defect) }
  }

  private struct Kept {
    let topic: String?
    var articles: [ArticleModel]
    var isFresh = true
  }

  private let defect: Defect?
  private var count = 0
  private var lists: [Kept] = []
  private var replaced: [Kept] = []
  private var marks: [(topic: String?, count: Int)] = []
  private var lastOfAll = 0

  init(_ defect: Defect?) {
    self.defect = defect
  }

  private func same(_ left: String?, _ right: String?) -> Bool { left.map { Array($0.utf8) } == right.map { Array($0.utf8) } }

  func entry(for topic: String?) -> TopicEntry? {
    let before = defect == .answersFromBefore ? replaced.last { same($0.topic, topic) } : nil
    return (before ?? lists.first { same($0.topic, topic) }).map { TopicEntry(articles: $0.articles, isFresh: $0.isFresh) }
  }

  func generation() -> Int { count }

  func fill(_ articles: [ArticleModel], for topic: String?, since start: Int) async {
    let latest = max(lastOfAll, marks.filter { same($0.topic, topic) }.map(\.count).max() ?? 0)
    guard latest <= start || defect == .doesNotAskWhenItWasRead else { return }
    if defect == .looksBeforeItWaits { await Task.yield() }
    replaced += lists.filter { same($0.topic, topic) }
    lists.removeAll { same($0.topic, topic) }
    guard defect == .putsListsTogetherPiecemeal else { return lists.append(Kept(topic: topic, articles: articles)) }
    lists.append(Kept(topic: topic, articles: []))
    for article in articles {
      if let place = lists.firstIndex(where: { same($0.topic, topic) }) { lists[place].articles.append(article) }
      await Task.yield()
    }
  }

  func invalidate(_ topics: [String]?) async {
    let next = count + 1
    if defect == .losesCounts { await Task.yield() }
    count = next
    if topics == nil { lastOfAll = count }
    let named = topics.map { names in names.map { $0 as String? } } ?? lists.map(\.topic)
    for topic in defect == .forgetsTheListOfAll ? named : named + [nil] {
      marks.append((topic, count))
      if defect == .agesListsOneByOne { await Task.yield() }
      guard defect == .agesListsLater else {
        age(topic)
        continue
      }
      Task {
        await Task.yield()
        age(topic)
      }
    }
  }

  private func age(_ topic: String?) {
    if defect == .keepsWhatIsInvalid { return }
    for place in lists.indices where same(lists[place].topic, topic) { lists[place].isFresh = false }
  }
}
