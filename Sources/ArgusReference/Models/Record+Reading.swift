import Foundation
import StorageContract

// What a model reads of its record. A property that is missing, or null, has its default, as CloudKit demands of every
// required property (002 SwiftData Model Definition); one that is there and of another type does not read.
extension Record {
  /// The identity: a text that is there and is the record's key, byte for byte.
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

  /// A list of texts, none by default.
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

/// Texts in one field, as a JSON array: byte for byte what they were, in their order.
public enum TextList {
  public static func encode(_ texts: [String]) -> String {
    // An array of texts always encodes.
    (try? JSONEncoder().encode(texts)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }

  /// Nil for what is no array of texts.
  public static func decode(_ text: String) -> [String]? {
    try? JSONDecoder().decode([String].self, from: Data(text.utf8))
  }
}
