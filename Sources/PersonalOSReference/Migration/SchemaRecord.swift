import Foundation
import StorageContract

/// What the store knows of its own layout, beside the version that the store itself keeps.
public enum SchemaRecord {
  public static let collection = "schema"
  /// The record of the last migration.
  public static let metadataKey = "metadata"
  /// The record that is there once sample data was written.
  public static let samplesKey = "samples"
  /// The record that is there while text that is sealed by now may still lie in the store's files.
  public static let rewriteKey = "rewrite"

  /// The last migration; nil in a store that never had one.
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

  /// The backup that the last migration made is no more. Reads as little as it can: what lies there may be of
  /// another version of the app.
  static func forgetBackup(in transaction: any WriteTransaction) throws {
    guard var fields = try transaction.get(metadataKey, in: collection)?.fields else { return }
    fields["backupURL"] = .null
    try transaction.put(fields, at: metadataKey, in: collection)
  }
}
