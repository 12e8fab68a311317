import ArgusReference

/// Operations with some of their calls changed: for faults of one line.
struct AlteredOperations: ArticleOperating {
  let base: any ArticleOperating
  var offline: (@Sendable () -> Bool)?
  var listing: (@Sendable (String?) async -> TopicArticles)?
  var opening: (@Sendable (String) async throws -> RenderedArticle)?
  var reading: (@Sendable (String) async throws -> RenderedArticle)?
  var settingRead: (@Sendable (Bool, String) async throws -> Void)?
  var settingBookmarked: (@Sendable (Bool, String) async throws -> Void)?
  var deleting: (@Sendable (String) async throws -> Void)?

  var isOffline: Bool { offline?() ?? base.isOffline }
  func list(topic: String?) async -> TopicArticles {
    if let listing { await listing(topic) } else { await base.list(topic: topic) }
  }
  func article(_ id: String) async throws -> RenderedArticle {
    if let reading { try await reading(id) } else { try await base.article(id) }
  }
  func open(_ id: String) async throws -> RenderedArticle {
    if let opening { try await opening(id) } else { try await base.open(id) }
  }
  func setRead(_ isRead: Bool, of id: String) async throws {
    if let settingRead { try await settingRead(isRead, id) } else { try await base.setRead(isRead, of: id) }
  }
  func setBookmarked(_ isBookmarked: Bool, of id: String) async throws {
    if let settingBookmarked { try await settingBookmarked(isBookmarked, id) } else { try await base.setBookmarked(isBookmarked, of: id) }
  }
  func delete(_ id: String) async throws {
    if let deleting { try await deleting(id) } else { try await base.delete(id) }
  }
  func refresh() async throws -> Bool { try await base.refresh() }
}

extension ArgusParts {
  mutating func alterOperations(_ alter: @escaping @Sendable (inout AlteredOperations, ArticleOperationsSetup) -> Void) {
    let make = makeOperations
    makeOperations = {
      var altered = AlteredOperations(base: make($0))
      alter(&altered, $0)
      return altered
    }
  }
}
