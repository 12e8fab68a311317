import Foundation
import StorageContract

/// A project, on GitHub or only here. Progress, notes and status are the user's own.
public struct ProjectItem: Sendable, Equatable, Identifiable {
  public var id: UUID
  /// GitHub's number; nil for a project that is only here.
  public var remoteID: Int64?
  public var name: String
  /// "owner/name".
  public var fullName: String
  public var remoteDescription: String?
  public var stars: Int
  public var language: String?
  public var updatedAt: Date
  /// In percent.
  public var progress: Int
  public var notes: String
  public var status: String
  /// Nil for a project that was never synced.
  public var lastSynced: LastSynced?

  /// What GitHub said at the last sync of the fields that the user may edit here: what differs from it was
  /// edited since.
  public struct LastSynced: Sendable, Equatable {
    public var name: String
    public var remoteDescription: String?
    public var language: String?

    public init(name: String, remoteDescription: String?, language: String?) {
      self.name = name
      self.remoteDescription = remoteDescription
      self.language = language
    }
  }

  public init(
    id: UUID, remoteID: Int64?, name: String, fullName: String, remoteDescription: String?, stars: Int,
    language: String?, updatedAt: Date, progress: Int = 0, notes: String = "", status: String = "active",
    lastSynced: LastSynced? = nil
  ) {
    self.id = id
    self.remoteID = remoteID
    self.name = name
    self.fullName = fullName
    self.remoteDescription = remoteDescription
    self.stars = stars
    self.language = language
    self.updatedAt = updatedAt
    self.progress = progress
    self.notes = notes
    self.status = status
    self.lastSynced = lastSynced
  }
}

extension ProjectItem: StoredModel {
  public static let collection = "projects"
  public var storageKey: String { id.uuidString }

  /// A project that was never synced has no `synced…` fields.
  public var storedFields: [String: FieldValue] {
    var fields: [String: FieldValue] = [
      "remoteID": remoteID.map { .int64($0) } ?? .null, "name": .text(name), "fullName": .text(fullName),
      "remoteDescription": remoteDescription.map { .text($0) } ?? .null, "stars": .int64(Int64(stars)),
      "language": language.map { .text($0) } ?? .null, "updatedAt": .date(updatedAt),
      "progress": .int64(Int64(progress)), "notes": .text(notes), "status": .text(status),
    ]
    if let lastSynced {
      fields["syncedName"] = .text(lastSynced.name)
      fields["syncedDescription"] = lastSynced.remoteDescription.map { .text($0) } ?? .null
      fields["syncedLanguage"] = lastSynced.language.map { .text($0) } ?? .null
    }
    return fields
  }

  public init(stored record: StoredRecord) throws(UnreadableRecord) {
    id = try record.uuidKey()
    remoteID = try record.optionalInt64("remoteID")
    name = try record.text("name")
    fullName = try record.text("fullName")
    remoteDescription = try record.optionalText("remoteDescription")
    stars = try record.int("stars")
    language = try record.optionalText("language")
    updatedAt = try record.date("updatedAt")
    progress = try record.int("progress")
    notes = try record.text("notes")
    status = try record.text("status")
    guard record.fields["syncedName"] != nil else { return }
    lastSynced = LastSynced(
      name: try record.text("syncedName"),
      remoteDescription: try record.optionalText("syncedDescription"),
      language: try record.optionalText("syncedLanguage"))
  }
}

/// A repository as GitHub tells of it.
public struct GitHubRepo: Sendable, Equatable {
  public var id: Int64
  public var name: String
  public var fullName: String
  public var description: String?
  public var stars: Int
  public var language: String?
  public var updatedAt: Date

  public init(
    id: Int64, name: String, fullName: String, description: String?, stars: Int, language: String?,
    updatedAt: Date
  ) {
    self.id = id
    self.name = name
    self.fullName = fullName
    self.description = description
    self.stars = stars
    self.language = language
    self.updatedAt = updatedAt
  }
}

/// A field that was changed both there and here since the last sync. The local value stays.
public struct ProjectConflict: Sendable, Equatable {
  public let projectID: UUID
  public let field: String
  public let local: String
  public let remote: String

  public init(projectID: UUID, field: String, local: String, remote: String) {
    self.projectID = projectID
    self.field = field
    self.local = local
    self.remote = remote
  }
}

public struct SyncResult: Sendable, Equatable {
  public let added: Int
  public let updated: Int
  public let unchanged: Int
  public let conflicts: [ProjectConflict]

  public init(added: Int, updated: Int, unchanged: Int, conflicts: [ProjectConflict]) {
    self.added = added
    self.updated = updated
    self.unchanged = unchanged
    self.conflicts = conflicts
  }
}
