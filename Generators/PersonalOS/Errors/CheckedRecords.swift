import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

/// A type of field, the words for what it must be, and the kinds of values that are right.
private typealias FieldForm = (type: CheckedCall.FieldType, words: String, kinds: [String])

private let forms: [FieldForm] = [
  (.text, "text", ["text"]), (.optionalText, "text", ["text", "null"]), (.source, "realtime, delayed, mock", ["source"]),
  (.decimal, "decimal", ["decimal"]), (.double, "double", ["double"]), (.date, "date", ["date"]),
  (.optionalDate, "date", ["date", "null"]), (.bool, "truth value", ["bool"]), (.int64, "integer", ["int64"]),
  (.optionalInt64, "integer", ["int64", "null"]), (.bytes, "bytes", ["bytes"]), (.uuid, "UUID", ["uuid"]),
]

/// Values of each kind; those of a source are texts.
private let values: [(kind: String, Generator<FieldValue>)] = [
  ("null", .constant(.null)), ("bool", Generator<Bool>.bool.map { .bool($0) }),
  ("int64", Generator<Int>.int(in: -9...9_999).map { .int64(Int64($0)) }),
  ("double", Generator<Int>.int(in: -9...999).map { .double(Double($0) + 0.5) }),
  ("decimal", Generator<Decimal>.decimal(digits: 1...9, exponent: -4...0, signed: true).map { .decimal($0) }),
  ("bytes", .element(of: [.bytes([]), .bytes([1, 2, 3])])), ("uuid", Generator<UUID>.uuid.map { .uuid($0) }),
  ("date", .element(of: [0, 86_400]).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }),
  ("source", Generator<String>.element(of: sources).map { .text($0) }),
  ("text", Generator<String>.element(of: ["Realtime", "mock ", "", "12", "1", "AQID", "a \"b\" 3"]).map { .text($0) }),
]

private let sources = ["realtime", "delayed", "mock"]

/// The kind of a value, and how a refusal prints it. Nothing stands for a value that is missing.
private func found(_ value: FieldValue?) -> [String] {
  switch value {
  case nil: ["nothing"]
  case .null: ["null"]
  case .bool(let value): ["bool", "\(value)"]
  case .int64(let value): ["int64", "\(value)"]
  case .double(let value): ["double", "\(value)"]
  case .decimal: ["decimal"]
  case .text(let value): ["text", value]
  case .bytes: ["bytes"]
  case .date: ["date"]
  case .uuid(let value): ["uuid", value.uuidString]
  }
}

extension Generator where Value == DrawnCall {
  private static var name: Generator<String> { .element(of: ["price", "row-17", "a \"b\" 3", "密 9"]) }

  static var readField: Generator {
    Generator { source in
      let (collection, key, field) = (try source(name), try source(name), try source(name))
      let form = try source(.element(of: forms))
      let right = Generator<FieldValue>.oneOf(values.filter { form.kinds.contains($0.kind) }.map(\.1))
      let value = try source(.frequency(
        (1, .constant(nil)), (4, right.map { $0 }), (4, Generator<FieldValue>.oneOf(values.map(\.1)).map { $0 })))
      let (kind, found) = (found(value)[0], found(value))
      let isSource = kind == "text" && sources.contains(found[1])
      let isRight = form.kinds.contains(kind) || form.kinds == ["source"] && isSource
      let record = StoredRecord(collection: collection, key: key, fields: value.map { [field: $0] } ?? [:])
      return DrawnCall(
        "a field of a record", .field(field, form.type, of: record),
        isRight ? nil : [key, collection, field, form.words] + found)
    }
  }

  static var readKey: Generator {
    Generator { source in
      let (collection, id) = (try source(name), try source(.uuid).uuidString)
      let text = try source(.oneOf(.element(of: [id, String(id.dropLast())]), name))
      let record = StoredRecord(collection: collection, key: text, fields: [:])
      return DrawnCall("a key", .field("id", .key, of: record), text == id ? nil : [text, collection, "key", "UUID", text])
    }
  }

  static var readStoredAmount: Generator {
    let right = ["12.5", "0"], wrong = ["x", "\"1\"", String(repeating: "7", count: 39)]
    return .build({ collection, key, json in
      let record = StoredRecord(collection: collection, key: key, fields: ["amount": .bytes(Array(json.utf8))])
      let found = ["amount", "number", "38 digits", "bytes", Data(json.utf8).base64EncodedString()]
      return DrawnCall("a stored amount", .storedAmount(record), right.contains(json) ? nil : [key, collection] + found)
    }, from: name, name, .element(of: right + wrong))
  }
}
