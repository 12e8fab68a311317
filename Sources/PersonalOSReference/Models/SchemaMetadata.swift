import Foundation

/// The versions of the layout in which the app has stored its data.
public enum SchemaVersion: Int, Sendable, CaseIterable, Comparable {
  case v1 = 1, v2, v3, v4

  /// The newest version, to which the app migrates.
  public static var current: SchemaVersion { .v4 }

  public static func < (left: SchemaVersion, right: SchemaVersion) -> Bool { left.rawValue < right.rawValue }
}

/// The record of a store's last migration.
public struct SchemaMetadata: Sendable, Equatable {
  /// The version to which the store was migrated.
  public let version: SchemaVersion
  /// When the migration was done.
  public let migratedAt: Date
  /// The backup made before the migration; nil if it has been deleted since.
  public let backupURL: URL?

  /// Creates the record from its parts.
  public init(version: SchemaVersion, migratedAt: Date, backupURL: URL?) {
    self.version = version
    self.migratedAt = migratedAt
    self.backupURL = backupURL
  }
}
