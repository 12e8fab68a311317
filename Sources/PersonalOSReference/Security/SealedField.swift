import Foundation
import StorageContract

/// One field before it is encrypted. It says to which record it belongs, so that it cannot be moved to another.
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

  /// Nil for what is no field, or another record's.
  static func value(in plaintext: [UInt8], named name: String, of key: String, in collection: String) -> FieldValue? {
    guard let field = try? JSONDecoder().decode(SealedField.self, from: Data(plaintext)),
      field.place == place(of: name, key, collection), let text = String(validating: field.text, as: UTF8.self)
    else { return nil }
    return FieldValue(kind: field.kind, exactText: text)
  }

  /// No older version of the app has stored a sensitive field as bytes.
  static func isPlain(_ stored: FieldValue) -> Bool {
    if case .bytes = stored { false } else { true }
  }

  /// Field and collection are identifiers: no two places are written alike.
  private static func place(of name: String, _ key: String, _ collection: String) -> Data {
    Data("\(collection)/\(name)/\(key)".utf8)
  }
}
