import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import Synchronization

/// How the news proxy answers a request.
enum ProxyReply: Sendable, CounterexampleDescribable {
  case pages([[ArticleDelivery]])
  /// The pages, and then a refusal in place of the next one.
  case breaksOff([[ArticleDelivery]])
  case refused
  /// Nothing that a page reads like.
  case unreadable

  /// Of the first five pages, after which nobody asks for more; nil: there is no answer.
  var deliveries: [ArticleDelivery]? {
    switch self {
    case .pages(let pages): pages.prefix(5).flatMap { $0 }
    case .breaksOff(let pages): pages.count < 5 ? nil : pages.prefix(5).flatMap { $0 }
    case .refused, .unreadable: nil
    }
  }

  var counterexampleDescription: String {
    switch self {
    case .pages(let pages): "\(describe(pages))"
    case .breaksOff(let pages): "\(describe(pages)) and no more"
    case .refused: "refused"
    case .unreadable: "unreadable"
    }
  }
}

/// A news proxy that keeps each request until somebody says what to answer. Of cancellations it knows nothing.
final class HeldProxy: HTTPTransport {
  static let address = "https://proxy.example/news"

  private struct State {
    /// By the order of arrival.
    var held: [Int: CheckedContinuation<HTTPResponse, Never>] = [:]
    var arrivals = 0
    /// What comes after a page, by the cursor that it named.
    var rest: [String: ProxyReply] = [:]
  }

  private let state = Mutex(State())

  /// How many requests for a first page have arrived.
  var arrivals: Int { state.withLock { $0.arrivals } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if let cursor = request.url.components(separatedBy: "cursor=").dropFirst().first {
      return response(to: state.withLock { $0.rest[cursor] } ?? .refused)
    }
    return await withCheckedContinuation { request in
      state.withLock { state in
        state.held[state.arrivals] = request
        state.arrivals += 1
      }
    }
  }

  /// - Parameter arrival: which request, in the order in which they arrived.
  func answer(_ arrival: Int, _ reply: ProxyReply) {
    state.withLock { $0.held.removeValue(forKey: arrival) }?.resume(returning: response(to: reply))
  }

  private func response(to reply: ProxyReply) -> HTTPResponse {
    switch reply {
    case .refused: return HTTPResponse(status: 404)
    case .unreadable: return HTTPResponse(status: 200, body: Array(#"{"articles": [{"title": 7}]}"#.utf8))
    case .pages(let pages): return page(pages, then: pages.count > 1 ? .pages(Array(pages.dropFirst())) : nil)
    case .breaksOff(let pages):
      return page(pages, then: pages.count > 1 ? .breaksOff(Array(pages.dropFirst())) : .refused)
    }
  }

  private func page(_ pages: [[ArticleDelivery]], then rest: ProxyReply?) -> HTTPResponse {
    let articles = (pages.first ?? []).map { delivery -> [String: any Sendable] in
      let article = delivery.article
      return [
        "url": article.url, "title": article.title, "summary": article.summary, "source": article.source,
        "publishedAt": article.publishedAt.timeIntervalSince1970,
      ]
    }
    let body = try? JSONSerialization.data(withJSONObject: ["articles": articles])
    var response = HTTPResponse(status: 200, body: body.map { Array($0) } ?? [])
    if let rest {
      let cursor = state.withLock { state in
        let cursor = "c\(state.rest.count)"
        state.rest[cursor] = rest
        return cursor
      }
      response.headers = [HTTPHeader("Next-Cursor", cursor)]
    }
    return response
  }
}

extension Generator where Value == ProxyReply {
  /// Mostly an answer, in a few pages, sometimes of nothing.
  static func proxyReply(_ pool: ArticlePool) -> Generator {
    let delivery = pool.delivery.map(\.inWholeSeconds)
    let pages = Generator<[[ArticleDelivery]]>.frequency(
      (1, .constant([[]])), (2, Generator<[ArticleDelivery]>.array(of: delivery, count: 1...4).map { [$0] }),
      (1, .array(of: .array(of: delivery, count: 0...2), count: 1...7)))
    return .frequency(
      (8, pages.map { .pages($0) }), (4, .constant(.refused)), (2, .constant(.unreadable)),
      (1, pages.map { .breaksOff($0) }))
  }
}
