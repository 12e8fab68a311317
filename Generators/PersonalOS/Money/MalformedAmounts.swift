import PropertyTesting

/// One edit that makes the text of an amount invalid.
public struct AmountEdit: Sendable {
  /// The defect after the edit, which is the class of the case.
  public let name: String
  let apply: @Sendable (String) -> String

  /// The text after the edit. `text` is an amount as a formatter writes it, without grouping and with at least two
  /// digits after a point.
  public func callAsFunction(_ text: String) -> String { apply(text) }

  static func after(_ ending: String, _ name: String) -> AmountEdit {
    AmountEdit(name: name) { $0 + ending }
  }

  static func before(_ beginning: String, _ name: String) -> AmountEdit {
    AmountEdit(name: name) { beginning + $0 }
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
    let trailing: [AmountEdit] = [
      .after("abc", "letters after it"), .after("e", "an exponent after it"),
      .after("e5", "an exponent after it"), .after(" ", "white space"), .after("\n", "white space"),
      .after("\0", "letters after it"), .after("\u{663}", "a digit that is not ASCII"),
      .after("\u{FF11}", "a digit that is not ASCII"), .after(".0", "two points"), .after("-", "signs"),
      .after(",000", "commas out of place"), .after("\u{301}", "letters after it"),
    ]
    let leading: [AmountEdit] = [
      .before(" ", "white space"), .before("+", "signs"), .before("--", "signs"),
      .before("$", "letters before it"), .before(",", "commas out of place"),
      .before("0x", "letters before it"), .before("\u{FEFF}", "white space"),
    ]
    let inner: [AmountEdit] = [
      AmountEdit(name: "no digit after the point") { $0.prefix { $0 != "." } + "." },
      AmountEdit(name: "no digit before the point") { text in
        (text.hasPrefix("-") ? "-" : "") + text.drop { $0 != "." }
      },
      AmountEdit(name: "commas out of place") { $0.insertingBeforePoint(",") },
      AmountEdit(name: "groups of other lengths") { $0.insertingBeforePoint("000,000") },
      AmountEdit(name: "groups of other lengths") { $0.insertingBeforePoint(",0000") },
      // The fraction gets two digits, so nobody can take them for a group of three.
      AmountEdit(name: "a comma for the point") { text in
        let whole = text.prefix { $0 != "." }
        return whole + "," + text.dropFirst(whole.count + 1).prefix(2)
      },
      AmountEdit(name: "white space") { $0.insertingBeforePoint(" ") },
      AmountEdit(name: "no digits at all") { text in String(text.filter { $0 == "-" || $0 == "." }) },
      AmountEdit(name: "no digits at all") { _ in "" },
      AmountEdit(name: "no digits at all") { _ in "NaN" },
      AmountEdit(name: "no digits at all") { _ in "inf" },
      AmountEdit(name: "more than 38 digits") { _ in "1" + String(repeating: "0", count: 37) + ".1" },
      AmountEdit(name: "more than 38 digits") { _ in "0.123456789012345678901234567890123456789" },
    ]
    return .oneOf(.element(of: trailing), .element(of: leading), .element(of: inner))
  }
}

extension String {
  fileprivate func insertingBeforePoint(_ text: String) -> String {
    let point = firstIndex(of: ".") ?? endIndex
    return self[..<point] + text + self[point...]
  }
}

extension Generator where Value == AmountEdit {
  /// Edits that turn a JSON number into something else, sometimes into other JSON.
  public static var jsonNumberEdit: Generator {
    let whole = [
      "NaN", "Infinity", "null", "true", "[]", "{}", "", " ", "-", "1.", ".5", "1e", "1e+", "0x10", "1 2",
      "1,5",
    ]
    let edits: [AmountEdit] = [
      AmountEdit(name: "other JSON") { "\"\($0)\"" }, AmountEdit(name: "other JSON") { "[\($0)]" },
      AmountEdit(name: "other JSON") { "{\"amount\": \($0)}" },
      AmountEdit(name: "not kept exactly") { _ in "0.123456789012345678901234567890123456789" },
      AmountEdit(name: "not kept exactly") { _ in "1" + String(repeating: "0", count: 37) + "1e-3" },
      AmountEdit(name: "not kept exactly") { _ in "1e-129" },
      AmountEdit(name: "not kept exactly") { _ in "1e166" },
      AmountEdit(name: "not kept exactly") { _ in "1e99999999999999999999" },
    ]
    let after = ["abc", "-", "\0", ",", " 1", "\u{663}"].map { AmountEdit.after($0, "something after it") }
    let before = ["+", "00", "--", "\u{FEFF}", "a"].map { AmountEdit.before($0, "something before it") }
    let others = whole.map { text in AmountEdit(name: "no number") { _ in text } }
    return .oneOf(.element(of: after + before + edits), .element(of: others))
  }
}
