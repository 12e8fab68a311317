import StorageContract

/// A model that is kept in the store: one record each, in the collection of its type (002 Data Models).
/// - Law: `Model(stored:)` of what `storedFields` and `storageKey` give is the model itself.
public protocol StoredModel: Sendable {
  static var collection: String { get }
  /// Unique among the models of its type.
  var storageKey: String { get }
  /// With the identity, and without a checksum.
  var storedFields: [String: FieldValue] { get }
  init(stored record: Record) throws(UnreadableRecord)
}

/// A stored record that does not read as the model it should be. It is set aside as a whole: see ``Quarantine``.
public struct UnreadableRecord: Error, Sendable, Equatable {
  public init() {}
}

extension StoredModel {
  /// What is put: the fields and the checksum over them.
  public var sealedFields: [String: FieldValue] { RecordChecksum.sealed(storedFields) }

  /// The model of a record that is intact, or that is older than checksums.
  public init(sealed record: Record) throws(UnreadableRecord) {
    guard RecordChecksum.isIntact(record.fields) else { throw UnreadableRecord() }
    try self.init(stored: record)
  }
}
