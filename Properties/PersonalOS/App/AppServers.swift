import Foundation
import PersonalOSReference
import PlatformStandIns
import StorageContract

/// The other ends that the app talks to. Each can be out of reach, and be told when it is asked.
struct AppServers: Sendable {
  let gitHub = ListedRepositories()
  let news = NewsServer()
  let prices = PriceServer()
  let configuration = PublishedKeys()

  /// Before the next answer of GitHub or the news proxy; nil: nothing.
  func whenAsked(_ action: (@Sendable () async -> Void)?) {
    gitHub.whenAsked.set(action)
    news.whenAsked.set(action)
  }

  enum Name: String, Sendable, CaseIterable {
    case gitHub, prices
  }

  func set(_ server: Name, isDown: Bool) {
    switch server {
    case .gitHub: gitHub.isDown.set(isDown)
    case .prices: prices.isDown.set(isDown)
    }
  }
}

/// GitHub with a list of repositories on one page.
final class ListedRepositories: GitHubTransport {
  let isDown = Remembered(false)
  let whenAsked = Remembered<(@Sendable () async -> Void)?>(nil)
  private let listing = Remembered<[GitHubRepo]>([])

  func serve(_ repositories: [GitHubRepo]) { listing.set(repositories) }

  func repositories(of username: String, page: Int) async throws -> GitHubPage {
    await whenAsked.now?()
    if isDown.now { throw NetworkError.noConnection }
    return GitHubPage(repositories: listing.now, nextPage: nil)
  }
}

/// The news proxy, with a list of articles on one page.
final class NewsServer: TLSConnector {
  static let address = "https://news.example"

  let whenAsked = Remembered<(@Sendable () async -> Void)?>(nil)
  private let page = Remembered<HTTPResponse>(HTTPResponse(status: 404))

  /// - Parameter articles: nil: it refuses.
  func serve(_ articles: [Int]?) {
    let listing = articles?.map { number -> [String: any Sendable] in
      [
        "url": "\(Self.address)/\(number)", "title": "article \(number)", "summary": "", "source": "feed",
        "publishedAt": 0,
      ]
    }
    let body = listing.flatMap { try? JSONSerialization.data(withJSONObject: ["articles": $0]) }
    page.set(body.map { HTTPResponse(status: 200, body: Array($0)) } ?? HTTPResponse(status: 404))
  }

  func connect(to host: String) async throws -> any TLSConnection { Connection(server: self) }

  private struct Connection: TLSConnection {
    let server: NewsServer
    let certificates: [[UInt8]] = []

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      await server.whenAsked.now?()
      return server.page.now
    }

    func close() async {}
  }
}

/// One price of everything, or none.
final class PriceServer: PriceProvider {
  let isDown = Remembered(false)
  private let price = Remembered<Int?>(nil)

  func serve(_ price: Int) { self.price.set(price) }

  func prices(for symbols: [String]) async throws -> [String: PriceData] {
    if isDown.now { throw NetworkError.noConnection }
    guard let price = price.now else { return [:] }
    let data = PriceData(
      price: Decimal(price), timestamp: Date(timeIntervalSinceReferenceDate: 0), source: .realtime)
    return Dictionary(symbols.map { ($0, data) }) { first, _ in first }
  }
}

/// The server of the configuration, which has API keys alone.
final class PublishedKeys: Sendable {
  let isDown = Remembered(false)
  private let keys = Remembered<[String: String]>([:])

  func publish(_ apiKeys: [String: String]) { keys.set(apiKeys) }

  func document() throws -> [UInt8] {
    if isDown.now { throw NetworkError.noConnection }
    let parts: [String: [String: String]] = ["apiKeys": keys.now, "endpoints": [:], "featureFlags": [:]]
    return Array(try JSONSerialization.data(withJSONObject: parts))
  }
}
