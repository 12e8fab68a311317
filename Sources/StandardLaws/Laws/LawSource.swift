/// Where a law is documented, and what is said there, in words of this package.
public struct LawSource: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The address, or the name of the document.
  public let place: String
  /// What the document says, in a sentence; empty if the law's own statement says it.
  public let words: String

  /// A source.
  public init(_ place: String, _ words: String = "") {
    self.place = place
    self.words = words
  }

  /// A source without words of its own: `from: "the comment of Shape.area"`.
  public init(stringLiteral place: String) { self.init(place) }

  /// A page of the standard library's documentation: "Hashable", or "Hashable/hash(into:)".
  public static func swift(_ page: String, _ words: String = "") -> LawSource {
    LawSource("https://developer.apple.com/documentation/swift/\(page.lowercased())", words)
  }

  /// A page of Foundation's documentation.
  public static func foundation(_ page: String, _ words: String = "") -> LawSource {
    LawSource("https://developer.apple.com/documentation/foundation/\(page.lowercased())", words)
  }

  /// A proposal of Swift Evolution, by its number.
  public static func evolution(_ number: Int, _ words: String = "") -> LawSource {
    let digits = String(number)
    return LawSource("SE-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits, words)
  }
}
