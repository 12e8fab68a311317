import Foundation
import PersonalOSReference
import PlatformStandIns

/// Another news client, with one defect. Without any it holds POS-60.
struct DefectiveNewsClient: NewsFetching {
  enum Defect: Sendable {
    case joinsTextsToURLs, asksTheServiceWhereTheProxyFails, sendsTheKeyAsAHeader, sendsTheKeyAsAParameter
    case followsRedirects, followsNextPages, encodesForAnotherPartOfTheURL, putsCategoriesIntoThePath, asksForAnything
  }

  let setup: NewsProxyClient.Setup
  let defect: Defect?

  private var base: String {
    var base = setup.proxyURLs[setup.environment] ?? ""
    while base.hasSuffix("/") { base.removeLast() }
    return base
  }

  private var key: String { setup.apiKeys["news"] ?? "" }

  func fetchNews(category: String, cursor: String?) async throws -> NewsPage {
    switch defect {
    case .joinsTextsToURLs: try await page("\(base)\(category)?cursor=\(cursor ?? "")", cursor)
    case .putsCategoriesIntoThePath:
      try await page("\(base)/v1/news/\(encoded(category))?\(parameter("cursor", cursor))", cursor)
    default:
      try await page(
        "\(base)/v1/news?\(parameter("category", category))\(parameter("&cursor", cursor))", cursor)
    }
  }

  func searchNews(query: String, cursor: String?) async throws -> NewsPage {
    try await page("\(base)/v1/search?\(parameter("q", query))\(parameter("&cursor", cursor))", cursor)
  }

  private func page(_ address: String, _ cursor: String?) async throws -> NewsPage {
    var request = HTTPRequest(url: address)
    if defect != .asksForAnything { request.headers = [HTTPHeader("accept", "application/json")] }
    switch defect {
    case .sendsTheKeyAsAHeader: request.headers.append(HTTPHeader("X-Api-Key", key))
    case .sendsTheKeyAsAParameter: request.url += "&apiKey=\(encoded(key))"
    case .followsNextPages:
      if let cursor, cursor.hasPrefix("https://") { request.url = encoded(cursor, .urlFragmentAllowed) }
    default: break
    }
    var response: HTTPResponse
    do {
      response = try await setup.transport.send(request)
      if defect == .asksTheServiceWhereTheProxyFails, response.status >= 500 {
        response = try await setup.transport.send(direct)
      }
    } catch NetworkError.noConnection where defect == .asksTheServiceWhereTheProxyFails {
      response = try await setup.transport.send(direct)
    }
    if defect == .followsRedirects, 300...399 ~= response.status, let place = response.header("Location") {
      response = try await setup.transport.send(HTTPRequest(url: place))
    }
    switch response.status {
    case 200...299: return NewsPage(body: response.body, nextCursor: response.header("Next-Cursor"))
    case 429: throw NetworkError.rateLimited
    case 400...599: throw NetworkError.serverError(response.status)
    default: throw NetworkError.invalidResponse
    }
  }

  private var direct: HTTPRequest { HTTPRequest(url: "https://newsapi.example/v2/everything?apiKey=\(key)") }

  private func parameter(_ name: String, _ value: String?) -> String {
    value.map { "\(name)=\(defect == .joinsTextsToURLs ? $0 : encoded($0))" } ?? ""
  }

  private func encoded(_ text: String) -> String {
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return encoded(text, defect == .encodesForAnotherPartOfTheURL ? .urlQueryAllowed : unreserved)
  }

  private func encoded(_ text: String, _ allowed: CharacterSet) -> String {
    text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
  }
}
