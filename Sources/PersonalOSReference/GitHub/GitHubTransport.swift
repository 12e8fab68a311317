/// Lists the repositories of a GitHub user, page by page.
public protocol GitHubTransport: Sendable {
  /// Fetches one page of the user's repositories. The first is page 1.
  /// - Throws: `NetworkError` if GitHub gives no usable answer.
  func repositories(of username: String, page: Int) async throws -> GitHubPage
}

/// One page of a list of repositories.
public struct GitHubPage: Sendable, Equatable {
  /// The repositories on this page, in GitHub's order.
  public var repositories: [GitHubRepo]
  /// The number of the next page, which must be greater than that of this page. Nil means that this is the last page.
  public var nextPage: Int?

  /// Creates a page from its parts.
  public init(repositories: [GitHubRepo], nextPage: Int?) {
    self.repositories = repositories
    self.nextPage = nextPage
  }
}
