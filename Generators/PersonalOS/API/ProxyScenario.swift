import PersonalOSReference
import PropertyTesting

/// News that somebody asks for, and a proxy that answers as it likes.
public struct ProxyScenario: Sendable {
  public enum Answer: Sendable {
    case page(nextCursor: String?)
    case redirect(status: Int, location: String)
    case status(Int)
    case unreachable
  }

  public struct Call: Sendable {
    public let isSearch: Bool
    public let text: String
    /// To the first page, then to those after it, as long as there is a cursor.
    public let answers: [Answer]
  }

  public let environment: AppEnvironment
  public let proxyHost: String
  public let proxyPort: String?
  /// "" or with a slash in front, and none at the end.
  public let proxyPath: String
  /// The same in one text, as a person may have written it.
  public let proxyURL: String
  public let otherProxyURL: String
  /// Among them one for news.
  public let apiKeys: [String: String]
  public let calls: [Call]
}

extension Generator where Value == ProxyScenario {
  public static var proxyScenario: Generator {
    Generator { source in
      let host = try source(.element(of: ["proxy.example.com", "news-proxy.example.org", "10.0.0.7"]))
      let port = try source(Generator<String>.element(of: ["8443", "443"]).optional)
      let path = try source(.element(of: ["", "/api", "/api/v2", "/a%20b"]))
      let slash = try source(.element(of: ["", "/", "//"]))
      let keys = try ["news": source(.marker), "stocks": source(.marker)]
      return ProxyScenario(
        environment: try source(.anyCase()), proxyHost: host, proxyPort: port, proxyPath: path,
        proxyURL: "https://\(host)" + (port.map { ":\($0)" } ?? "") + path + slash,
        otherProxyURL: "https://other-proxy.example.net", apiKeys: keys,
        calls: try source(.array(of: .call(to: host), count: 1...4)))
    }
  }
}

extension Generator where Value == ProxyScenario.Call {
  fileprivate static func call(to host: String) -> Generator {
    Generator { source in
      ProxyScenario.Call(
        isSearch: try source(.bool), text: try source(.frequency((1, .constant("")), (9, .hostileText))),
        answers: try source(.array(of: .answer(of: host), count: 1...3)))
    }
  }
}

extension Generator where Value == ProxyScenario.Answer {
  fileprivate static func answer(of host: String) -> Generator {
    let locations = [
      "https://evil.example/steal", "//evil.example/", "https://\(host).evil.example/",
      "https://\(host)/v1/elsewhere", "/v1/elsewhere", "http://\(host)/v1/news",
    ]
    let redirect = Generator { source in
      Value.redirect(
        status: try source(.element(of: [302, 301, 307, 308])),
        location: try source(.element(of: locations)))
    }
    return .frequency(
      (2, .constant(.page(nextCursor: nil))),
      (3, Generator<String>.hostileText.map { .page(nextCursor: $0) }),
      (1, .constant(.page(nextCursor: "https://evil.example/v1/news?page=2"))),
      (2, redirect), (2, Generator<Int>.element(of: [500, 503, 404, 429, 401]).map { .status($0) }),
      (2, Generator<Int>.element(of: [400, 428, 430, 499, 599, 199, 300, 399, 600]).map { .status($0) }),
      (2, .constant(.unreachable)))
  }
}

extension Generator where Value == String {
  /// Text that becomes another part of a URL, or none at all, where somebody forgets that it is text.
  public static var hostileText: Generator {
    let fragment = Generator<String>.frequency(
      (2, .element(of: ["news", "apple stock"])),
      (2, .element(of: ["@evil.example", "../", "&q=x", "+"])),
      (6, .element(of: [
        "@evil", "//evil.example/", "/", "..", "/../..", "?apiKey=1", "?", "&",
        "=", "#", "%", "%2e%2e%2f", "%0d%0a", " ", ";", ":", "\\", "\"", "\r\nHost: evil.example", "\n",
        "\u{0}", "https://evil.example/", ".evil.example", "ä", "a\u{308}", "漢字",
        "\u{1F4F0}", "\u{202E}", "~-_.",
      ])),
      (1, .text(count: 0...4)))
    return Generator<[String]>.array(of: fragment, count: 1...5).map { $0.joined() }
  }
}
