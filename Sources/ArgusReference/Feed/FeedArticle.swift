import Foundation
import PlatformStandIns

/// An article as the backend sends it.
public struct FeedArticle: Codable, Sendable, Equatable {
  public var id: String
  public var url: String
  public var title: String
  public var summary: String?
  public var body: String?
  public var topics: [String]?
  /// In seconds since 1970.
  public var publishedAt: Double?
  public var qualityScore: Double?
  public var highPriority: Bool?

  public var model: ArticleModel {
    ArticleModel(
      id: id, url: url, title: title, summary: summary ?? "", body: body ?? "", topicNames: topics ?? [],
      publishedAt: publishedAt.map { Date(timeIntervalSince1970: $0) } ?? ArticleModel.unknownDate,
      qualityScore: qualityScore, highPriority: highPriority ?? false)
  }

  /// The backend's articles, over `api`.
  /// - Throws: what the request throws; ``ArgusError/badResponse(_:)`` with the answer's status if it does not read.
  public static func all(_ api: any APIClientProtocol, from base: String) async throws -> [ArticleModel] {
    try await read([FeedArticle].self, "\(base)/articles", api).map(\.model)
  }

  /// One of them, by its id.
  public static func one(_ id: String, _ api: any APIClientProtocol, from base: String) async throws -> ArticleModel {
    let unreserved = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\0"..."\u{7f}"))
    guard let part = id.addingPercentEncoding(withAllowedCharacters: unreserved) else { throw ArgusError.notFound }
    return try await read(FeedArticle.self, "\(base)/articles/\(part)", api).model
  }

  private static func read<Value: Decodable>(
    _ type: Value.Type, _ url: String, _ api: any APIClientProtocol
  ) async throws -> Value {
    let answer = try await api.send(HTTPRequest(url: url))
    do {
      return try JSONDecoder().decode(type, from: Data(answer.body))
    } catch is DecodingError {
      throw ArgusError.badResponse(answer.status)
    }
  }
}
