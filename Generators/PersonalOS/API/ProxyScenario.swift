import PersonalOSReference
import PropertyTesting

/// Requests for news, and a proxy that may give any answer to them.
public struct ProxyScenario: Sendable {
  /// How the proxy, or the network, answers a request for one page.
  public enum Answer: Sendable {
    case page(nextCursor: String?)
    case redirect(status: Int, location: String)
    /// Any HTTP status without a body that counts.
    case status(Int)
    case unreachable
  }

  /// A user's search, or request for a category, page by page as long as there is a cursor.
  public struct Call: Sendable {
    /// Whether it is a search; otherwise it asks for a category.
    public let isSearch: Bool
    /// What is searched for, or the name of the category.
    public let text: String
    /// The answers to its pages, in order.
    public let answers: [Answer]
  }

  /// The environment that the app runs in.
  public let environment: AppEnvironment
  /// The host of the proxy's address.
  public let host: String
  /// The port of the proxy's address; nil: none is named.
  public let port: String?
  /// "", or a path with a slash in front and none at the end.
  public let path: String
  /// Those at the end of the proxy's address.
  public let slashes: String
  /// By service, one of them for news.
  public let apiKeys: [String: String]
  /// The calls of users, one after the other.
  public let calls: [Call]
}

extension Generator where Value == ProxyScenario {
  /// 1 to 4 calls through one proxy.
  public static var proxyScenario: Generator {
    Generator { source in
      let host = try source(.element(of: ["proxy.example.com", "news-proxy.example.org", "10.0.0.7"]))
      return ProxyScenario(
        environment: try source(.anyCase()), host: host,
        port: try source(Generator<String>.element(of: ["8443", "443"]).optional),
        path: try source(.element(of: ["", "/api", "/api/v2", "/a%20b"])),
        slashes: try source(.element(of: ["", "/", "//"])),
        apiKeys: ["news": try source(.marker), "stocks": try source(.marker)],
        calls: try source(.array(of: .call(to: host), count: 1...4)))
    }
  }
}

extension Generator where Value == ProxyScenario.Call {
  fileprivate static func call(to host: String) -> Generator {
    .build(
      { ProxyScenario.Call(isSearch: $0, text: $1, answers: $2) },
      from: .bool, .frequency((1, .constant("")), (9, .hostileText)), .array(of: .answer(of: host), count: 1...3))
  }
}

extension Generator where Value == ProxyScenario.Answer {
  fileprivate static func answer(of host: String) -> Generator {
    let locations = [
      "https://evil.example/steal", "//evil.example/", "https://\(host).evil.example/",
      "https://\(host)/v1/elsewhere", "/v1/elsewhere", "http://\(host)/v1/news",
    ]
    let statuses = [500, 503, 404, 429, 401, 400, 428, 430, 499, 599, 199, 300, 399, 600]
    return .frequency(
      (2, .constant(.page(nextCursor: nil))),
      (3, Generator<String>.hostileText.map { .page(nextCursor: $0) }),
      (1, .constant(.page(nextCursor: "https://evil.example/v1/news?page=2"))),
      (2, .build(Value.redirect, from: .element(of: [302, 301, 307, 308]), .element(of: locations))),
      (4, .element(of: statuses.map(Value.status))), (2, .constant(.unreachable)))
  }
}

extension Generator where Value == String {
  /// Text that changes another part of a URL, or makes it invalid, if the client does not encode it.
  public static var hostileText: Generator {
    let fragment = Generator<String>.frequency(
      (2, .element(of: ["news", "apple stock"])), (2, .element(of: ["@evil.example", "../", "&q=x", "+"])),
      (6, .element(of: [
        "@evil", "//evil.example/", "/", "..", "/../..", "?apiKey=1", "?", "&", "=", "#", "%", "%2e%2e%2f",
        "%0d%0a", " ", ";", ":", "\\", "\"", "\r\nHost: evil.example", "\n", "\u{0}", "https://evil.example/",
        ".evil.example", "ä", "a\u{308}", "漢字", "\u{1F4F0}", "\u{202E}", "~-_.",
      ])),
      (1, .text(count: 0...4)))
    return Generator<[String]>.array(of: fragment, count: 1...5).map { $0.joined() }
  }
}
