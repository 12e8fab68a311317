import Foundation
import PersonalOSReference
import PlatformStandIns
import StorageContract

/// All that the app reaches over the network: GitHub and the news proxy with one page each, the price feed, and the
/// configuration, which has API keys alone.
final class AppServer: TLSConnector, TLSConnection, GitHubTransport, PriceProvider {
  static let newsAddress = "https://news.example"

  enum Service: Sendable, CaseIterable { case gitHub, prices }

  struct State: Sendable {
    var repositories: [GitHubRepo] = []
    /// What the proxy lists; nil: it refuses.
    var articles: [Int]?
    /// Of one of anything; nil: there is none.
    var price: Int?
    var apiKeys: [String: String] = [:]
    /// Whether all but the proxy is out of reach.
    var isDown = false
  }

  let state = Remembered(State())
  let certificates: [[UInt8]] = []
  private let whenAsked: @Sendable () async -> Void

  /// - Parameter whenAsked: called before GitHub or the proxy answers.
  init(whenAsked: @escaping @Sendable () async -> Void) { self.whenAsked = whenAsked }

  func repositories(of username: String, page: Int) async throws -> GitHubPage {
    await whenAsked()
    return GitHubPage(repositories: try reached().repositories, nextPage: nil)
  }

  func prices(for symbols: [String]) async throws -> [String: PriceData] {
    guard let price = try reached().price else { return [:] }
    let data = PriceData(price: Decimal(price), timestamp: Date(timeIntervalSinceReferenceDate: 0), source: .realtime)
    return Dictionary(symbols.map { ($0, data) }) { first, _ in first }
  }

  func configuration() throws -> [UInt8] {
    let parts: [String: [String: String]] = ["apiKeys": try reached().apiKeys, "endpoints": [:], "featureFlags": [:]]
    return Array(try JSONSerialization.data(withJSONObject: parts))
  }

  private func reached() throws -> State {
    let state = state.now
    if state.isDown { throw NetworkError.noConnection }
    return state
  }

  func connect(to host: String) async throws -> any TLSConnection { self }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    await whenAsked()
    guard let articles = state.now.articles else { return HTTPResponse(status: 404) }
    let listing = articles.map { number -> [String: any Sendable] in
      [
        "url": "\(Self.newsAddress)/\(number)", "title": "article \(number)", "summary": "", "source": "feed",
        "publishedAt": 0,
      ]
    }
    return HTTPResponse(status: 200, body: Array(try JSONSerialization.data(withJSONObject: ["articles": listing])))
  }

  func close() async {}
}
