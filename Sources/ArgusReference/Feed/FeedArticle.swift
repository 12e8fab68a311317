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
    let answer = try await api.send(HTTPRequest(url: "\(base)/articles"))
    do {
      return try JSONDecoder().decode([FeedArticle].self, from: Data(answer.body)).map(\.model)
    } catch is DecodingError {
      throw ArgusError.badResponse(answer.status)
    }
  }
}
