import Foundation
import PropertyTesting

/// How values are written and read.
private enum Coding: String, CaseIterable {
  case json = "JSON"
  case xml = "an XML property list"
  case binary = "a binary property list"

  func encode(_ value: some Encodable) throws -> Data {
    switch self {
    case .json: return try Coding.jsonEncoder.encode(value)
    case .xml, .binary:
      let encoder = PropertyListEncoder()
      encoder.outputFormat = self == .xml ? .xml : .binary
      return try encoder.encode(value)
    }
  }

  func decode<Value: Decodable>(_ type: Value.Type, _ data: Data) throws -> Value {
    switch self {
    case .json: try JSONDecoder().decode(type, from: data)
    case .xml, .binary: try PropertyListDecoder().decode(type, from: data)
    }
  }

  static var jsonEncoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}

extension Laws where Value: Codable & Equatable {
  /// What is written is read back, from JSON and from property lists.
  public static var codable: Laws {
    let source = LawSource.swift("Codable", "A type that can convert itself into an external representation and out of it.")
    return Laws(
      "Codable",
      unchecked: "Encoders with strategies of their own, and numbers that a format cannot hold: see the waiver nonFinite."
    ) {
      roundTrip(.json, "a value comes back from JSON", source)
      roundTrip(.xml, "a value comes back from an XML property list", source)
      roundTrip(.binary, "a value comes back from a binary property list", source)
      Law(
        "values side by side each come back",
        from: .swift("UnkeyedEncodingContainer", "It follows: values stand one after the other, and each converts out again.")
      ) { values in
        let (a, b) = try values.pair("a", "b")
        let data = try succeeding("encoding [a, b, a]") { try Coding.json.encode([a, b, a]) }
        let again = try succeeding("decoding \(String(decoding: data, as: UTF8.self))") { try Coding.json.decode([Value].self, data) }
        try expect("[a, b, a], decoded", again, equals: [a, b, a])
      }
      Law(
        "a value comes back as the value of a key",
        from: .swift("KeyedEncodingContainer", "Encoded values are accessible by keys.")
      ) { values in
        let (a, b) = try values.pair("a", "b")
        let data = try succeeding("encoding with keys") { try Coding.json.encode(["first": a, "second": b]) }
        let again = try succeeding("decoding \(String(decoding: data, as: UTF8.self))") {
          try Coding.json.decode([String: Value].self, data)
        }
        try expect("the values of both keys, decoded", again, equals: ["first": a, "second": b])
      }
      Law(
        "a value is encoded the same each time",
        from: .swift("Encodable/encode(to:)", "Not documented, and demanded here: the encoding is a function of the value.")
      ) { values in
        let a = try values.one("a")
        let (one, two) = try succeeding("encoding") { (try Coding.json.encode(a), try Coding.json.encode(a)) }
        try expect("the JSON, once more", String(decoding: two, as: UTF8.self), equals: String(decoding: one, as: UTF8.self))
      }
      Law(
        "decoding leaves what it reads as it is",
        from: .swift("Decodable/init(from:)", "Not documented, and demanded here: what is decoded is a function of what is read.")
      ) { values in
        let data = try succeeding("encoding") { try Coding.json.encode([try values.one("a")]) }
        guard let one = try? Coding.json.decode([Value].self, data), let two = try? Coding.json.decode([Value].self, data) else {
          return noteClaim()
        }
        try expect("the value, decoded once more", two, equals: one)
      }
    }
  }

  private static func roundTrip(_ coding: Coding, _ statement: String, _ source: LawSource) -> Law<Value> {
    Law(statement, from: source) { values in
      let a = try values.one("a")
      // Some versions of Foundation write no number or text alone.
      let data = try succeeding("encoding as \(coding.rawValue)") { try coding.encode([a]) }
      let again = try succeeding("decoding \(coding == .binary ? "a" : String(decoding: data, as: UTF8.self))") {
        try coding.decode([Value].self, data)
      }
      try expect("what is decoded", again, equals: [a])
    }
  }

  /// What is written by another version of a program is read, too: for types with keys that are to live long. With the laws of ``codable``.
  public static var evolvingCodable: Laws {
    let keyed = LawSource.swift("KeyedDecodingContainer", "Not documented, and demanded of who asks for it: keys of a later version stay unread.")
    return Laws(
      "Keyed evolution", including: .codable,
      unchecked: "Renamed keys and wider values, which the author alone knows, and the order of keys, which Foundation's decoders hide."
    ) {
      evolution("keys of a later version are passed over", keyed) { members in
        [.init(key: "\"keyOfALaterVersion\"", value: .object([]))] + members + [.init(key: "\"another\"", value: .array([.scalar("1")]))]
      }
      evolution(
        "a key whose value is null may be missing",
        .swift("KeyedDecodingContainer/decodeIfPresent(_:forKey:)", "Returns nil for a key without a value, and for a null.")
      ) { members in members.filter { $0.value != .scalar("null") } }
    }
  }

  private static func evolution(
    _ statement: String, _ source: LawSource, _ change: @escaping @Sendable ([JSONTree.Member]) -> [JSONTree.Member]
  ) -> Law<Value> {
    Law(statement, from: source) { values in
      let a = try values.one("a")
      guard let data = try? Coding.jsonEncoder.encode(a), let members = JSONTree(String(decoding: data, as: UTF8.self))?.members else {
        return noteClaim()
      }
      let text = JSONTree.object(change(members)).text
      let again = try succeeding("decoding \(text)") { try JSONDecoder().decode(Value.self, from: Data(text.utf8)) }
      try expect("what is decoded from \(text)", again, equals: a)
    }
  }
}
