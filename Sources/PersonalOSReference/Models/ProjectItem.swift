import Foundation
import StorageContract

/// A project, either on GitHub or only on this device. GitHub never changes its progress, notes and status.
public struct ProjectItem: Sendable, Equatable, Identifiable {
  /// The id on this device, whose text is the storage key.
  public var id: UUID
  /// GitHub's id of the repository; nil for a project that is only on this device.
  public var remoteID: Int64?
  /// The repository's name. The user may edit it.
  public var name: String
  /// The owner and the name on GitHub: `owner/name`.
  public var fullName: String
  /// GitHub's description of the repository, nil if it has none. The user may edit it.
  public var remoteDescription: String?
  /// The number of stars on GitHub at the last sync.
  public var stars: Int
  /// The main programming language, nil if GitHub states none. The user may edit it.
  public var language: String?
  /// When the repository last changed on GitHub, as of the last sync.
  public var updatedAt: Date
  /// The user's estimate of the progress, in percent.
  public var progress: Int
  /// The user's own text, a sensitive field: see ``SensitiveModel``.
  public var notes: String
  /// The user's status for the project; `active` at first.
  public var status: String
  /// GitHub's values at the last sync; nil for a project that was never synced.
  public var lastSynced: LastSynced?

  /// GitHub's values, at the last sync, of the fields that the user may edit. A field that differs from its value here
  /// was edited since.
  public struct LastSynced: Sendable, Equatable {
    /// The name on GitHub at the last sync.
    public var name: String
    /// The description on GitHub at the last sync; nil if there was none.
    public var remoteDescription: String?
    /// The language on GitHub at the last sync; nil if there was none.
    public var language: String?

    /// Creates GitHub's values from its parts.
    public init(name: String, remoteDescription: String?, language: String?) {
      self.name = name
      self.remoteDescription = remoteDescription
      self.language = language
    }
  }

  /// Creates a project, by default one that is active, has no progress and no notes, and was never synced.
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

  /// The fields as the store keeps them. A project that was never synced has no `synced…` fields.
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

/// A repository, as GitHub describes it.
public struct GitHubRepo: Sendable, Equatable {
  /// GitHub's id, which stays the same if the repository is renamed.
  public var id: Int64
  /// The name without its owner.
  public var name: String
  /// The owner and the name: `owner/name`.
  public var fullName: String
  /// The description, nil if the repository has none.
  public var description: String?
  /// The number of stars.
  public var stars: Int
  /// The main programming language, nil if GitHub states none.
  public var language: String?
  /// When the repository last changed.
  public var updatedAt: Date

  /// Creates a repository from its parts.
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

/// A field that changed both on GitHub and on this device since the last sync. The local value stays.
public struct ProjectConflict: Sendable, Equatable {
  /// The id of the project on this device.
  public let projectID: UUID
  /// The stored field's name: `name`, `remoteDescription` or `language`.
  public let field: String
  /// The user's value, which stays; empty if there is none.
  public let local: String
  /// GitHub's value, which the sync did not take over; empty if there is none.
  public let remote: String

  /// Creates a conflict from its parts.
  public init(projectID: UUID, field: String, local: String, remote: String) {
    self.projectID = projectID
    self.field = field
    self.local = local
    self.remote = remote
  }
}

/// The outcome of a sync. It counts the repositories on GitHub, each once.
public struct SyncResult: Sendable, Equatable {
  /// The repositories that became new projects.
  public let added: Int
  /// The repositories whose projects changed.
  public let updated: Int
  /// The repositories whose projects were already up to date.
  public let unchanged: Int
  /// The fields in which the user's edit prevailed over a change on GitHub.
  public let conflicts: [ProjectConflict]

  /// Creates an outcome from its parts.
  public init(added: Int, updated: Int, unchanged: Int, conflicts: [ProjectConflict]) {
    self.added = added
    self.updated = updated
    self.unchanged = unchanged
    self.conflicts = conflicts
  }
}
