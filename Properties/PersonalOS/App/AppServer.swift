import Foundation
import PersonalOSReference
import PlatformStandIns
import StorageContract

/// All servers that the app reaches, as they answer over HTTP: GitHub in pages of two, the news proxy with one page, the price
/// feed, and the configuration, which has API keys alone.
final class AppServer: TLSConnector, TLSConnection {
  static let newsAddress = "https://news.example"
  /// The host of each service is its name, in lower case. A slash at the end makes no difference.
  static let addresses = Dictionary(
    uniqueKeysWithValues: ["news", "configuration", "prices", "gitHub"].compactMap { service in
      URL(string: "https://\(service.lowercased()).example\(service == "prices" ? "/" : "")").map { (service, $0) }
    })

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
    /// The status of every answer but a refusal of its own, whatever the answer contains.
    var status = 200
    /// What every host presents.
    var certificates: [[UInt8]] = []
    /// The hosts that were sent a request.
    var asked: Set<String> = []
  }

  let state = Remembered(State())
  var certificates: [[UInt8]] { state.now.certificates }
  private let whenAsked: @Sendable () async -> Void

  /// - Parameter whenAsked: called before GitHub or the proxy answers.
  init(whenAsked: @escaping @Sendable () async -> Void) { self.whenAsked = whenAsked }

  func connect(to host: String) async throws -> any TLSConnection { self }
  func close() async {}

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let url = URLComponents(string: request.url)
    let (host, path) = (url?.host ?? "", url?.path ?? "")
    state.withValue { _ = $0.asked.insert(host) }
    if ["github.example", "news.example"].contains(host) { await whenAsked() }
    let state = state.now
    if state.isDown, host != "news.example" { throw NetworkError.noConnection }
    func parameter(_ name: String) -> String { url?.queryItems?.first { $0.name == name }?.value ?? "" }
    switch (host, path) {
    case ("github.example", "/users/user/repos"):
      return try page(Int(parameter("page")) ?? 0, of: state.repositories)
    case ("prices.example", "/v1/prices"):
      let symbols = state.price == nil ? [] : parameter("symbols").split(separator: ",")
      // Of a symbol that is there twice, the last one counts.
      let prices = symbols.filter { !$0.hasPrefix("MOCK") }.flatMap { symbol in
        [-1, 0].map { change -> [String: any Sendable] in
          ["symbol": String(symbol), "price": abs((state.price ?? 0) + change), "timestamp": 0, "source": "realtime"]
        }
      }
      return try answer(prices)
    case ("configuration.example", "/v1/configuration"):
      let parts: [String: [String: String]] = ["apiKeys": state.apiKeys, "endpoints": [:], "featureFlags": [:]]
      return try answer(parts)
    case ("news.example", _):
      guard let articles = state.articles else { return HTTPResponse(status: 404) }
      let listing = articles.map { number -> [String: any Sendable] in
        [
          "url": "\(Self.newsAddress)/\(number)", "title": "article \(number)", "summary": "", "source": "feed",
          "publishedAt": 0,
        ]
      }
      return try answer(["articles": listing])
    default: return HTTPResponse(status: 404)
    }
  }

  private func page(_ number: Int, of repositories: [GitHubRepo]) throws -> HTTPResponse {
    let listing = repositories.dropFirst(2 * (number - 1)).prefix(2).map { repository -> [String: any Sendable] in
      var listed: [String: any Sendable] = [
        "id": repository.id, "name": repository.name, "full_name": repository.fullName,
        "stargazers_count": repository.stars, "updated_at": repository.updatedAt.ISO8601Format(), "private": false,
      ]
      listed["description"] = repository.description
      listed["language"] = repository.language
      return listed
    }
    var response = try answer(listing)
    response.headers = [HTTPHeader("Link", #"<https://github.example>; rel="first""#)]
    if repositories.count > 2 * number {
      response.headers[0].value += #", <https://github.example>; rel="next""#
    }
    return response
  }

  private func answer(_ json: any Sendable) throws -> HTTPResponse {
    HTTPResponse(status: state.now.status, body: Array(try JSONSerialization.data(withJSONObject: json)))
  }
}
