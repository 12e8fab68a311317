import Foundation
import PropertyTesting
import Yams

/// jpsim/Yams.
enum YamsFindings {
  static let all = [
    encodedDouble, dumpedDouble, dumpedNumber, earlyDate, byteOrderMark, signInside, sexagesimalDigits, decimalRest, impossibleDate,
    signedPoint,
  ]

  private static let package = "jpsim/Yams"

  static let encodedDouble = Finding(
    "yams-encoded-double", in: package, by: .byHand,
    "`YAMLEncoder.encode` rounds a `Double` to 15 digits.",
    demand:
      "According to `Codable`, a type converts itself into an external representation and out of it. Its source says that "
      + "the formatter is too imprecise for that, and then uses it.",
    result: "0.3",
    reproduction: { print in print(try YAMLDecoder().decode(Double.self, from: YAMLEncoder().encode(0.1 + 0.2))) },
    forAll: .double(in: 0...1)
  ) { number in
    let decoded = try YAMLDecoder().decode(Double.self, from: YAMLEncoder().encode(number))
    try expect("the number that is decoded", decoded, equals: number)
  }

  static let dumpedDouble = Finding(
    "yams-dumped-double", in: package, by: .byHand,
    "`Yams.dump` rounds a `Double` to 15 digits.",
    demand: "`Yams.load` reads all digits, so the number could come back.",
    result: "0.3",
    reproduction: { print in print(try Yams.load(yaml: Yams.dump(object: 0.1 + 0.2))) },
    forAll: .double(in: 0...1)
  ) { number in
    let loaded = try Yams.load(yaml: Yams.dump(object: number)) as? Double
    try expect("the number that is loaded", loaded, equals: number)
  }

  static let dumpedNumber = Finding(
    "yams-dumped-number", in: package, by: .byHand,
    "`Yams.dump` rounds an `NSNumber` that is an integer to 7 digits.",
    demand: "`Yams.dump` of the same `Int` has all digits.",
    result: "123456800.0",
    reproduction: { print in print(try Yams.load(yaml: Yams.dump(object: NSNumber(value: 123_456_789)))) },
    forAll: .int(in: 0...1_000_000_000)
  ) { number in
    let loaded = try Yams.load(yaml: Yams.dump(object: NSNumber(value: number)))
    try expect("the number that is loaded", (loaded as? Double) ?? (loaded as? Int).map(Double.init), equals: Double(number))
  }

  static let earlyDate = Finding(
    "yams-early-date", in: package, by: .byHand,
    "`YAMLEncoder.encode` writes a minus sign into the fraction of a date before 2001.",
    demand:
      "According to [the timestamp type](https://yaml.org/type/timestamp.html), a fraction has digits. The decoder refuses this one.",
    result: "[\"2001-01-01T00:00:00.-5Z\", \"\"]",
    reproduction: { print in
      let text = try YAMLEncoder().encode(Date(timeIntervalSinceReferenceDate: -0.5))
      print(text.components(separatedBy: "\n"))
    },
    forAll: Generator<Int>.int(in: -100...100).map { Date(timeIntervalSinceReferenceDate: Double($0) / 4) }
  ) { date in
    let decoded = try? YAMLDecoder().decode(Date.self, from: YAMLEncoder().encode(date))
    try expect("the date that is decoded", decoded, equals: date)
  }

