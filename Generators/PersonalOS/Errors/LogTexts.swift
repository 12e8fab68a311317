import PropertyTesting

/// A text as programs write it into errors and logs, with secrets in it.
public struct LogText: Sendable {
  /// The whole text.
  public let text: String
  /// The parts of the text that are not secret.
  public let plain: [String]
  /// The secrets in the text, in order.
  public let secrets: [String]
}

extension Generator where Value == LogText {
  /// Words with secrets between them. Secrets of `registered` occur anywhere, others after a key or a header that
  /// reveals them.
  public static func logText(registered: [String] = []) -> Generator {
    let word = Generator<Part>.element(of: words.map { Part(text: $0, plain: $0) })
    let drawn = Generator<Part> { source in
      let secret = try source(.drawnSecret)
      let (before, after) = try source(.element(of: places))
      return Part(text: before + secret + after, plain: before.name, secret: secret)
    }
    let known = Generator<String>.element(of: registered).map { Part(text: "<\($0)>", secret: $0) }
    let part = Generator<Part>.frequency((3, word), (1, drawn), (registered.isEmpty ? 0 : 1, known))
    return Generator<[Part]>.array(of: part, count: 1...4).map { parts in
      LogText(
        text: parts.map(\.text).joined(separator: " "), plain: parts.compactMap(\.plain),
        secrets: parts.compactMap(\.secret))
    }
  }
}

extension Generator where Value == String {
  /// Text that looks like a key or a token.
  public static var drawnSecret: Generator {
    Generator<String>.text(.of("abcXYZ019-_."), count: 8...16).map { "s9" + $0 }
  }

  /// A secret that the app itself knows. It may contain spaces, quotes and letters outside of ASCII.
  public static var registeredSecret: Generator {
    .oneOf(
      .drawnSecret,
      Generator { source in
        let (first, second) = (try source(.drawnSecret), try source(.drawnSecret))
        return first + (try source(.element(of: [" ", "\"", "密", "é", "é", "é", "&"]))) + second
      })
  }
}

private struct Part: Sendable {
  let text: String
  var plain: String?
  var secret: String?
}

private let words = [
  "open journal", "页面 7", "step 3 of 4", "row 12 (naïve)", "GET /v2/prices", "answer: none",
]

/// The text before a secret and the text after it.
private let places = [
  ("?key=", ""), ("&token=", "&page=2"), ("apiKey=", ";"), ("Authorization: Bearer ", ""),
  ("Authorization: Basic ", ""),
  ("{\"access_token\": \"", "\"}"), ("password='", "'"), ("client_secret: ", ","), ("TOKEN=", ")"),
  ("bearer ", " end"),
]

extension String {
  /// The key or header name in the text, without characters that a log may print differently.
  fileprivate var name: String {
    String(drop { !$0.isLetter }.prefix { $0.isLetter || $0 == "_" })
  }
}
