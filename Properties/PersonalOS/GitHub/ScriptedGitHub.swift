import PersonalOSGenerators
import PersonalOSReference
import Synchronization

/// GitHub with the listing that it was given last.
final class ScriptedGitHub: GitHubTransport {
  struct State {
    var listing: RepositoryListing?
    var served = 0
    var isAsked: @Sendable () -> Void = {}
    var overlapping: [RepositoryListing] = []
  }

  /// What GitHub tells the task that asks, where several do at a time; nil: what it was given last.
  @TaskLocal static var listingOfCaller: RepositoryListing?

  private let state = Mutex(State())

  /// How many pages were served since the listing was given.
  var served: Int { state.withLock { $0.served } }

  /// - Parameter isAsked: called before each page is served or refused.
  func serve(_ listing: RepositoryListing, isAsked: @escaping @Sendable () -> Void) {
    state.withLock { $0 = State(listing: listing, isAsked: isAsked) }
  }

  /// The listings of the tasks that asked at a time, in the order in which each asked first.
  var overlapping: [RepositoryListing] { state.withLock { $0.overlapping } }

  func repositories(of username: String, page: Int) async throws -> GitHubPage {
    if let listing = Self.listingOfCaller {
      if page == 1 { state.withLock { $0.overlapping.append(listing) } }
      await Task.yield()
      return try Self.page(page, of: listing)
    }
    let (listing, isAsked) = state.withLock { ($0.listing, $0.isAsked) }
    isAsked()
    guard let listing, username == GitHubDriver.username else { throw NetworkError.serverError(404) }
    if page == listing.failingPage {
      throw page.isMultiple(of: 2) ? NetworkError.rateLimited : NetworkError.timeout
    }
    // Who follows a list in circles is stopped some time.
    guard served < 2 * listing.pages.count else { throw NetworkError.rateLimited }
    let answer = try Self.page(page, of: listing)
    state.withLock { $0.served += 1 }
    return answer
  }

  private static func page(_ page: Int, of listing: RepositoryListing) throws -> GitHubPage {
    guard (1...listing.pages.count).contains(page) else { throw NetworkError.serverError(404) }
    return GitHubPage(
      repositories: listing.pages[page - 1], nextPage: page < listing.pages.count ? page + 1 : listing.returnsTo)
  }
}