  static let byteOrderMark = Finding(
    "yams-byte-order-mark", in: package, by: .byHand,
    "`YAMLDecoder.decode` drops U+FEFF at the beginning of a text.",
    demand:
      "The encoder writes it as `\"\\uFEFF\"`, and the escape stands for the character, according to "
      + "[YAML](https://yaml.org/spec/1.2.2/#57-escaped-characters), section 5.7.",
    result: "0",
    reproduction: { print in
      print(try YAMLDecoder().decode(String.self, from: #""\uFEFF""#).unicodeScalars.count)
    },
    forAll: Generator<String>.text(.of("a\u{FEFF}"), count: 0...3).map { Array($0.unicodeScalars) }
  ) { scalars in
    let text = try YAMLEncoder().encode(String(String.UnicodeScalarView(scalars)))
    let decoded = try YAMLDecoder().decode(String.self, from: text)
    try expect("the text that is decoded", Array(decoded.unicodeScalars), equals: scalars)
  }

  static let signInside = Finding(
    "yams-sign-inside", in: package, by: .byHand,
    "`YAMLDecoder.decode` reads an `Int` with a sign after the prefix of its base.",
    demand:
      "In [the integer type](https://yaml.org/type/int.html), a sign stands before the prefix. `Yams.load` makes a text of this one.",
    result: "-7",
    reproduction: { print in print(try YAMLDecoder().decode(Int.self, from: "0-7")) },
    forAll: .text(.of("10-x"), count: 1...4)
  ) { text in
    guard try Yams.load(yaml: text) is String else { return }
    try expect("the integer in \(text)", try? YAMLDecoder().decode(Int.self, from: text), equals: nil)
  }

  static let sexagesimalDigits = Finding(
    "yams-sexagesimal", in: package, by: .byHand,
    "`YAMLDecoder.decode` reads an `Int` in base 60 with digits above 59.",
    demand:
      "According to [the integer type](https://yaml.org/type/int.html), a digit is at most 59. `Yams.load` makes a text of this one.",
    result: "159",
    reproduction: { print in print(try YAMLDecoder().decode(Int.self, from: "1:99")) },
    forAll: Generator<(Int, Int)>.zip(.int(in: 1...99), .int(in: 0...99)).map { "\($0):\($1)" }
  ) { text in
    guard try Yams.load(yaml: text) is String else { return }
    try expect("the integer in \(text)", try? YAMLDecoder().decode(Int.self, from: text), equals: nil)
  }

  static let decimalRest = Finding(
    "yams-decimal-rest", in: package, by: .byHand,
    "`YAMLDecoder.decode` reads a `Decimal` from a text that only begins with one.",
    demand: "It throws for the same text if an `Int` or a `Double` is asked for.",
    result: "12",
    reproduction: { print in print(try YAMLDecoder().decode(Decimal.self, from: "12x")) },
    forAll: .text(.of("1x"), count: 1...4)
  ) { text in
    guard text.contains("x") else { return }
    try expect("the number in \(text)", try? YAMLDecoder().decode(Decimal.self, from: text), equals: nil)
  }

  static let impossibleDate = Finding(
    "yams-impossible-date", in: package, by: .byHand,
    "`YAMLDecoder.decode` reads a date that does not exist as a later one.",
    demand: "Other texts that are no date are refused, and no year has a thirteenth month.",
    result: "2002-02-14 00:00:00 +0000",
    reproduction: { print in print(try YAMLDecoder().decode(Date.self, from: "2001-13-45")) },
    forAll: Generator<Int>.int(in: 10...99).map { "2001-\($0)-01" }
  ) { text in
    let decoded = try? YAMLDecoder().decode(Date.self, from: text)
    try expect("\(text) is a date", decoded != nil, equals: text < "2001-13")
  }

  static let signedPoint = Finding(
    "yams-signed-point", in: package, by: .byHand,
    "`Yams.load` takes a number for a text if it begins with a sign and a point.",
    demand:
      "According to [the float type](https://yaml.org/type/float.html), a sign may stand before the point. `Yams.load` reads `.5`.",
    result: "String",
    reproduction: { print in print(type(of: try Yams.load(yaml: "-.5") ?? 0)) },
    forAll: .zip(.element(of: ["", "-"]), .element(of: ["", "0"]), .int(in: 1...9))
  ) { sign, whole, digit in
    let text = "\(sign)\(whole).\(digit)"
    try expect("the number in \(text)", try Yams.load(yaml: text) as? Double, equals: Double(text))
  }
}
