import PropertyTesting

/// One edit that makes the text of an amount invalid.
public struct AmountEdit: Sendable {
  /// The defect after the edit, which is the class of the case.
  public let name: String
  let apply: @Sendable (String) -> String

  /// The text after the edit. `text` is an amount as a formatter writes it, without grouping and with at least two
  /// digits after a point.
  public func callAsFunction(_ text: String) -> String { apply(text) }

  /// Edits by their names, each of which puts one of the texts somewhere.
  fileprivate static func all(
    _ texts: KeyValuePairs<String, [String]>, _ edit: @escaping @Sendable (_ amount: String, _ text: String) -> String
  ) -> [AmountEdit] {
    texts.flatMap { name, texts in texts.map { text in AmountEdit(name: name) { edit($0, text) } } }
  }
}

extension AmountEdit: CounterexampleDescribable {
  /// The name of the edit, and its result for an example.
  public var counterexampleDescription: String { "\(name): \(describe(apply("1.50")))" }
}

extension Generator where Value == AmountEdit {
  /// Edits after which the beginning of the text still reads as a number, edits after which the end does, and edits
  /// inside.
  public static var amountEdit: Generator {
    let trailing = AmountEdit.all([
      "letters after it": ["abc", "\0", "\u{301}"], "an exponent after it": ["e", "e5"], "white space": [" ", "\n"],
      "a digit that is not ASCII": ["\u{663}", "\u{FF11}"], "two points": [".0"], "signs": ["-"], "commas out of place": [",000"],
    ]) { $0 + $1 }
    let leading = AmountEdit.all([
      "white space": [" ", "\u{FEFF}"], "signs": ["+", "--"], "letters before it": ["$", "0x"], "commas out of place": [","],
    ]) { $1 + $0 }
    let beforePoint = AmountEdit.all([
      "commas out of place": [","], "groups of other lengths": ["000,000", ",0000"], "white space": [" "],
    ]) { $0.prefix { $0 != "." } + $1 + $0.drop { $0 != "." } }
    let whole = AmountEdit.all([
      "no digits at all": ["", "NaN", "inf"],
      "more than 38 digits": ["1" + String(repeating: "0", count: 37) + ".1", "0.123456789012345678901234567890123456789"],
    ]) { $1 }
    let inner = [
      AmountEdit(name: "no digit after the point") { $0.prefix { $0 != "." } + "." },
      AmountEdit(name: "no digit before the point") { ($0.hasPrefix("-") ? "-" : "") + $0.drop { $0 != "." } },
      // The fraction gets two digits, so nobody can take them for a group of three.
      AmountEdit(name: "a comma for the point") { $0.prefix { $0 != "." } + "," + $0.drop { $0 != "." }.dropFirst().prefix(2) },
      AmountEdit(name: "no digits at all") { $0.filter { $0 == "-" || $0 == "." } },
    ]
    return .oneOf(.element(of: trailing), .element(of: leading), .element(of: inner + beforePoint + whole))
  }

  /// Edits that turn a JSON number into something else, sometimes into other JSON.
  public static var jsonNumberEdit: Generator {
    let whole = AmountEdit.all([
      "no number": [
        "NaN", "Infinity", "null", "true", "[]", "{}", "", " ", "-", "1.", ".5", "1e", "1e+", "0x10", "1 2", "1,5",
      ]
    ]) { $1 }
    let inexact = AmountEdit.all([
      "not kept exactly": [
        "0.123456789012345678901234567890123456789", "1" + String(repeating: "0", count: 37) + "1e-3", "1e-129", "1e166",
        "1e99999999999999999999",
      ]
    ]) { $1 }
    let other = [
      AmountEdit(name: "other JSON") { "\"\($0)\"" }, AmountEdit(name: "other JSON") { "[\($0)]" },
      AmountEdit(name: "other JSON") { "{\"amount\": \($0)}" },
    ]
    let after = AmountEdit.all(["something after it": ["abc", "-", "\0", ",", " 1", "\u{663}"]]) { $0 + $1 }
    let before = AmountEdit.all(["something before it": ["+", "00", "--", "\u{FEFF}", "a"]]) { $1 + $0 }
    return .oneOf(.element(of: after + before + other + inexact), .element(of: whole))
  }
}
