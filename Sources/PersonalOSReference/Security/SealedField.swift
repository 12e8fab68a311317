import Foundation
import StorageContract

/// A field before it is encrypted. It names its record, so that nobody can move it to another one.
struct SealedField: Codable {
  private let place: Data
  private let kind: String
  private let text: Data

  init(_ value: FieldValue, named name: String, of key: String, in collection: String) {
    place = Self.place(of: name, key, collection)
    kind = value.kind
    text = Data(value.exactText.utf8)
  }

  func plaintext() throws -> [UInt8] { Array(try JSONEncoder().encode(self)) }

  /// The value of the field; nil if the bytes are not a field, or belong to another record.
  static func value(in plaintext: [UInt8], named name: String, of key: String, in collection: String) -> FieldValue? {
    guard let field = try? JSONDecoder().decode(SealedField.self, from: Data(plaintext)),
      field.place == place(of: name, key, collection), let text = String(validating: field.text, as: UTF8.self)
    else { return nil }
    return FieldValue(kind: field.kind, exactText: text)
  }

  /// Whether a stored value is in clear. No older version of the app stored a sensitive field as bytes.
  static func isPlain(_ stored: FieldValue) -> Bool {
    if case .bytes = stored { false } else { true }
  }

  /// The text that identifies the field. Field and collection are identifiers, so no two fields have the same text.
  private static func place(of name: String, _ key: String, _ collection: String) -> Data {
    Data("\(collection)/\(name)/\(key)".utf8)
  }
}
