import Foundation
import PropertyTesting
import StandardLaws

/// A record with an optional field, which makes the mistake that ``Flaw`` says when it is written or read.
struct Record: Codable, Equatable {
  var id: Int
  var name: String?
  var tags: [Int]
  var isOpen = false

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init?(intValue: Int) { return nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init(_ name: String) { stringValue = name }
  }

  init(id: Int, name: String?, tags: [Int], isOpen: Bool) { (self.id, self.name, self.tags, self.isOpen) = (id, name, tags, isOpen) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    let isUnderKey = encoder.codingPath.last.map { $0.intValue == nil } ?? false
    try container.encode(Flaw.is("writes numbers without their sign") ? abs(id) : id, forKey: Key("id"))
    if Flaw.is("writes nil in place of a field") {
      try container.encodeNil(forKey: Key("name"))
    } else if Flaw.is("writes null, and reads no missing key") {
      try container.encode(name, forKey: Key("name"))
    } else if Flaw.is("writes an empty text for nil") {
      try container.encode(name ?? "", forKey: Key("name"))
    } else if Flaw.is("leaves out a field under a key"), isUnderKey {
    } else {
      try container.encodeIfPresent(name, forKey: Key("name"))
    }
    let sorted = Flaw.is("writes a list in another order")
    let key = Key(Flaw.is("writes under one key, and reads under another") ? "labels" : "tags")
    try container.encode(sorted ? tags.sorted() : tags, forKey: key)
    if !Flaw.is("forgets to write a flag") { try container.encode(isOpen, forKey: Key("isOpen")) }
    if Flaw.is("writes a serial number") { try container.encode(Flaw.next, forKey: Key("serial")) }
    if Flaw.is("writes a key now and then"), Flaw.next % 2 == 0 { try container.encode(true, forKey: Key("hint")) }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    id = try container.decode(Int.self, forKey: Key("id"))
    if Flaw.is("reads a missing key as a mistake") || Flaw.is("writes null, and reads no missing key")
     
    {
      name = try container.decode(String?.self, forKey: Key("name"))
    } else {
      name = try container.decodeIfPresent(String.self, forKey: Key("name"))
    }
    if Flaw.is("drops the name when there are many keys"), container.allKeys.count > 4 { name = nil }
    let first = try container.decodeIfPresent([Int].self, forKey: Key("tags")) ?? []
    tags = Flaw.is("reads a list up to its third element") ? Array(first.prefix(3)) : first
    isOpen = try container.decodeIfPresent(Bool.self, forKey: Key("isOpen")) ?? false
    let known: Set<String> = ["id", "name", "tags", "isOpen"]
    if Flaw.is("refuses keys that it does not know"), let key = container.allKeys.first(where: { !known.contains($0.stringValue) }) {
      throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "unknown key")
    }
    if Flaw.is("counts keys that it does not know as tags") {
      tags += container.allKeys.filter { !known.contains($0.stringValue) }.map { _ in 0 }
    }
    if Flaw.is("loses the name of every second record that it reads"), decoder.codingPath.last?.intValue == 1 { name = nil }
    if Flaw.is("numbers the records by their place"), let place = decoder.codingPath.last?.intValue, place > 0 { id = place }
    if Flaw.is("reads a name under a key as the key"), let key = decoder.codingPath.last, key.intValue == nil { name = key.stringValue }
    if Flaw.is("numbers what it reads") { id = Flaw.next }
    if Flaw.is("turns the flag each time that it reads") { isOpen = Flaw.next % 2 == 0 }
  }
}

extension Generator where Value == Record {
  static let record = Generator { source in
    Record(
      id: try source(.int(in: -9...9)), name: try source(.optional(.text(.of("abcAB"), count: 0...3))),
      tags: try source(.array(of: .int(in: 0...9), count: 0...5)), isOpen: try source(.bool))
  }
}

/// The mistakes of ``Record``.
enum RecordWitnesses {
  private static func of(_ laws: Laws<Record>, _ statement: String, _ mistakes: String...) -> [Witness] {
    mistakes.map { Witness($0, breaks: statement, of: laws, .record) }
  }

  private static let everyFormat = [
    "writes nil in place of a field", "forgets to write a flag", "reads a missing key as a mistake",
    "writes under one key, and reads under another",
  ]

  static let all: [Witness] = Witness.list(
    everyFormat.flatMap { mistake in
      ["JSON", "an XML property list", "a binary property list"].flatMap { of(.codable, "a value comes back from \($0)", mistake) }
    },
    of(
      .codable, "a value comes back from JSON", "writes an empty text for nil", "writes numbers without their sign",
      "writes a list in another order", "reads a list up to its third element"),
    of(
      .codable, "values side by side each come back", "loses the name of every second record that it reads",
      "numbers the records by their place"),
    of(
      .codable, "a value comes back as the value of a key", "leaves out a field under a key", "reads a name under a key as the key"),
    of(.codable, "a value is encoded the same each time", "writes a serial number", "writes a key now and then"),
    of(.codable, "decoding leaves what it reads as it is", "numbers what it reads", "turns the flag each time that it reads"),
    of(
      .evolvingCodable, "keys of a later version are passed over", "refuses keys that it does not know",
      "counts keys that it does not know as tags", "drops the name when there are many keys"),
    of(
      .evolvingCodable, "a key whose value is null may be missing", "writes null, and reads no missing key"))
}
