import ArgusReference
import Foundation
import PropertyTesting

// What ARG-31 to ARG-34 must catch.
extension Fault<ArgusSystem> {
  static let keysBySmallLetters = key("keysBySmallLetters", "keeps lists under their topics in small letters") { $0.lowercased() }
  static let keysByLook = key("keysByLook", "keeps lists under their topics in composed form") {
    $0.precomposedStringWithCanonicalMapping
  }

  static let listsTopicsThatBeginSo = list("listsTopicsThatBeginSo", "lists the articles of topics that differ only in case") { topic, setup in
    let all = (try? await setup.store.read { try $0.articles() }) ?? []
    let found = all.filter { article in topic.map { name in article.topicNames.contains { $0.lowercased() == name.lowercased() } } ?? true }
    return ArticleOrder.sorted(found)
  }
  static let listsInTheOrderOfIDs = list("listsInTheOrderOfIDs", "lists articles by their ids") { topic, setup in
    let all = (try? await setup.store.read { try $0.articles() }) ?? []
    return all.filter { article in topic.map { name in article.topicNames.contains { $0.utf8.elementsEqual(name.utf8) } } ?? true }
  }

  static let keepsNoList = cache("keepsNoList", "keeps no list") { $0.fill = { _, _, _, _ in } }

  static let forgetsOldTopics = invalidation("forgetsOldTopics", "does not tell the lists of an article's old topics") {
    guard case .savedArticle(let article, _) = $0 else { return $0 }
    return .savedArticle(article, before: nil)
  }
  static let forgetsDeletions = invalidation("forgetsDeletions", "tells no list about a deleted article") {
    if case .deletedArticle = $0 { nil } else { $0 }
  }
  static let forgetsFlags = invalidation("forgetsFlags", "tells no list about a change that keeps the topics") {
    guard case .savedArticle(let article, let before?) = $0, before.topicNames == article.topicNames else { return $0 }
    return nil
  }
  static let agesEveryList = Fault("agesEveryList", "reads every list again after any write") { system in
    system.parts.invalidate = { commit, invalidation in
      await invalidation.didCommit(commit)
      await invalidation.didCommit(CommittedChanges(sequence: commit.sequence, changes: [.mended]))
    }
    system.parts.makeArticleList = { ForgetfulList(base: ArticleList()) }
  }
  static let fillsWithOldAnswers = cache("fillsWithOldAnswers", "keeps an answer that was read before a write") {
    let base = $0.base
    $0.fill = { articles, topic, _, _ in await base.fill(articles, for: topic, since: .max) }
  }

  static let remembersWhatWasMended = invalidation(
    "remembersWhatWasMended", "keeps everything in memory when records were mended"
  ) {
    $0 == .mended ? nil : $0
  }

  static let showsListsFromBefore = Fault("showsListsFromBefore", "keeps articles in memory after a record was set aside") { system in
    system.parts.invalidate = { commit, invalidation in
      if !commit.changes.contains(.mended) { await invalidation.didCommit(commit) }
    }
  }

  static let asksTheCacheFirst = Fault("asksTheCacheFirst", "gives old lists while the database has new ones") { system in
    system.parts.makeTopicCache = { AlteredCache(base: TopicCache(), entry: { base, topic in
      await base.entry(for: topic).map { TopicEntry(articles: $0.articles, isFresh: true) }
    }) }
  }
  static let forgetsOldLists = cache("forgetsOldLists", "forgets a list when a write concerns it") {
    $0.entry = { base, topic in await base.entry(for: topic).flatMap { $0.isFresh ? $0 : nil } }
  }
  static let hidesAge = altered("hidesAge", "does not say that a list is old") { TopicArticles(articles: $0.articles, layer: $0.layer, isStale: false) }
  static let givesAnotherTopicsList = cache("givesAnotherTopicsList", "gives the list of all articles if a topic's list is stale") {
    $0.entry = { base, topic in
      let own = await base.entry(for: topic)
      if own?.isFresh == false, let all = await base.entry(for: nil) { return TopicEntry(articles: all.articles, isFresh: false) }
      return own
    }
  }

  static let givesNothing = altered("givesNothing", "gives an empty list if database and cache have no list") {
    $0.layer == .memoryList ? TopicArticles(articles: [], layer: .memoryList, isStale: true) : $0
  }
  static let filtersNothing = Fault("filtersNothing", "gives all articles of the list in memory") { system in
    system.parts.makeArticleList = { AlteredList(base: ArticleList(), topic: { _ in nil }) }
  }
  static let loadsTheListAlone = Fault("loadsTheListAlone", "does not update the list in memory on writes") { system in
    system.parts.makeArticleList = { AlteredList(base: ArticleList(), topic: { $0 }, takesChanges: false) }
  }
  static let listsInMemoryByWrites = Fault("listsInMemoryByWrites", "does not load the list in memory at the start") { system in
    system.parts.makeArticleList = { AlteredList(base: ArticleList(), topic: { $0 }, loads: false) }
  }

