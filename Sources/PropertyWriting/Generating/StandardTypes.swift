/// Types of the standard library and of Foundation: how their values are generated, and whether two can be compared.
enum StandardTypes {
  static func isKnown(_ name: String) -> Bool { generators[name] != nil }

  /// Those that `==` compares.
  static func isEquatable(_ name: String) -> Bool { generators[name] != nil || ["Void", "ComparisonResult", "Never"].contains(name) }

  /// A generator as an expression: of small numbers, whose sums and products fit.
  static func generator(of name: String) -> String? { generators[name] }

  private static let generators: [String: String] = [
    "Int": ".int(in: -1_000...1_000)", "Int8": ".integer(in: -50...50)", "Int16": ".integer(in: -1_000...1_000)",
    "Int32": ".integer(in: -1_000...1_000)", "Int64": ".integer(in: -1_000...1_000)", "Int128": ".integer(in: -1_000...1_000)",
    "UInt": ".integer(in: 0...1_000)", "UInt8": ".integer()", "UInt16": ".integer(in: 0...1_000)", "UInt32": ".integer(in: 0...1_000)",
    "CInt": ".integer(in: -1_000...1_000)", "CLong": ".integer(in: -1_000...1_000)", "CUnsignedInt": ".integer(in: 0...1_000)",
    "UInt64": ".integer(in: 0...1_000)", "UInt128": ".integer(in: 0...1_000)", "Bool": ".bool", "Double": ".double(in: -1_000...1_000)",
    "Float": "Generator<Double>.double(in: -1_000...1_000).map { Float($0) }",
    "TimeInterval": ".double(in: -1_000...1_000)", "String": ".someText", "Substring": "Generator<String>.someText.map { $0[...] }",
    "Character": ".character()",
    "StaticString": ".element(of: [\"a\", \"b\"])",
    "Unicode.Scalar": ".scalar()", "UnicodeScalar": ".scalar()", "Data": ".data()", "Date": ".date()", "UUID": ".uuid", "URL": ".url",
    "Decimal": ".decimal()", "Duration": ".duration()", "Locale": ".locale", "TimeZone": ".timeZone", "Calendar": ".calendar",
    "DateComponents": ".dateComponents",
  ]

  /// Parts of a date or a time, and what they usually are.
  private static let times: [(word: String, range: String)] = [
    ("year", "1970...2100"), ("month", "1...12"), ("day", "1...31"), ("hour", "0...23"), ("minute", "0...59"),
    ("second", "0...59"),
  ]

  /// A generator for a number or text whose name says more than its type; nil: the name says nothing.
  static func generator(of type: SwiftType, named name: String) -> String? {
    let name = name.lowercased()
    func says(_ words: String...) -> Bool { words.contains { name.contains($0) } }
    switch type {
    case .named("Int", _):
      if let row = times.first(where: { says($0.word) }) { return ".usually(\(row.range))" }
      if says("radix", "base") { return ".int(in: 2...36)" }
      if says(
        "count", "capacity", "length", "size", "width", "height", "depth", "times", "limit", "max", "min", "repeat", "indent", "precision")
      {
        return ".int(in: 0...20)"
      }
      if says("index", "offset", "position", "distance", "start", "end", "level", "shift", "exponent", "power") { return ".int(in: 0...8)" }
      return nil
    case .named("Double", _):
      return says("probability", "fraction", "ratio", "percent", "opacity", "alpha", "progress", "weight") ? ".double(in: 0...1)" : nil
    default: return nil
    }
  }
}
