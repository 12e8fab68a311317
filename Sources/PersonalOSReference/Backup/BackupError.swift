import Foundation

/// Why something is not imported or restored, or not exported. The store is as it was before.
public enum BackupError: Error, Sendable, Equatable {
  /// Not the text of a backup; `reason` says where it departs from one.
  case notABackup(reason: String)
  case wrongFormat(found: String)
  case wrongSchemaVersion(found: Int64, expected: Int64)
  /// The contents are not those that were written.
  case wrongChecksum
  case duplicateRecord(table: String, key: String)
  /// A table is there that is none of the app's, or one of the app's is missing.
  case wrongTables(found: [String], expected: [String])
  /// A record that does not read as the model it should be.
  case unreadable(UnreadableRecord)
  /// A newer version of the app wrote the store that would be replaced.
  case storeIsNewer(found: Int64, expected: Int64)
  /// There is no backup at this place.
  case missing(URL)
}

extension BackupError: CustomStringConvertible {
  /// A sentence: what was wrong, where, and what would be right.
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
    case .missing(let url):
      "There is no backup at \(url.absoluteString)."
    }
  }
}