  static let listsWhatItHeardLast = Fault("listsWhatItHeardLast", "treats the commit that it heard of last as the latest") { system in
    system.parts.makeArticleList = { RenumberedList() }
  }
  static let listsWhatItLoadedLast = Fault("listsWhatItLoadedLast", "treats what it loads as later than every commit") { system in
    system.parts.makeArticleList = { AlteredList(base: ArticleList(), topic: { $0 }, loadsAsCommit: true) }
  }

  private static func key(_ id: String, _ fact: String, _ key: @escaping @Sendable (String) -> String) -> Fault {
    cache(id, fact) { altered in
      let base = altered.base
      altered.entry = { base, topic in await base.entry(for: topic.map(key)) }
      altered.fill = { articles, topic, generation, _ in await base.fill(articles, for: topic.map(key), since: generation) }
      altered.invalidate = { topics in await base.invalidate(topics.map { $0.map(key) }) }
    }
  }

  private static func cache(_ id: String, _ fact: String, _ alter: @escaping @Sendable (inout AlteredCache) -> Void) -> Fault {
    Fault(id, fact) { system in
      system.parts.makeTopicCache = {
        var cache = AlteredCache(base: TopicCache())
        alter(&cache)
        return cache
      }
    }
  }

  private static func list(
    _ id: String, _ fact: String, _ list: @escaping @Sendable (String?, ArticleServiceSetup) async -> [ArticleModel]
  ) -> Fault {
    Fault(id, fact) { system in
      system.parts.alterArticles { articles, setup in
        let base = articles.base
        articles.list = { topic in
          let right = await base.articles(topic: topic)
          return TopicArticles(articles: await list(topic, setup), layer: right.layer, isStale: right.isStale)
        }
      }
    }
  }

  private static func altered(_ id: String, _ fact: String, _ alter: @escaping @Sendable (TopicArticles) -> TopicArticles) -> Fault {
    Fault(id, fact) { system in
      system.parts.alterArticles { articles, _ in
        let base = articles.base
        articles.list = { alter(await base.articles(topic: $0)) }
      }
    }
  }

  private static func invalidation(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (ArticleChange) -> ArticleChange?
  ) -> Fault {
    Fault(id, fact) { system in
      system.parts.invalidate = { commit, invalidation in
        await invalidation.didCommit(
          CommittedChanges(sequence: commit.sequence, changes: commit.changes.compactMap(change)))
      }
    }
  }
}

/// A cache of topics with some of its calls changed.
struct AlteredCache: TopicCaching {
  let base: any TopicCaching
  var entry: (@Sendable (any TopicCaching, String?) async -> TopicEntry?)?
  var fill: (@Sendable ([ArticleModel], String?, Int, any TopicCaching) async -> Void)?
  var invalidate: (@Sendable ([String]?) async -> Void)?

  func entry(for topic: String?) async -> TopicEntry? {
    if let entry { await entry(base, topic) } else { await base.entry(for: topic) }
  }

  func generation() async -> Int { await base.generation() }

  func fill(_ articles: [ArticleModel], for topic: String?, since generation: Int) async {
    if let fill { return await fill(articles, topic, generation, base) }
    await base.fill(articles, for: topic, since: generation)
  }

  func invalidate(_ topics: [String]?) async {
    if let invalidate { await invalidate(topics) } else { await base.invalidate(topics) }
  }
}

/// A list in memory with some of its calls changed.
private struct AlteredList: ArticleListing {
  let base: any ArticleListing
  let topic: @Sendable (String?) -> String?
  var takesChanges = true
  var loads = true
  var loadsAsCommit = false

  func load(_ articles: [ArticleModel]) async {
    if loadsAsCommit {
      await base.apply(CommittedChanges(sequence: .max, changes: articles.map { .savedArticle($0, before: nil) }))
    } else if loads {
      await base.load(articles)
    }
  }
  func apply(_ commit: CommittedChanges) async { if takesChanges { await base.apply(commit) } }
  func articles(topic: String?) async -> [ArticleModel] { await base.articles(topic: self.topic(topic)) }
}

/// A list that numbers commits as it hears of them.
private actor RenumberedList: ArticleListing {
  private let base = ArticleList()
  private var count: Int64 = 0

  func load(_ articles: [ArticleModel]) async { await base.load(articles) }
  func apply(_ commit: CommittedChanges) async {
    count += 1
    await base.apply(CommittedChanges(sequence: count, changes: commit.changes))
  }
  func articles(topic: String?) async -> [ArticleModel] { await base.articles(topic: topic) }
}

/// A list that takes nothing of what was mended for a change.
private struct ForgetfulList: ArticleListing {
  let base: any ArticleListing

  func load(_ articles: [ArticleModel]) async { await base.load(articles) }
  func apply(_ commit: CommittedChanges) async { if commit.changes != [.mended] { await base.apply(commit) } }
  func articles(topic: String?) async -> [ArticleModel] { await base.articles(topic: topic) }
}
