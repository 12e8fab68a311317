import PropertyTesting

/// A text as programs write it into errors and logs, with secrets in it.
public struct LogText: Sendable {
  /// The whole text.
  public let text: String
  /// The parts of the text that are not secret.
  public let plain: [String]
  /// The secrets in the text, in order.
  public let secrets: [String]

  /// A text without secrets.
  public init(_ plain: String) { self.init(text: plain, plain: [plain], secrets: []) }

  init(text: String, plain: [String], secrets: [String]) {
    (self.text, self.plain, self.secrets) = (text, plain, secrets)
  }
}

extension Generator where Value == LogText {
  /// Words with secrets between them. Secrets of `registered` occur anywhere, others after a key or a header that
  /// reveals them.
  public static func logText(registered: [String] = []) -> Generator {
    let word = Generator<String>.element(of: [
      "open journal", "页面 7", "step 3 of 4", "row 12 (naïve)", "GET /v2/prices", "answer: none",
    ]).map { LogText($0) }
    let revealed = Generator.build({ (place: (String, String), secret: String) in
      // The key or header alone, without characters that a log may print differently.
      let name = place.0.drop { !$0.isLetter }.prefix { $0.isLetter || $0 == "_" }
      return LogText(text: place.0 + secret + place.1, plain: [String(name)], secrets: [secret])
    }, from: .element(of: places), .drawnSecret)
    let known = Generator<String>.element(of: registered).map { LogText(text: "<\($0)>", plain: [], secrets: [$0]) }
    let part = Generator.frequency((3, word), (1, revealed), (registered.isEmpty ? 0 : 1, known))
    return Generator<[LogText]>.array(of: part, count: 1...4).map { parts in
      LogText(
        text: parts.map(\.text).joined(separator: " "), plain: parts.flatMap(\.plain), secrets: parts.flatMap(\.secrets))
    }
  }
}

/// The text before a secret and the text after it.
private let places = [
  ("?key=", ""), ("&token=", "&page=2"), ("apiKey=", ";"), ("Authorization: Bearer ", ""),
  ("Authorization: Basic ", ""), ("{\"access_token\": \"", "\"}"), ("password='", "'"), ("client_secret: ", ","),
  ("TOKEN=", ")"), ("bearer ", " end"),
]

extension Generator where Value == String {
  /// Text that looks like a key or a token.
  public static var drawnSecret: Generator {
    Generator<String>.text(.of("abcXYZ019-_."), count: 8...16).map { "s9" + $0 }
  }

  /// A secret that the app itself knows. It may contain spaces, quotes and letters outside of ASCII.
  public static var registeredSecret: Generator {
    let middle = Generator<String>.element(of: [" ", "\"", "密", "é", "é", "é", "&"])
    return .oneOf(.drawnSecret, .build({ $0 + $1 + $2 }, from: .drawnSecret, middle, .drawnSecret))
  }
}
