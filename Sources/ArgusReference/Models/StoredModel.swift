import StorageContract

/// A model that the store keeps: one record for each, in the collection of its type (002 Data Models).
/// - Law: `Model(stored:)` of a record with the model's `storedFields` and `storageKey` returns an equal model.
public protocol StoredModel: Sendable {
  /// The collection of all models of this type.
  static var collection: String { get }
  /// The key of the record, unique among the models of the type.
  var storageKey: String { get }
  /// The fields of the record, with the identity and without a checksum.
  var storedFields: [String: FieldValue] { get }
  /// Reads a model. Missing fields have their defaults.
  /// - Throws: ``UnreadableRecord``.
  init(stored record: Record) throws(UnreadableRecord)
}

/// The error for a stored record that cannot be read as a model. A validation quarantines the whole record: see
/// ``Quarantine``.
public struct UnreadableRecord: Error, Sendable, Equatable {
  /// Creates the error, which carries nothing of the record.
  public init() {}
}

extension StoredModel {
  /// The fields to store: ``storedFields`` and the checksum over them.
  public var sealedFields: [String: FieldValue] { RecordChecksum.sealed(storedFields) }

  /// Reads a model from a record whose checksum fits, or that has no checksum.
  /// - Throws: ``UnreadableRecord`` if the checksum does not fit, or if ``init(stored:)`` throws it.
  public init(sealed record: Record) throws(UnreadableRecord) {
    guard RecordChecksum.isIntact(record.fields) else { throw UnreadableRecord() }
    try self.init(stored: record)
  }
}
