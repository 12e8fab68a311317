/// Puts a backslash before every quote and backslash.
public func escape(_ text: String) -> String { text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }.map(String.init).joined() }

/// Undoes `escape`.
public func unescape(_ text: String) -> String {
  var result = ""
  var isEscaped = false
  for character in text {
    if character == "\\", !isEscaped {
      isEscaped = true
    } else {
      result.append(character)
      isEscaped = false
    }
  }
  return result
}

/// Writes a plus for each space, and leaves a plus as it is.
public func encodeSpaces(_ text: String) -> String { String(text.map { $0 == " " ? "+" : $0 }) }

/// Writes a space for each plus.
public func decodeSpaces(_ text: String) -> String { String(text.map { $0 == "+" ? " " : $0 }) }

/// The share of letters, between 0 and 1.
public func shareOfLetters(_ text: String) -> Double {
  Double(text.unicodeScalars.count { $0.properties.isAlphabetic }) / Double(max(1, text.count))
}

/// The share of spaces, between 0 and 1.
public func shareOfSpaces(_ text: String) -> Double { text.isEmpty ? 0 : Double(text.count { $0 == " " }) / Double(text.count) }

/// A name for a page: of one line and without spaces at its ends.
public struct Slug: Equatable, Sendable {
  public let text: String
  public init(text: String) { self.text = text }

  /// Takes one space from the front.
  public var trimmed: Slug { text.hasPrefix(" ") ? Slug(text: String(text.dropFirst())) : self }
  public func reversed() -> Slug { Slug(text: String(text.unicodeScalars.reversed().map(Character.init))) }
}

/// The first letter.
public func initial(of name: String) -> Character { name[name.startIndex] }

/// The first letters: without one where `initial` has none.
public func initials(of names: [String]) -> String { String(names.map(initial)) }

/// The number of words.
public func wordCount(of text: String) -> Int { text.split(separator: " ").count }

/// The number of words of a part, which counts the spaces.
public func wordCount(of text: Substring) -> Int { text.count { $0 == " " } + 1 }

/// The price on a tag, such as "EUR 12.50".
public struct PriceTag: Equatable, Sendable {
  public let cents: Int

  /// Nil for a text that is no price.
  public init?(_ text: String) {
    guard text.hasPrefix("EUR ") else { return nil }
    let parts = text.dropFirst(4).split(separator: ".")
    guard let euros = Int(parts[0]), let cents = Int(parts[1]) else { return nil }
    self.cents = 100 * euros + cents
  }
}
