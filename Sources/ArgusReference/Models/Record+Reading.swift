import Foundation
import StorageContract

// These functions read the properties of a model from its record. A missing or null property has its default, as
// CloudKit demands of every required property (002 SwiftData Model Definition). A property of another type makes the
// record unreadable.
extension Record {
  /// Returns the identity: a text that is not empty and equals the record's key, byte for byte.
  func identity(_ field: String) throws(UnreadableRecord) -> String {
    guard case .text(let id)? = fields[field], !id.isEmpty, id.utf8.elementsEqual(key.utf8) else { throw UnreadableRecord() }
    return id
  }

  func text(_ field: String, or missing: String = "") throws(UnreadableRecord) -> String {
    switch fields[field] {
    case nil, .null?: missing
    case .text(let value)?: value
    default: throw UnreadableRecord()
    }
  }

  func bool(_ field: String, or missing: Bool = false) throws(UnreadableRecord) -> Bool {
    switch fields[field] {
    case nil, .null?: missing
    case .bool(let value)?: value
    default: throw UnreadableRecord()
    }
  }

  func int64(_ field: String, or missing: Int64) throws(UnreadableRecord) -> Int64 {
    switch fields[field] {
    case nil, .null?: missing
    case .int64(let value)?: value
    default: throw UnreadableRecord()
    }
  }

  func optionalDouble(_ field: String) throws(UnreadableRecord) -> Double? {
    switch fields[field] {
    case nil, .null?: nil
    case .double(let value)?: value
    default: throw UnreadableRecord()
    }
  }

  func optionalBytes(_ field: String) throws(UnreadableRecord) -> [UInt8]? {
    switch fields[field] {
    case nil, .null?: nil
    case .bytes(let value)?: value
    default: throw UnreadableRecord()
    }
  }

  func date(_ field: String, or missing: Date) throws(UnreadableRecord) -> Date {
    switch fields[field] {
    case nil, .null?: missing
    case .date(let value)?: value
    default: throw UnreadableRecord()
    }
  }

  /// Returns a list of texts, which is empty by default.
  func texts(_ field: String) throws(UnreadableRecord) -> [String] {
    switch fields[field] {
    case nil, .null?: return []
    case .text(let text)?:
      guard let texts = TextList.decode(text) else { throw UnreadableRecord() }
      return texts
    default: throw UnreadableRecord()
    }
  }
}

/// Encodes a list of texts in one field, as a JSON array. The texts keep their bytes and their order.
public enum TextList {
  /// Returns the JSON array of the texts.
  public static func encode(_ texts: [String]) -> String {
    // An array of texts always encodes.
    (try? JSONEncoder().encode(texts)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }

  /// Returns the texts, or nil if `text` is not a JSON array of texts.
  public static func decode(_ text: String) -> [String]? {
    try? JSONDecoder().decode([String].self, from: Data(text.utf8))
  }
}
