import Foundation
import StorageContract

/// The records about the store's own layout, in addition to the version that the store itself keeps.
public enum SchemaRecord {
  /// The name of the collection. It contains no user data.
  public static let collection = "schema"
  /// The key of the record of the last migration.
  public static let metadataKey = "metadata"
  /// The key of the record that exists once sample data was written.
  public static let samplesKey = "samples"
  /// The key of the record that exists while the store's files may still contain text in clear that is sealed by now.
  public static let rewriteKey = "rewrite"

  /// The last migration. It is nil if the store was never migrated.
  /// - Throws: ``UnreadableRecord`` if the record is damaged or names an unknown version.
  public static func metadata(in transaction: any ReadTransaction) throws -> SchemaMetadata? {
    guard let record = try transaction.get(metadataKey, in: collection) else { return nil }
    let stored = StoredRecord(collection: collection, key: metadataKey, fields: record.fields)
    guard let version = SchemaVersion(rawValue: try stored.int("version")) else {
      throw stored.refusal("version", "1 to \(SchemaVersion.current.rawValue)")
    }
    return SchemaMetadata(
      version: version, migratedAt: try stored.date("migratedAt"),
      backupURL: try stored.optionalText("backupURL").flatMap(URL.init(string:)))
  }

  static func put(_ metadata: SchemaMetadata, in transaction: any WriteTransaction) throws {
    try transaction.put(
      [
        "version": .int64(Int64(metadata.version.rawValue)), "migratedAt": .date(metadata.migratedAt),
        "backupURL": (metadata.backupURL?.absoluteString).map { .text($0) } ?? .null,
      ], at: metadataKey, in: collection)
  }

  /// Removes the address of the last migration's backup, because that backup was deleted. It reads as little of the record
  /// as possible, because another version of the app may have written it.
  static func forgetBackup(in transaction: any WriteTransaction) throws {
    guard var fields = try transaction.get(metadataKey, in: collection)?.fields else { return }
    fields["backupURL"] = .null
    try transaction.put(fields, at: metadataKey, in: collection)
  }
}
