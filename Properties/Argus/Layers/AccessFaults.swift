import ArgusReference
import PropertyTesting
import StorageContract

// What ARG-74 must catch.
extension Fault<ArgusSystem> {
  static let screenReadsTheStore = onScreens("screenReadsTheStore", "reads lists in the screen's model, from the store") {
    operations, store in
    operations.listing = { topic in
      let articles = (try? await store.read { try $0.articles() }) ?? []
      return TopicArticles(articles: articles, layer: .database, isStale: false)
    }
  }

  static let detailWritesToTheStore = onScreens("detailWritesToTheStore", "deletes in the screen's model, in the store") {
    operations, store in
    operations.deleting = { id in _ = try await store.transaction { try $0.deleteArticle(id) } }
  }

  static let screenAsksTheRepository = Fault("screenAsksTheRepository", "asks the repository in the screen's model") { system in
    let repository = Remembered<(any ArticleServiceProtocol)?>(nil)
    let (makeOperations, makeList) = (system.parts.makeOperations, system.parts.makeNewsList)
    system.parts.makeOperations = { setup in
      repository.set(setup.articles)
      return makeOperations(setup)
    }
    system.parts.makeNewsList = { setup in
      var operations = AlteredOperations(base: setup.operations)
      operations.settingBookmarked = { isBookmarked, id in
        guard let articles = repository.now, var article = try await articles.article(id), article.isBookmarked != isBookmarked else {
          return
        }
        article.isBookmarked = isBookmarked
        try await articles.save(article)
      }
      var setup = setup
      setup.operations = operations
      return makeList(setup)
    }
  }

  static let operationsWriteToTheStore = inOperations("operationsWriteToTheStore", "deletes in the operations, in the store") {
    operations, store in
    operations.deleting = { id in _ = try await store.transaction { try $0.deleteArticle(id) } }
  }

  static let operationsReadTheStore = inOperations("operationsReadTheStore", "reads lists in the operations, from the store") {
    operations, store in
    operations.listing = { topic in
      let articles = (try? await store.read { try $0.articles() }) ?? []
      return TopicArticles(articles: articles, layer: .database, isStale: false)
    }
  }

  static let actsOnNothing = Fault("actsOnNothing", "opens articles without storing that they were read") { system in
    system.parts.alterOperations { operations, _ in
      let base = operations.base
      operations.opening = { try await base.article($0) }
    }
  }

  private static func inOperations(
    _ id: String, _ fact: String, _ alter: @escaping @Sendable (inout AlteredOperations, any ArticleStore) -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      let store = system.parts.rememberTheStore()
      system.parts.alterOperations { operations, _ in store.now.map { alter(&operations, $0) } }
    }
  }

  private static func onScreens(
    _ id: String, _ fact: String, _ alter: @escaping @Sendable (inout AlteredOperations, any ArticleStore) -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      let store = system.parts.rememberTheStore()
      let (makeList, makeDetail) = (system.parts.makeNewsList, system.parts.makeNewsDetail)
      let altered: @Sendable (ScreenSetup) -> ScreenSetup = { setup in
        var operations = AlteredOperations(base: setup.operations)
        store.now.map { alter(&operations, $0) }
        var setup = setup
        setup.operations = operations
        return setup
      }
      system.parts.makeNewsList = { makeList(altered($0)) }
      system.parts.makeNewsDetail = { makeDetail($0, altered($1)) }
    }
  }
}

extension ArgusParts {
  /// The store of articles of the last launch.
  fileprivate mutating func rememberTheStore() -> Remembered<(any ArticleStore)?> {
    let store = Remembered<(any ArticleStore)?>(nil)
    let open = openArticleStore
    openArticleStore = { setup in
      let opened = try await open(setup)
      store.set(opened)
      return opened
    }
    return store
  }
}
