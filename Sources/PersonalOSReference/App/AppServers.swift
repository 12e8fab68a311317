import Foundation
import PlatformStandIns

/// The servers of the app beside the news proxy: its configuration, the price feed and GitHub. Each is below the base URL of
/// its service ("configuration", "prices", "gitHub"), and all are reached through one transport, so its pins bind them all.
public struct AppServers: GitHubTransport, PriceProvider {
  private let environment: any EnvironmentRules
  private let transport: any HTTPTransport
  private let readPrices: @Sendable (Data) throws -> [PriceUpdate]

  /// Creates the access. It sends nothing yet.
  /// - Parameter readPrices: Reads a message of the price feed.
  public init(
    _ environment: any EnvironmentRules, _ transport: any HTTPTransport,
    readPrices: @escaping @Sendable (Data) throws -> [PriceUpdate]
  ) {
    self.environment = environment
    self.transport = transport
    self.readPrices = readPrices
  }

  /// Fetches the configuration document of the app's environment.
  /// - Throws: ``ConfigurationError/unknownService(_:environment:)`` if the build has no URL for it; ``NetworkError`` for a bad
  ///   answer; otherwise what the transport throws. The other requests throw these errors too.
  public func configuration() async throws -> [UInt8] { try await get("configuration", "/v1/configuration").body }

  /// The prices of those symbols for which the feed has one. If it has several of a symbol, the last one counts.
  /// - Throws: also ``PriceFeedError``.
  public func prices(for symbols: [String]) async throws -> [String: PriceData] {
    let query = symbols.map(PercentEncoding.encoded).joined(separator: ",")
    let message = Data(try await get("prices", "/v1/prices?symbols=\(query)").body)
    return Dictionary(try readPrices(message).map { ($0.symbol, $0.data) }) { $1 }
  }

  /// A page of at most 100 repositories. There is another page if the header `Link` names a next one (GitHub's REST API,
  /// "Using pagination").
  public func repositories(of username: String, page: Int) async throws -> GitHubPage {
    let path = "/users/\(PercentEncoding.encoded(username))/repos?per_page=100&page=\(page)"
    let response = try await get("gitHub", path)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    guard let listing = try? decoder.decode([ListedRepository].self, from: Data(response.body)) else {
      throw NetworkError.invalidResponse
    }
    let hasNext = response.header("Link")?.contains(#"rel="next""#) ?? false
    return GitHubPage(repositories: listing.map(\.repository), nextPage: hasNext ? page + 1 : nil)
  }

  private func get(_ service: String, _ path: String) async throws -> HTTPResponse {
    let base = try environment.baseURL(for: service).absoluteString
    let url = (base.hasSuffix("/") ? String(base.dropLast()) : base) + path
    let response = try await transport.send(HTTPRequest(url: url, headers: [HTTPHeader("Accept", "application/json")]))
    if let error = APIOutcome(response).error { throw error }
    return response
  }
}

/// A repository as GitHub lists it.
private struct ListedRepository: Decodable {
  let id: Int64
  let name: String
  let full_name: String
  let description: String?
  let stargazers_count: Int
  let language: String?
  let updated_at: Date

  var repository: GitHubRepo {
    GitHubRepo(
      id: id, name: name, fullName: full_name, description: description, stars: stargazers_count, language: language,
      updatedAt: updated_at)
  }
}
