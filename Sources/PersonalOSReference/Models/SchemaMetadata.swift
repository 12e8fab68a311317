import Foundation

/// The layouts that the app's data have had.
public enum SchemaVersion: Int, Sendable, CaseIterable, Comparable {
  case v1 = 1, v2, v3, v4

  public static var current: SchemaVersion { .v4 }

  public static func < (left: SchemaVersion, right: SchemaVersion) -> Bool { left.rawValue < right.rawValue }
}

public struct SchemaMetadata: Sendable, Equatable {
  public let version: SchemaVersion
  public let migratedAt: Date
  public let backupURL: URL?

  public init(version: SchemaVersion, migratedAt: Date, backupURL: URL?) {
    self.version = version
    self.migratedAt = migratedAt
    self.backupURL = backupURL
  }
}
