import Foundation
import PropertyTesting
import XMLCoder

/// CoreOffice/XMLCoder.
enum XMLCoderFindings {
  static let all = [
    innerSpaces, carriageReturn, attributeNewline, decimalRest, defaultDate, emptyData, emptyDictionary,
  ]

  private static let package = "CoreOffice/XMLCoder"

  private struct Note: Codable { var text: String }

  private struct Mark: Codable, DynamicNodeEncoding {
    var text: String

    static func nodeEncoding(for key: any CodingKey) -> XMLEncoder.NodeEncoding { .attribute }
  }

  static let innerSpaces = Finding(
    "xml-inner-space", in: package, by: .byHand,
    "`XMLDecoder.decode` drops spaces between two escaped characters.",
    demand:
      "`trimValueWhitespaces`, says its documentation, trims the end and the beginning of values. These spaces are inside.",
    known: "[known](https://github.com/CoreOffice/XMLCoder/issues/129), open",
    result: "[\"&&\"]",
    reproduction: { print in
      print(try XMLDecoder().decode([String].self, from: Data("<r><a>&amp; &amp;</a></r>".utf8)))
    },
    forAll: .text(.of("a& "), count: 0...4).map { "a\($0)a" }
  ) { text in
    let document = try XMLEncoder().encode(Note(text: text))
    try expect("the text", try XMLDecoder().decode(Note.self, from: document).text, equals: text)
  }

  static let carriageReturn = Finding(
    "xml-carriage-return", in: package, by: .byHand,
    "`XMLEncoder.encode` writes a carriage return that no parser gives back.",
    demand:
      "According to [XML 1.0](https://www.w3.org/TR/xml/#sec-line-ends), section 2.11, a parser reads it as a line feed "
      + "unless it is written as `&#13;`.",
    result: "[\"a\\nb\"]",
    reproduction: { print in
      let document = try XMLEncoder().encode(["a\rb"], withRootKey: "r")
      print(try XMLDecoder().decode([String].self, from: document))
    },
    forAll: .text(.of("a\n\r"), count: 0...2).map { "a\($0)a" }
  ) { text in
    let document = try XMLEncoder().encode(Note(text: text))
    try expect("the text", try XMLDecoder().decode(Note.self, from: document).text, equals: text)
  }

  static let attributeNewline = Finding(
    "xml-attribute-newline", in: package, by: .byHand,
    "`XMLEncoder.encode` writes a line feed in an attribute that no parser gives back.",
    demand:
      "According to [XML 1.0](https://www.w3.org/TR/xml/#AVNormalize), section 3.3.3, a parser reads it as a space "
      + "unless it is written as `&#10;`.",
    result: "[\"k\": \"a b\"]",
    reproduction: { print in
      let document = try XMLEncoder().encode([Int](), withRootKey: "r", rootAttributes: ["k": "a\nb"])
      print(try XMLDecoder().decode([String: String].self, from: document))
    },
    forAll: .text(.of("a\t\n"), count: 0...2)
  ) { text in
    let document = try XMLEncoder().encode(Mark(text: text), withRootKey: "r")
    let decoded = try XMLDecoder().decode(Mark.self, from: document)
    try expect("the attribute that is decoded", decoded.text, equals: text)
  }

  static let decimalRest = Finding(
    "xml-decimal-rest", in: package, by: .byHand,
    "`XMLDecoder.decode` reads a `Decimal` from a text that only begins with one.",
    demand:
      "According to [XML Schema](https://www.w3.org/TR/xmlschema-2/#decimal), to which its source refers, it has digits, "
      + "a sign and a point. The decoder throws if an `Int` is asked for.",
    result: "[12]",
    reproduction: { print in
      print(try XMLDecoder().decode([Decimal].self, from: Data("<r><a>12x</a></r>".utf8)))
    },
    forAll: .text(.of("1x."), count: 1...4)
  ) { text in
    let document = Data("<r><a>\(text)</a></r>".utf8)
    let decoded = try? XMLDecoder().decode([Decimal].self, from: document)
    guard text.contains("x") else { return }
    try expect("what is decoded from \(text)", decoded, equals: nil)
  }

  static let defaultDate = Finding(
    "xml-default-date", in: package, by: .byHand,
    "`XMLDecoder.decode` reads a date that `XMLEncoder` wrote as one 31 years earlier, without settings.",
    demand:
      "The documentation of `DateDecodingStrategy.deferredToDate` calls it the default strategy, as it is in the encoder.",
    known: "[known](https://github.com/CoreOffice/XMLCoder/issues/238), open",
    result: "[1970-01-01 00:00:00 +0000]",
    reproduction: { print in
      let document = try XMLEncoder().encode([Date(timeIntervalSinceReferenceDate: 0)], withRootKey: "r")
      print(try XMLDecoder().decode([Date].self, from: document))
    },
    forAll: Generator<Int>.int(in: 0...1_000_000).map { Date(timeIntervalSinceReferenceDate: Double($0)) }
  ) { date in
    let document = try XMLEncoder().encode([date], withRootKey: "r")
    try expect("the dates", try XMLDecoder().decode([Date].self, from: document), equals: [date])
  }

  static let emptyData = Finding(
    "xml-empty-data", in: package, by: .byHand,
    "`XMLDecoder.decode` refuses empty `Data` that `XMLEncoder` wrote.",
    demand:
      "According to `Codable`, a type converts itself into an external representation and out of it. An empty `String` comes back.",
    result: "nil",
    reproduction: { print in
      let document = try XMLEncoder().encode([Data()], withRootKey: "r")
      print(try? XMLDecoder().decode([Data].self, from: document))
    },
    forAll: .array(of: .int(in: 0...255), count: 0...3)
  ) { bytes in
    let data = [Data(bytes.map { UInt8($0) })]
    let document = try XMLEncoder().encode(data, withRootKey: "r")
    let decoded = try? XMLDecoder().decode([Data].self, from: document)
    try expect("the bytes", decoded.map { $0.map { $0.map { Int($0) } } }, equals: [bytes])
  }

  static let emptyDictionary = Finding(
    "xml-empty-dictionary", in: package, by: .byHand,
    "`XMLDecoder.decode` refuses an empty dictionary that `XMLEncoder` wrote.",
    demand:
      "According to `Codable`, a type converts itself into an external representation and out of it. An empty array comes back.",
    result: "nil",
    reproduction: { print in
      let document = try XMLEncoder().encode(["a": [String: Int]()], withRootKey: "r")
      print(try? XMLDecoder().decode([String: [String: Int]].self, from: document))
    },
    forAll: .dictionary(of: .text(.of("ab"), count: 1...2), .int(in: 0...3), count: 0...2)
  ) { numbers in
    let document = try XMLEncoder().encode(["a": numbers], withRootKey: "r")
    let decoded = try? XMLDecoder().decode([String: [String: Int]].self, from: document)
    try expect("the dictionary", decoded, equals: ["a": numbers])
  }
}
