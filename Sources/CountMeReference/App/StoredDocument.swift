import Foundation
import StorageContract

/// A row of the ``DataStore``: a document, and the change that the server does not know yet.
///
/// The fields of the document are fields of the row. An array of documents is one field of bytes, as JSON with exact
/// values. A deleted row stays until the server knows of its deletion.
struct StoredDocument {
  /// The change that was made since the server knew the document. Nil: none.
  struct Change {
    var kind: SyncOperation.Kind
    /// By the wall clock.
    var date: Date
  }

  var document: FirestoreData
  var change: Change?

  var isDeleted: Bool { change?.kind == .delete }

  init(_ document: FirestoreData, change: Change?) {
    self.document = document
    self.change = change
  }

  private static let kindField = "change_kind"
  private static let dateField = "change_date"

  init(_ record: Record) {
    var fields = record.fields
    if case .text(let name)? = fields.removeValue(forKey: Self.kindField), let kind = SyncOperation.Kind(rawValue: name),
      case .date(let date)? = fields.removeValue(forKey: Self.dateField)
    {
      change = Change(kind: kind, date: date)
    }
    document = fields.compactMapValues(Self.value)
  }

  /// - Throws: an error of the encoder.
  func fields() throws -> [String: FieldValue] {
    var fields = try document.mapValues(Self.field)
    if let change {
      fields[Self.kindField] = .text(change.kind.rawValue)
      fields[Self.dateField] = .date(change.date)
    }
    return fields
  }

  private static func field(_ value: FirestoreValue) throws -> FieldValue {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .int64(value)
    case .double(let value): .double(value)
    case .string(let value): .text(value)
    case .timestamp(let value): .date(value)
    case .array(let values): try bytes(values.map(field))
    case .map(let data): try bytes(data.mapValues(field))
    }
  }

  /// Equal values have equal bytes.
  private static func bytes(_ value: some Encodable) throws -> FieldValue {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return .bytes(Array(try encoder.encode(value)))
  }

  /// Nil if a row was damaged, so that its document misses the field.
  private static func value(_ field: FieldValue) -> FirestoreValue? {
    switch field {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .int64(let value): return .integer(value)
    case .double(let value): return .double(value)
    case .text(let value): return .string(value)
    case .date(let value): return .timestamp(value)
    case .bytes(let bytes):
      let json = Data(bytes)
      if let values = try? JSONDecoder().decode([FieldValue].self, from: json) { return .array(values.compactMap(value)) }
      return (try? JSONDecoder().decode([String: FieldValue].self, from: json)).map { .map($0.compactMapValues(value)) }
    case .decimal, .uuid: return nil
    }
  }
}
