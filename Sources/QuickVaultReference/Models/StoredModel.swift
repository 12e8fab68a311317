import Foundation
import StorageContract

/// A model that the store keeps: each value is one record in the collection of its type.
/// - Law: `Model(stored:)` returns an equal model for a record with a model's `storageKey` and `storedFields`.
public protocol StoredModel: Sendable {
  /// The name of the collection for all models of the type.
  static var collection: String { get }
  /// The record's key, unique among the models of its type.
  var storageKey: String { get }
  /// The record's fields, without what the key says already.
  var storedFields: [String: FieldValue] { get }
  /// Reads a model from its record.
  /// - Throws: ``UnreadableRecord`` if the key or a field is missing or has another form.
  init(stored record: Record) throws(UnreadableRecord)
}

/// A stored record that cannot be read as its model. The error names the place, and nothing of the record's contents.
public struct UnreadableRecord: Error, Sendable, Equatable, CustomStringConvertible {
  /// The key of the record.
  public let key: String
  /// The name of the field that cannot be read, or "key" for the record's key.
  public let field: String

  /// Creates an error for one field of one record.
  public init(key: String, field: String) {
    self.key = key
    self.field = field
  }

  public var description: String { "record \(key) does not read: field \(field) is missing or of another type" }
}

extension Record {
  func text(_ field: String) throws(UnreadableRecord) -> String {
    guard case .text(let value)? = fields[field] else { throw UnreadableRecord(key: key, field: field) }
    return value
  }

  func optionalText(_ field: String) throws(UnreadableRecord) -> String? {
    if case .null? = fields[field] { return nil }
    return try text(field)
  }

  func bytes(_ field: String) throws(UnreadableRecord) -> [UInt8] {
    guard case .bytes(let value)? = fields[field] else { throw UnreadableRecord(key: key, field: field) }
    return value
  }

  func optionalBytes(_ field: String) throws(UnreadableRecord) -> [UInt8]? {
    if case .null? = fields[field] { return nil }
    return try bytes(field)
  }

  func bool(_ field: String) throws(UnreadableRecord) -> Bool {
    guard case .bool(let value)? = fields[field] else { throw UnreadableRecord(key: key, field: field) }
    return value
  }

  func int64(_ field: String) throws(UnreadableRecord) -> Int64 {
    guard case .int64(let value)? = fields[field] else { throw UnreadableRecord(key: key, field: field) }
    return value
  }

  func date(_ field: String) throws(UnreadableRecord) -> Date {
    guard case .date(let value)? = fields[field] else { throw UnreadableRecord(key: key, field: field) }
    return value
  }

  func uuid(_ field: String) throws(UnreadableRecord) -> UUID {
    guard case .uuid(let value)? = fields[field] else { throw UnreadableRecord(key: key, field: field) }
    return value
  }

  /// A case of an enumeration, by its raw value.
  func name<Name: RawRepresentable>(_ field: String) throws(UnreadableRecord) -> Name where Name.RawValue == String {
    guard let name = Name(rawValue: try text(field)) else { throw UnreadableRecord(key: key, field: field) }
    return name
  }

  /// The UUID whose text is the key.
  func uuidKey() throws(UnreadableRecord) -> UUID {
    guard let id = UUID(uuidString: key) else { throw UnreadableRecord(key: key, field: "key") }
    return id
  }
}

extension ReadTransaction {
  func fetch<Model: StoredModel>(_ type: Model.Type) throws -> [Model] {
    try scan(Model.collection).map { try Model(stored: $0) }
  }

  func fetch<Model: StoredModel>(_ type: Model.Type, key: String) throws -> Model? {
    try get(key, in: Model.collection).map { try Model(stored: $0) }
  }

  /// The models whose keys begin with `prefix` and a slash.
  func fetch<Model: StoredModel>(_ type: Model.Type, below prefix: String) throws -> [Model] {
    // "0" is the character after "/".
    try scan(Model.collection, from: prefix + "/", to: prefix + "0", limit: nil).map { try Model(stored: $0) }
  }
}

extension WriteTransaction {
  func save<Model: StoredModel>(_ model: Model) throws {
    try put(model.storedFields, at: model.storageKey, in: Model.collection)
  }
}
