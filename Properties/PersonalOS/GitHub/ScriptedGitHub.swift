import PersonalOSGenerators
import PersonalOSReference
import Synchronization

/// GitHub with the listing that it was given last.
final class ScriptedGitHub: GitHubTransport {
  struct State {
    var listing: RepositoryListing?
    var served = 0
    var isAsked: @Sendable () -> Void = {}
  }

  private let state = Mutex(State())

  /// How many pages were served since the listing was given.
  var served: Int { state.withLock { $0.served } }

  /// - Parameter isAsked: called before each page is served or refused.
  func serve(_ listing: RepositoryListing, isAsked: @escaping @Sendable () -> Void) {
    state.withLock { $0 = State(listing: listing, isAsked: isAsked) }
  }

  func repositories(of username: String, page: Int) async throws -> GitHubPage {
    let (listing, isAsked) = state.withLock { ($0.listing, $0.isAsked) }
    isAsked()
    guard let listing, username == GitHubSession.username, (1...listing.pages.count).contains(page) else {
      throw NetworkError.serverError(404)
    }
    if page == listing.failingPage {
      throw page.isMultiple(of: 2) ? NetworkError.rateLimited : NetworkError.timeout
    }
    state.withLock { $0.served += 1 }
    return GitHubPage(
      repositories: listing.pages[page - 1], nextPage: page < listing.pages.count ? page + 1 : nil)
  }
}
