import Foundation
import PlatformStandIns

/// Fetches news from the proxy, which alone holds the key of the news service.
public protocol NewsFetching: Sendable {
  /// Fetches one page of a category.
  /// - Parameter cursor: The cursor of the page before. Nil asks for the first page.
  /// - Throws: `NetworkError` for a bad answer; otherwise what the network client throws.
  func fetchNews(category: String, cursor: String?) async throws -> NewsPage
  /// Fetches one page of the articles that match the query. The cursor and the errors are those of
  /// ``fetchNews(category:cursor:)``.
  func searchNews(query: String, cursor: String?) async throws -> NewsPage
}

/// One page of news, as the proxy sent it.
public struct NewsPage: Sendable, Equatable {
  /// The body of the response, still undecoded.
  public let body: [UInt8]
  /// The cursor to ask the proxy for the next page, from its `Next-Cursor` header. Nil means that this is the last page.
  /// The app must not interpret the text.
  public let nextCursor: String?

  /// Creates a page from its parts.
  public init(body: [UInt8], nextCursor: String?) {
    self.body = body
    self.nextCursor = nextCursor
  }
}

/// Why the app has no client of the news proxy.
public enum NewsProxyError: Error, Sendable, Equatable, CustomStringConvertible {
  /// There is no proxy URL for this environment.
  case notConfigured(AppEnvironment)
  /// The proxy URL of this environment is unusable. The error leaves the URL out, because it may contain a password.
  case invalidURL(AppEnvironment)

  public var description: String {
    switch self {
    case .notConfigured(let environment): "no news proxy is configured for \(environment)"
    case .invalidURL(let environment):
      "the news proxy of \(environment) must be https://host, perhaps with port and path, no more"
    }
  }
}

/// Sends each request to the proxy of its environment and nowhere else. The client follows no redirects and no links, and
/// if the proxy fails, the request fails.
public struct NewsProxyClient: NewsFetching {
  /// What the client is made from.
  public struct Setup: Sendable {
    /// The environment whose proxy the client uses.
    public var environment: AppEnvironment
    /// The URL of each environment's proxy: `https` and a host, optionally with a port and a path.
    public var proxyURLs: [AppEnvironment: String]
    /// API keys, by service. The client never sends one, because the proxy has its own key, so the app gives it none. A
    /// property gives it some and looks for them in the requests.
    public var apiKeys: [String: String]
    /// Sends the requests.
    public var transport: any HTTPTransport

    /// Creates a setup from its parts. ``NewsProxyClient`` checks the URL, not this initialiser.
    public init(
      environment: AppEnvironment, proxyURLs: [AppEnvironment: String], apiKeys: [String: String],
      transport: any HTTPTransport
    ) {
      self.environment = environment
      self.proxyURLs = proxyURLs
      self.apiKeys = apiKeys
      self.transport = transport
    }
  }

  /// The proxy's URL without a slash at the end.
  private let baseURL: String
  private let transport: any HTTPTransport

  /// Checks the proxy URL of the setup's environment: `https` and a host, without user, password, query or fragment.
  /// - Throws: ``NewsProxyError``.
  public init(_ setup: Setup) throws(NewsProxyError) {
    guard let text = setup.proxyURLs[setup.environment] else { throw .notConfigured(setup.environment) }
    guard let parts = URLComponents(string: text, encodingInvalidCharacters: false),
      parts.scheme == "https", parts.host?.isEmpty == false, parts.user == nil,
      parts.password == nil, parts.query == nil, parts.fragment == nil
    else { throw .invalidURL(setup.environment) }
    var base = text[...]
    while base.hasSuffix("/") { base.removeLast() }
    baseURL = String(base)
    transport = setup.transport
  }

  public func fetchNews(category: String, cursor: String?) async throws -> NewsPage {
    try await page("/v1/news", [("category", category), ("cursor", cursor)])
  }

  public func searchNews(query: String, cursor: String?) async throws -> NewsPage {
    try await page("/v1/search", [("q", query), ("cursor", cursor)])
  }

  private func page(_ path: String, _ parameters: [(name: String, value: String?)]) async throws -> NewsPage {
    let query = parameters.compactMap { name, value in value.map { "\(name)=\(PercentEncoding.encoded($0))" } }
    let request = HTTPRequest(
      url: "\(baseURL)\(path)?\(query.joined(separator: "&"))",
      headers: [HTTPHeader("Accept", "application/json")])
    let response = try await transport.send(request)
    switch APIOutcome(response) {
    case .success: return NewsPage(body: response.body, nextCursor: response.header("Next-Cursor"))
    case .rateLimited: throw NetworkError.rateLimited
    case .failed(let error): throw error
    case .cancelled: throw CancellationError()
    }
  }
}
