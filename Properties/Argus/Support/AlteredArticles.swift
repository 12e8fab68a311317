import ArgusReference

/// An article service with some of its calls changed: for faults of one line.
struct AlteredArticles: ArticleServiceProtocol {
  typealias List = @Sendable (String?) async -> TopicArticles
  typealias Import = @Sendable ([ArticleModel], Int) async throws -> ImportReport
  typealias Get = @Sendable (String) async throws -> ArticleModel?

  let base: any ArticleServiceProtocol
  var list: List?
  var importing: Import?
  var get: Get?
  var saving: (@Sendable (ArticleModel) async throws -> ArticleModel)?
  var updating: (@Sendable (ArticleModel, Int64) async throws -> ArticleModel)?

  func articles(topic: String?) async -> TopicArticles {
    if let list { await list(topic) } else { await base.articles(topic: topic) }
  }

  func article(_ id: String) async throws -> ArticleModel? {
    if let get { try await get(id) } else { try await base.article(id) }
  }

  func importArticles(_ articles: [ArticleModel], batchSize: Int) async throws -> ImportReport {
    if let importing { return try await importing(articles, batchSize) }
    return try await base.importArticles(articles, batchSize: batchSize)
  }

  func save(_ article: ArticleModel) async throws -> ArticleModel {
    if let saving { try await saving(article) } else { try await base.save(article) }
  }
  func update(_ article: ArticleModel, expectedVersion: Int64) async throws -> ArticleModel {
    if let updating { return try await updating(article, expectedVersion) }
    return try await base.update(article, expectedVersion: expectedVersion)
  }
  func delete(_ id: String) async throws -> Bool { try await base.delete(id) }
  func deleteTopic(_ name: String) async throws { try await base.deleteTopic(name) }
  func markSeen(_ id: String) async throws -> SeenArticleModel { try await base.markSeen(id) }
  func isSeen(_ id: String) async throws -> Bool { try await base.isSeen(id) }
  func open(_ id: String) async throws -> Bool { try await base.open(id) }
  func richText(_ field: RichTextField, of id: String) async throws -> LoadedRichText {
    try await base.richText(field, of: id)
  }
  func memoryWarning() async { await base.memoryWarning() }
}

/// A loader of rich text with some of its calls changed.
struct AlteredLoader: RichTextLoading {
  let base: any RichTextLoading
  var loading: (@Sendable (RichTextField, ArticleModel) async throws -> LoadedRichText)?
  var completing: (@Sendable (ArticleModel) async throws -> ArticleModel)?

  func load(_ field: RichTextField, of article: ArticleModel) async throws -> LoadedRichText {
    if let loading { try await loading(field, article) } else { try await base.load(field, of: article) }
  }

  func complete(_ article: ArticleModel) async throws -> ArticleModel {
    if let completing { try await completing(article) } else { try await base.complete(article) }
  }

  func memoryWarning() async { await base.memoryWarning() }
}

extension ArgusParts {
  mutating func alterArticles(
    _ alter: @escaping @Sendable (inout AlteredArticles, ArticleServiceSetup) -> Void
  ) {
    let open = openArticleService
    openArticleService = {
      var altered = AlteredArticles(base: await open($0))
      alter(&altered, $0)
      return altered
    }
  }

  mutating func alterLoader(_ alter: @escaping @Sendable (inout AlteredLoader, RichTextLoaderSetup) -> Void) {
    let make = makeRichTextLoader
    makeRichTextLoader = {
      var altered = AlteredLoader(base: make($0))
      alter(&altered, $0)
      return altered
    }
  }
}
