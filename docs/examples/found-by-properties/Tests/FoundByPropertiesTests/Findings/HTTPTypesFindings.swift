import Foundation
import HTTPTypes
import PropertyTesting

/// apple/swift-http-types.
enum HTTPTypesFindings {
  static let all = [valueHash, strategy, bytes, lenientValue]

  private static let package = "apple/swift-http-types"
  private static let like = "like [this](https://github.com/apple/swift-http-types/issues/139), closed"
  private static let values = Generator<String>.text(.of("e\u{E9}\u{301}"), count: 1...3)

  static let valueHash = Finding(
    "http-field-hash", in: package, by: .byHand,
    "`HTTPField.hash(into:)` hashes equal fields differently.",
    demand:
      "Equal values have equal hashes, according to `Hashable`. `==` compares values as characters, and the hash takes their bytes.",
    known: like, result: "[true, false]",
    reproduction: { print in
      let (a, b) = (HTTPField(name: .from, value: "\u{E9}"), HTTPField(name: .from, value: "e\u{301}"))
      print([a == b, a.hashValue == b.hashValue])
    },
    forAll: Generator.zip(values, values).map { (Array($0.unicodeScalars), Array($1.unicodeScalars)) }
  ) { first, second in
    let (a, b) = (field(first), field(second))
    guard a == b else { return }
    try expect("the hash of the equal value", a.hashValue == b.hashValue)
  }

  private static func field(_ scalars: [Unicode.Scalar]) -> HTTPField {
    HTTPField(name: .from, value: String(String.UnicodeScalarView(scalars)))
  }

  static let strategy = Finding(
    "http-fields-strategy", in: package, by: .byHand,
    "`HTTPFields.hash(into:)` hashes equal fields differently if their indexing strategies differ.",
    demand:
      "Equal values have equal hashes, according to `Hashable`. `==` does not look at the strategy unless the orders differ.",
    known: like, result: "[true, false]",
    reproduction: { print in
      let plain = HTTPField(name: .accept, value: "a")
      var kept = plain
      kept.indexingStrategy = .prefer
      let (a, b) = (HTTPFields([plain]), HTTPFields([kept]))
      print([a == b, a.hashValue == b.hashValue])
    },
    forAll: .array(of: Generator<Bool>.element(of: [false, true]), count: 1...2)
  ) { strategies in
    var fields = strategies.map { _ in HTTPField(name: .accept, value: "a") }
    let plain = HTTPFields(fields)
    for (index, prefers) in strategies.enumerated() where prefers {
      fields[index].indexingStrategy = .prefer
    }
    guard HTTPFields(fields) == plain else { return }
    try expect("the hash of the equal fields", HTTPFields(fields).hashValue == plain.hashValue)
  }

  static let bytes = Finding(
    "http-fields-bytes", in: package, by: .byHand,
    "`HTTPFields.==` is true for fields whose values differ.",
    demand:
      "The value of a field is a collection of bytes, says its documentation, and `HTTPField.==` is false for the two fields.",
    result: "[true, false]",
    reproduction: { print in
      let (a, b) = (HTTPField(name: .accept, value: [0xFF]), HTTPField(name: .accept, value: [0xFE]))
      print([HTTPFields([a]) == HTTPFields([b]), a == b])
    },
    forAll: .zip(.array(of: .int(in: 0x7E...0xFF), count: 1...2), .array(of: .int(in: 0x7E...0xFF), count: 1...2))
  ) { first, second in
    let a = HTTPField(name: .accept, value: first.map { UInt8($0) })
    let b = HTTPField(name: .accept, value: second.map { UInt8($0) })
    try expect("the fields are equal", HTTPFields([a]) == HTTPFields([b]), equals: a == b)
  }

  static let lenientValue = Finding(
    "http-field-lenient-json", in: package, by: .byHand,
    "`HTTPField.init(from:)` refuses what `encode(to:)` wrote of a lenient value.",
    demand:
      "According to `Codable`, a type converts itself into an external representation and out of it.",
    result: "nil",
    reproduction: { print in
      let field = HTTPField(name: .accept, lenientValue: [0x20, 0x61])
      print(try? JSONDecoder().decode(HTTPField.self, from: JSONEncoder().encode(field)))
    },
    forAll: .text(.of("a "), count: 0...4)
  ) { value in
    let field = HTTPField(name: .accept, lenientValue: Array(value.utf8))
    let decoded = try? JSONDecoder().decode(HTTPField.self, from: JSONEncoder().encode(field))
    try expect("the value that is decoded", decoded?.value, equals: value)
  }
}
