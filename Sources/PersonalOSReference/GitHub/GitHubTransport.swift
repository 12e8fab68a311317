/// Where the sync gets repositories from: GitHub's list, page by page.
public protocol GitHubTransport: Sendable {
  /// One page of the user's repositories; the first is page 1.
  /// - Throws: `NetworkError` where there is no answer to be had.
  func repositories(of username: String, page: Int) async throws -> GitHubPage
}

/// One page of a list.
public struct GitHubPage: Sendable, Equatable {
  public var repositories: [GitHubRepo]
  /// Greater than the page's own number; nil: this is the last page.
  public var nextPage: Int?

  public init(repositories: [GitHubRepo], nextPage: Int?) {
    self.repositories = repositories
    self.nextPage = nextPage
  }
}
