import Foundation
import PlatformStandIns

/// An article as the backend sends it, in JSON. Fields of an optional type may be missing.
public struct FeedArticle: Codable, Sendable, Equatable {
  /// The id, ``ArticleModel/id`` in the app.
  public var id: String
  /// The address of the article.
  public var url: String
  /// The title, in Markdown.
  public var title: String
  /// The summary, in Markdown. Missing means empty.
  public var summary: String?
  /// The text, in Markdown. Missing means empty.
  public var body: String?
  /// The names of the topics, in order. Missing means none.
  public var topics: [String]?
  /// The date of publication, in seconds since 1970. Missing means unknown.
  public var publishedAt: Double?
  /// The quality from 0 to 100. Missing means not rated.
  public var qualityScore: Double?
  /// Whether the user should be notified of this article by itself. Missing means no.
  public var highPriority: Bool?

  /// The article in the app's model, without marks of the user.
  public var model: ArticleModel {
    ArticleModel(
      id: id, url: url, title: title, summary: summary ?? "", body: body ?? "", topicNames: topics ?? [],
      publishedAt: publishedAt.map { Date(timeIntervalSince1970: $0) } ?? ArticleModel.unknownDate,
      qualityScore: qualityScore, highPriority: highPriority ?? false)
  }

  /// Gets all articles that the backend has now, from `base`/articles.
  /// - Throws: what the request throws; ``ArgusError/badResponse(_:)`` with the answer's status if the body cannot be
  ///   read.
  public static func all(_ api: any APIClientProtocol, from base: String) async throws -> [ArticleModel] {
    try await read([FeedArticle].self, "\(base)/articles", api).map(\.model)
  }

  /// Gets the article of an id, from `base`/articles/`id`.
  /// - Throws: the same errors as ``all(_:from:)``.
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
