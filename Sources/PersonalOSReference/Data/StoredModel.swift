import Foundation
import StorageContract

/// A model that is kept in the store: one record each, in the collection of its type.
/// - Law: `Model(stored:)` of what `storedFields` and `storageKey` give is the model itself.
public protocol StoredModel: Sendable {
  static var collection: String { get }
  /// Unique among the models of its type.
  var storageKey: String { get }
  var storedFields: [String: FieldValue] { get }
  init(stored record: StoredRecord) throws(UnreadableRecord)
}

/// A stored record that does not read as the model it should be.
public struct UnreadableRecord: Error, Sendable, Equatable, CustomStringConvertible {
  public let collection: String
  public let key: String
  public let field: String
  /// What the field would have to be.
  public let requirement: String
  public let found: String

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

/// A record with typed access to its fields; each function throws ``UnreadableRecord`` for a field that is
/// missing or of another type.
public struct StoredRecord: Sendable {
  public let collection: String
  public let key: String
  public let fields: [String: FieldValue]

  public init(collection: String, key: String, fields: [String: FieldValue]) {
    self.collection = collection
    self.key = key
    self.fields = fields
  }

  public func text(_ field: String) throws(UnreadableRecord) -> String {
    guard case .text(let value) = fields[field] else { throw refusal(field, "text") }
    return value
  }

  public func optionalText(_ field: String) throws(UnreadableRecord) -> String? {
    if case .null = fields[field] { return nil }
    return try text(field)
  }

  public func decimal(_ field: String) throws(UnreadableRecord) -> Decimal {
    guard case .decimal(let value) = fields[field] else { throw refusal(field, "a decimal") }
    return value
  }

  public func date(_ field: String) throws(UnreadableRecord) -> Date {
    guard case .date(let value) = fields[field] else { throw refusal(field, "a date") }
    return value
  }

  public func optionalDate(_ field: String) throws(UnreadableRecord) -> Date? {
    if case .null = fields[field] { return nil }
    return try date(field)
  }

  public func double(_ field: String) throws(UnreadableRecord) -> Double {
    guard case .double(let value) = fields[field] else { throw refusal(field, "a double") }
    return value
  }

  public func bool(_ field: String) throws(UnreadableRecord) -> Bool {
    guard case .bool(let value) = fields[field] else { throw refusal(field, "a truth value") }
    return value
  }

  public func int64(_ field: String) throws(UnreadableRecord) -> Int64 {
    guard case .int64(let value) = fields[field] else { throw refusal(field, "an integer") }
    return value
  }

  public func optionalInt64(_ field: String) throws(UnreadableRecord) -> Int64? {
    if case .null = fields[field] { return nil }
    return try int64(field)
  }

  public func int(_ field: String) throws(UnreadableRecord) -> Int { Int(try int64(field)) }

  public func bytes(_ field: String) throws(UnreadableRecord) -> [UInt8] {
    guard case .bytes(let value) = fields[field] else { throw refusal(field, "bytes") }
    return value
  }

  public func uuid(_ field: String) throws(UnreadableRecord) -> UUID {
    guard case .uuid(let value) = fields[field] else { throw refusal(field, "a UUID") }
    return value
  }

  /// A case of an enumeration by its raw value.
  public func name<Name: RawRepresentable & CaseIterable>(_ field: String) throws(UnreadableRecord) -> Name
  where Name.RawValue == String {
    guard case .text(let text) = fields[field], let name = Name(rawValue: text) else {
      throw refusal(field, "one of " + Name.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return name
  }

  /// The key as the UUID that it is the text of.
  public func uuidKey() throws(UnreadableRecord) -> UUID {
    guard let id = UUID(uuidString: key) else { throw refusal("key", "a UUID") }
    return id
  }

  /// Not Swift's own description, which ends the process at a date that is not a number.
  private static func text(of value: FieldValue) -> String {
    value == .null ? "null" : "\(value.kind) \(value.exactText)"
  }

  public func refusal(_ field: String, _ requirement: String) -> UnreadableRecord {
    UnreadableRecord(
      collection: collection, key: key, field: field, requirement: requirement,
      found: field == "key" ? key : fields[field].map(Self.text) ?? "nothing")
  }
}
