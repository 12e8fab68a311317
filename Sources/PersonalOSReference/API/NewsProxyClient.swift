import Foundation
import PlatformStandIns

/// News from the proxy, which holds the key of the news service.
public protocol NewsFetching: Sendable {
  /// - Parameter cursor: of the page before; nil for the first.
  /// - Throws: `NetworkError`.
  func fetchNews(category: String, cursor: String?) async throws -> NewsPage
  func searchNews(query: String, cursor: String?) async throws -> NewsPage
}

public struct NewsPage: Sendable, Equatable {
  public let body: [UInt8]
  /// What the proxy wants to be asked with for the next page: a text without meaning to the app, whatever
  /// it looks like.
  public let nextCursor: String?

  public init(body: [UInt8], nextCursor: String?) {
    self.body = body
    self.nextCursor = nextCursor
  }
}

/// Why there is no client.
public enum NewsProxyError: Error, Sendable, Equatable, CustomStringConvertible {
  case notConfigured(AppEnvironment)
  /// The URL itself is not told: it may hold what somebody has put there to log in.
  case invalidURL(AppEnvironment)

  public var description: String {
    switch self {
    case .notConfigured(let environment): "no news proxy is configured for \(environment)"
    case .invalidURL(let environment):
      "the news proxy of \(environment) must be https://host, perhaps with port and path, no more"
    }
  }
}

/// Sends every request to the proxy of its environment, and to nobody else: it follows no redirects and no
/// links, and where the proxy fails, the request fails.
public struct NewsProxyClient: NewsFetching {
  public struct Setup: Sendable {
    public var environment: AppEnvironment
    /// By environment: https, a host, perhaps a port and a path.
    public var proxyURLs: [AppEnvironment: String]
    /// What the app holds of keys, by service. None is for the proxy, which has its own.
    public var apiKeys: [String: String]
    public var transport: any HTTPTransport

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

  /// Without a slash at the end.
  private let baseURL: String
  private let transport: any HTTPTransport

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
