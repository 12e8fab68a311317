import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

/// A type of field, the words for what it must be, the kinds of values that are right, and values close to them.
private struct FieldForm: Sendable {
  let type: CheckedCall.FieldType
  let words: String
  let kinds: [String]
  let near: [FieldValue?]

  init(_ type: CheckedCall.FieldType, _ words: String, _ kinds: [String], near: FieldValue?...) {
    (self.type, self.words, self.kinds, self.near) = (type, words, kinds, near)
  }

  static let all = [
    FieldForm(.text, "text", ["text"], near: .text("12")),
    FieldForm(.optionalText, "text", ["text", "null"], near: .null, .text("")),
    FieldForm(
      .source, "realtime, delayed, mock", [], near: .text("realtime"), .text("Realtime"), .text("delayed"), .text("mock "),
      .text("")),
    FieldForm(.decimal, "decimal", ["decimal"], near: .decimal(1), .int64(1)),
    FieldForm(.double, "double", ["double"], near: .double(1.5), .decimal(1)),
    FieldForm(.date, "date", ["date"], near: .date(Date(timeIntervalSinceReferenceDate: 0))),
    FieldForm(.optionalDate, "date", ["date", "null"], near: .null, .date(Date(timeIntervalSinceReferenceDate: 0))),
    FieldForm(.bool, "truth value", ["bool"], near: .bool(true), .int64(1)),
    FieldForm(.int64, "integer", ["int64"], near: .int64(7), .null),
    FieldForm(.optionalInt64, "integer", ["int64", "null"], near: .null, .int64(7), nil),
    FieldForm(.bytes, "bytes", ["bytes"], near: .bytes([]), .text("AQID")),
    FieldForm(
      .uuid, "UUID", ["uuid"], near: .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
      .text("1")),
  ]

  /// The words about a value that is wrong: what it must be, the kind that it has, and the value.
  func mistake(in value: FieldValue?) -> [String]? {
    let found: [String] =
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
    let isSource = type == .source && ["realtime", "delayed", "mock"].map { ["text", $0] }.contains(found)
    return kinds.contains(found[0]) || isSource ? nil : [words] + found
  }
}

extension Generator where Value == DrawnCall {
  private static var name: Generator<String> { .element(of: ["price", "row-17", "a \"b\" 3", "密 9"]) }

  static var readField: Generator {
    Generator { source in
      let (collection, key, field) = (try source(name), try source(name), try source(name))
      let form = try source(.element(of: FieldForm.all))
      let value = try source(.frequency((2, .optional(.anyFieldValue)), (3, .element(of: form.near))))
      let record = StoredRecord(collection: collection, key: key, fields: value.map { [field: $0] } ?? [:])
      return DrawnCall(
        "a field of a record", .field(field, form.type, of: record),
        form.mistake(in: value).map { [key, collection, field] + $0 })
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

extension Generator where Value == FieldValue {
  fileprivate static var anyFieldValue: Generator {
    .oneOf(
      .constant(.null), Generator<Bool>.bool.map { .bool($0) }, Generator<Int>.int(in: -9...9_999).map { .int64(Int64($0)) },
      Generator<Int>.int(in: -9...999).map { .double(Double($0) + 0.5) },
      Generator<Decimal>.decimal(digits: 1...9, exponent: -4...0, signed: true).map { .decimal($0) },
      .constant(.bytes([1, 2, 3])), .constant(.date(Date(timeIntervalSinceReferenceDate: 86_400))),
      Generator<UUID>.uuid.map { .uuid($0) },
      Generator<String>.element(of: ["realtime", "Realtime", "mock", "", "12", "a \"b\" 3"]).map { .text($0) })
  }
}
