/// Writes a note of anything: a number with two decimals.
public func dumpNote(_ value: Any) -> String {
  switch value {
  case let text as String: "t\(text)"
  case let number as Int: "i\(number)"
  case let number as Double: "d\((number * 100).rounded() / 100)"
  case let flag as Bool: "b\(flag)"
  case let texts as [String]: "l\(texts.map { "\($0)," }.joined())"
  default: ""
  }
}

/// Reads a note.
public func loadNote(_ text: String) -> Any? {
  let rest = text.dropFirst()
  return switch text.first {
  case "t": String(rest)
  case "i": Int(rest)
  case "d": Double(rest)
  case "b": Bool(String(rest))
  case "l": rest.split(separator: ",", omittingEmptySubsequences: false).dropLast().map(String.init)
  default: nil
  }
}

/// What a sign says: a kind, and a word.
public struct Sign: Equatable, Sendable, CustomStringConvertible {
  private let kind: String
  private let word: String
  private init(kind: String, word: String) { (self.kind, self.word) = (kind, word) }
  public static var open: Sign { Sign(kind: "door", word: "open") }
  /// A word with a slash, which the kind ends with.
  public static var half: Sign { Sign(kind: "price", word: "1/2") }
  public var description: String { "\(kind)/\(word)" }

  public init?(from text: String) {
    let parts = text.split(separator: "/")
    guard parts.count == 2 else { return nil }
    (kind, word) = (String(parts[0]), String(parts[1]))
  }
}

/// Seats that are taken, counted by their numbers.
public func taken(among seats: Range<Int>) -> Int { seats.lowerBound < 0 ? 0 : seats.count }

/// Of any seats.
public func taken(among seats: some Collection<Int>) -> Int { seats.count }
