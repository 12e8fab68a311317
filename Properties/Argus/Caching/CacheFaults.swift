import ArgusReference
import PropertyTesting

extension Fault<ArgusSystem> {
  static let listsInTheOrderOfIDs = listing("listsInTheOrderOfIDs", "lists articles by their ids") {
    $0.articles.sort { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }
  static let hidesAge = listing("hidesAge", "does not say that a list is old") { $0.isStale = false }
  static let givesNothing = listing("givesNothing", "gives an empty list if database and cache have no list") {
    if $0.layer == .memoryList { $0.articles = [] }
  }

  static let fillsWithOldAnswers = Fault("fillsWithOldAnswers", "keeps an answer that was read before a write") {
    $0.parts.makeTopicCache = { CacheWithoutGenerations() }
  }
  static let showsListsFromBefore = Fault(
    "showsListsFromBefore", "keeps lists and articles in memory after a record was set aside"
  ) {
    $0.parts.invalidate = { if !$0.changes.contains(.mended) { await $1.didCommit($0) } }
  }

  static let keepsOneWithoutRoom = Fault("keepsOneWithoutRoom", "keeps one article when there is room for none") {
    $0.parts.makeArticleMemory = { ArticleMemory(countLimit: max(1, $0)) }
  }

  private static func listing(
    _ id: String, _ fact: String, _ alter: @escaping @Sendable (inout TopicArticles) -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      system.parts.alterArticles { articles, _ in
        let base = articles.base
        articles.list = { topic in
          var answer = await base.articles(topic: topic)
          alter(&answer)
          return answer
        }
      }
    }
  }
}

/// A cache that does not ask when a list was read.
private struct CacheWithoutGenerations: TopicCaching {
  private let base = TopicCache()

  func entry(for topic: String?) async -> TopicEntry? { await base.entry(for: topic) }
  func generation() async -> Int { await base.generation() }
  func invalidate(_ topics: [String]?) async { await base.invalidate(topics) }
  func fill(_ articles: [ArticleModel], for topic: String?, since generation: Int) async {
    await base.fill(articles, for: topic, since: .max)
  }
}
