import Foundation

/// Why an export, an import or a restore failed. The store is as it was before.
public enum BackupError: Error, Sendable, Equatable {
  /// The bytes are not the text of a backup. `reason` says where they depart from one.
  case notABackup(reason: String)
  /// The backup names a format other than ``BackupEnvelope/format``.
  case wrongFormat(found: String)
  /// The layout of the backup is not the one that can be imported.
  case wrongSchemaVersion(found: Int64, expected: Int64)
  /// The contents have changed since the backup was written.
  case wrongChecksum
  /// A table has two records with the same key.
  case duplicateRecord(table: String, key: String)
  /// The backup has a table that is not the app's, or lacks one of the app's tables.
  case wrongTables(found: [String], expected: [String])
  /// A record does not read as a model of its collection.
  case unreadable(UnreadableRecord)
  /// A newer version of the app wrote the store that the import would replace.
  case storeIsNewer(found: Int64, expected: Int64)
  /// A newer version of the app made the backup that is to be restored.
  case isNewer(found: Int64, expected: Int64)
  /// There is no backup at this address.
  case missing(URL)
}

extension BackupError: CustomStringConvertible {
  /// A sentence that says what is wrong, where, and what would be right.
  public var description: String {
    switch self {
    case .notABackup(let reason):
      "This is not a backup of PersonalOS: \(reason)."
    case .wrongFormat(let found):
      "The backup has the format \(found.debugDescription); \"\(BackupEnvelope.format)\" can be read."
    case .wrongSchemaVersion(let found, let expected):
      "The backup has schema version \(found); only version \(expected) can be imported."
    case .wrongChecksum:
      "The backup was altered: its checksum is not that of its contents. Use another copy."
    case .duplicateRecord(let table, let key):
      "The backup has two records \(key.debugDescription) in \(table); a key is there once."
    case .wrongTables(let found, let expected):
      """
      The backup has the tables \(found.joined(separator: ", ")); it needs \
      \(expected.joined(separator: ", ")).
      """
    case .unreadable(let record):
      "The backup cannot be used: \(record)."
    case .storeIsNewer(let found, let expected):
      "The store has schema version \(found), newer than \(expected); update the app to import the backup."
    case .isNewer(let found, let expected):
      "The backup has schema version \(found), newer than \(expected); update the app to restore the backup."
    case .missing(let url):
      "There is no backup at \(url.absoluteString)."
    }
  }
}
