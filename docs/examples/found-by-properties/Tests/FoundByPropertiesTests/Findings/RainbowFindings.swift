import PropertyTesting
@preconcurrency import Rainbow

/// onevcat/Rainbow.
enum RainbowFindings {
  static let all = [combiningStart, emptyParameter, signedHex]

  private static let package = "onevcat/Rainbow"

  static let combiningStart = Finding(
    "rainbow-combining", in: package, by: .byHand,
    "`String.raw` loses a text that begins with a combining mark.",
    demand: "Its documentation says that it is the text of the styled string. `red` makes this string of U+0301.",
    result: "true",
    reproduction: { print in print("\u{1B}[31m\u{301}a\u{1B}[0m".raw.isEmpty) },
    forAll: Generator<String>.text(.of("a\u{301}\u{FE0F}"), count: 1...3).map { Array($0.unicodeScalars) }
  ) { scalars in
    let text = String(String.UnicodeScalarView(scalars))
    try expect("the raw text", Array("\u{1B}[31m\(text)\u{1B}[0m".raw.unicodeScalars), equals: scalars)
  }

  static let emptyParameter = Finding(
    "rainbow-empty-parameter", in: package, by: .byHand,
    "`Rainbow.extractEntry(for:)` finds no color after an empty parameter.",
    demand:
      "According to [ECMA-48](https://ecma-international.org/publications-and-standards/standards/ecma-48/), section 5.4.2, "
      + "an empty parameter has the default value: here 0, a reset.",
    result: "nil",
    reproduction: { print in
      print(Rainbow.extractEntry(for: "\u{1B}[;31ma").segments.first?.color)
    },
    forAll: .array(of: .element(of: ["0", ""]), count: 0...3)
  ) { parameters in
    let codes = (parameters + ["31"]).joined(separator: ";")
    let segment = Rainbow.extractEntry(for: "\u{1B}[\(codes)ma").segments.first
    try expect("the color", segment?.color, equals: .named(.red))
  }

  static let signedHex = Finding(
    "rainbow-hex-sign", in: package, by: .byHand,
    "`String.hex` takes a text with a sign for a color.",
    demand:
      "Its documentation promises the string itself if the text is no color, which is three or six hexadecimal digits.",
    result: "false",
    reproduction: { print in
      (Rainbow.outputTarget, Rainbow.enabled) = (.console, true)
      print("a".hex("+12") == "a")
    },
    forAll: .text(.of("1+-"), count: 3)
  ) { color in
    (Rainbow.outputTarget, Rainbow.enabled) = (.console, true)
    try expect("\(color) is a color", "a".hex(color) != "a", equals: color.allSatisfy { $0 == "1" })
  }
}
