/// A value in a history: what a function was given, or what it returned. A tree that holds what EDN and JSON can say.
///
/// Vectors and lists are the same here, as they are equal in Clojure. A JSON string is ``text(_:)``; an EDN keyword or symbol is
/// ``name(_:)`` without its colon.
public enum HistoryValue: Hashable, Sendable {
  /// Nothing: `nil` in EDN, `null` in JSON.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case int(Int)
  /// A number with a fraction or an exponent.
  case double(Double)
  /// A string. Also a number that fits no `Int`, by its digits.
  case text(String)
  /// A keyword or a symbol of EDN.
  case name(String)
  /// A vector or a list of EDN, or an array of JSON.
  case list([HistoryValue])
  /// A set of EDN.
  case set(Set<HistoryValue>)
  /// A map of EDN, or an object of JSON.
  case map([HistoryValue: HistoryValue])
}

extension HistoryValue {
  /// The characters of a name or of a text: `:append` in EDN and `"append"` in JSON both give `append`. Otherwise nil.
  public var word: String? {
    switch self {
    case .name(let word), .text(let word): word
    default: nil
    }
  }

  /// The whole number, if it is one.
  public var int: Int? { if case .int(let number) = self { number } else { nil } }

  /// The elements of a list, in order. Nil for everything else, also for a set.
  public var elements: [HistoryValue]? { if case .list(let elements) = self { elements } else { nil } }

  /// The elements of a list or of a set; those of a set in no particular order.
  public var members: [HistoryValue]? {
    switch self {
    case .list(let elements): elements
    case .set(let elements): Array(elements)
    default: nil
    }
  }

  /// The entry of a map under a key of this name, whether the key is a keyword or a string.
  public subscript(name: String) -> HistoryValue? {
    guard case .map(let entries) = self else { return nil }
    return entries[.name(name)] ?? entries[.text(name)]
  }

  /// Whether it is ``null``.
  public var isNull: Bool { self == .null }
}

extension HistoryValue: CustomStringConvertible {
  /// The value as EDN writes it, with the entries of maps and sets sorted by their text.
  public var description: String {
    switch self {
    case .null: return "nil"
    case .bool(let flag): return "\(flag)"
    case .int(let number): return "\(number)"
    case .double(let number): return "\(number)"
    case .text(let text): return Self.quoted(text)
    case .name(let name): return ":\(name)"
    case .list(let elements): return "[" + elements.map(\.description).joined(separator: " ") + "]"
    case .set(let elements): return "#{" + elements.map(\.description).sorted().joined(separator: " ") + "}"
    case .map(let entries): return "{" + entries.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", ") + "}"
    }
  }

  /// The same with a few elements of each list, set and map and the beginning of each text, for errors: it takes no time to write down.
  var beginning: HistoryValue {
    switch self {
    case .null, .bool, .int, .double: self
    case .text(let text): .text(String(text.prefix(80)))
    case .name(let name): .name(String(name.prefix(80)))
    case .list(let elements): .list(elements.prefix(40).map(\.beginning))
    case .set(let elements): .set(Set(elements.prefix(40).map(\.beginning)))
    case .map(let entries): .map(Dictionary(entries.prefix(40).map { ($0.key.beginning, $0.value.beginning) }) { first, _ in first })
    }
  }

  /// The string in quotation marks, on one line.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
