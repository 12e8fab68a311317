import Foundation
import StorageContract

/// A model that is kept in the store: one record for each model, in the collection of its type.
/// - Law: `Model(stored:)` with a model's ``storedFields`` and ``storageKey`` returns an equal model.
public protocol StoredModel: Sendable {
  /// The name of the collection that holds all models of this type.
  static var collection: String { get }
  /// The key of the model's record, unique among the models of its type.
  var storageKey: String { get }
  /// The fields of the model's record, without the key.
  var storedFields: [String: FieldValue] { get }
  /// Reads a model from its record.
  /// - Throws: ``UnreadableRecord`` for the first field that is missing or has the wrong type or value.
  init(stored record: StoredRecord) throws(UnreadableRecord)
}

/// A stored record that does not read as its model.
public struct UnreadableRecord: Error, Sendable, Equatable, CustomStringConvertible {
  /// The collection of the record.
  public let collection: String
  /// The key of the record.
  public let key: String
  /// The name of the unreadable field, or "key" for the record's key.
  public let field: String
  /// What the field must be, such as "a decimal".
  public let requirement: String
  /// The type and value that were found, or "nothing" if the field is missing.
  public let found: String

  /// Creates an error from its parts. ``StoredRecord/refusal(_:_:)`` fills in the record and the found value.
  public init(collection: String, key: String, field: String, requirement: String, found: String) {
    self.collection = collection
    self.key = key
    self.field = field
    self.requirement = requirement
    self.found = found
  }

  public var description: String {
    "record \(key) of \(collection): \(field) must be \(requirement), found \(found)"
  }
}

/// A record with typed access to its fields. Each function throws ``UnreadableRecord`` if the field is missing or has
/// another type.
public struct StoredRecord: Sendable {
  /// The collection of the record.
  public let collection: String
  /// The key of the record, unique in its collection.
  public let key: String
  /// The values of the record, by field name.
  public let fields: [String: FieldValue]

  /// Creates a record from its parts. Nothing is checked until a field is read.
  public init(collection: String, key: String, fields: [String: FieldValue]) {
    self.collection = collection
    self.key = key
    self.fields = fields
  }

  /// The value of a text field.
  public func text(_ field: String) throws(UnreadableRecord) -> String {
    guard case .text(let value) = fields[field] else { throw refusal(field, "text") }
    return value
  }

  /// The value of a text field, or nil if the field is stored as null. A missing field is an error.
  public func optionalText(_ field: String) throws(UnreadableRecord) -> String? {
    if case .null = fields[field] { return nil }
    return try text(field)
  }

  /// The value of a decimal field.
  public func decimal(_ field: String) throws(UnreadableRecord) -> Decimal {
    guard case .decimal(let value) = fields[field] else { throw refusal(field, "a decimal") }
    return value
  }

  /// The value of a date field.
  public func date(_ field: String) throws(UnreadableRecord) -> Date {
    guard case .date(let value) = fields[field] else { throw refusal(field, "a date") }
    return value
  }

  /// The value of a date field, or nil if the field is stored as null. A missing field is an error.
  public func optionalDate(_ field: String) throws(UnreadableRecord) -> Date? {
    if case .null = fields[field] { return nil }
    return try date(field)
  }

  /// The value of a double field.
  public func double(_ field: String) throws(UnreadableRecord) -> Double {
    guard case .double(let value) = fields[field] else { throw refusal(field, "a double") }
    return value
  }

  /// The truth value of a Boolean field.
  public func bool(_ field: String) throws(UnreadableRecord) -> Bool {
    guard case .bool(let value) = fields[field] else { throw refusal(field, "a truth value") }
    return value
  }

  /// The value of a 64-bit integer field.
  public func int64(_ field: String) throws(UnreadableRecord) -> Int64 {
    guard case .int64(let value) = fields[field] else { throw refusal(field, "an integer") }
    return value
  }

  /// The value of a 64-bit integer field, or nil if the field is stored as null. A missing field is an error.
  public func optionalInt64(_ field: String) throws(UnreadableRecord) -> Int64? {
    if case .null = fields[field] { return nil }
    return try int64(field)
  }

  /// The value of a 64-bit integer field, as an `Int`.
  public func int(_ field: String) throws(UnreadableRecord) -> Int { Int(try int64(field)) }

  /// The value of a field of bytes.
  public func bytes(_ field: String) throws(UnreadableRecord) -> [UInt8] {
    guard case .bytes(let value) = fields[field] else { throw refusal(field, "bytes") }
    return value
  }

  /// The value of a UUID field.
  public func uuid(_ field: String) throws(UnreadableRecord) -> UUID {
    guard case .uuid(let value) = fields[field] else { throw refusal(field, "a UUID") }
    return value
  }

  /// The case of an enumeration whose raw value the text field contains.
  /// - Throws: ``UnreadableRecord`` also if the text is no case's raw value.
  public func name<Name: RawRepresentable & CaseIterable>(_ field: String) throws(UnreadableRecord) -> Name
  where Name.RawValue == String {
    guard case .text(let text) = fields[field], let name = Name(rawValue: text) else {
      throw refusal(field, "one of " + Name.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return name
  }

  /// The record's key, read as the text of a UUID.
  /// - Throws: ``UnreadableRecord`` if it is none.
  public func uuidKey() throws(UnreadableRecord) -> UUID {
    guard let id = UUID(uuidString: key) else { throw refusal("key", "a UUID") }
    return id
  }

  /// The type and value as text. It avoids Swift's own description, which crashes on a date that is not a number.
  private static func text(of value: FieldValue) -> String {
    value == .null ? "null" : "\(value.kind) \(value.exactText)"
  }

  /// Creates the error for a field of this record. It adds the value that was found.
  /// - Parameter requirement: What the field must be. The field name "key" stands for the record's key.
  public func refusal(_ field: String, _ requirement: String) -> UnreadableRecord {
    UnreadableRecord(
      collection: collection, key: key, field: field, requirement: requirement,
      found: field == "key" ? key : fields[field].map(Self.text) ?? "nothing")
  }
}
