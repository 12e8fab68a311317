import Foundation
import StorageContract

/// Merges GitHub's data into the stored fields of a project. It is a three-way merge against the last sync.
///
/// GitHub always sets the full name, the stars and the date. It also sets name, description and language, unless the user
/// has edited them since the last sync. A field that the user edited keeps the edit. If GitHub changed that field, too, to
/// another value, the field is a conflict. A project that was never synced takes GitHub's values. All other fields stay as
/// they are stored, even those unknown to ``ProjectItem``. Fields are compared in their stored form, text by its bytes.
///
/// - Law: A second merge of the result with the same repository gives the same fields and no conflict.
struct ProjectMerge {
  let fields: [String: FieldValue]
  let conflicts: [ProjectConflict]

  init(_ remote: GitHubRepo, into stored: [String: FieldValue], of projectID: UUID) {
    var fields = stored
    var conflicts: [ProjectConflict] = []
    fields["remoteID"] = .int64(remote.id)
    fields["fullName"] = .text(remote.fullName)
    fields["stars"] = .int64(Int64(remote.stars))
    fields["updatedAt"] = .date(remote.updatedAt)
    let editable: [(field: String, lastSynced: String, remote: FieldValue)] = [
      ("name", "syncedName", .text(remote.name)),
      ("remoteDescription", "syncedDescription", remote.description.map { .text($0) } ?? .null),
      ("language", "syncedLanguage", remote.language.map { .text($0) } ?? .null),
    ]
    for (field, lastSynced, remote) in editable {
      let (local, base) = (stored[field], stored[lastSynced])
      let isEditedHere = base != nil && local != base
      if !isEditedHere {
        fields[field] = remote
      } else if remote != base && remote != local {
        conflicts.append(
          ProjectConflict(
            projectID: projectID, field: field, local: Self.text(local), remote: Self.text(remote)))
      }
      fields[lastSynced] = remote
    }
    self.fields = fields
    self.conflicts = conflicts
  }

  /// The text of a field. It is empty if the field has no text.
  private static func text(_ value: FieldValue?) -> String {
    if case .text(let text) = value { text } else { "" }
  }
}

extension ProjectItem {
  /// A new project from a repository: no progress, no notes, active.
  init(_ remote: GitHubRepo, id: UUID) {
    self.init(
      id: id, remoteID: remote.id, name: remote.name, fullName: remote.fullName,
      remoteDescription: remote.description, stars: remote.stars, language: remote.language,
      updatedAt: remote.updatedAt,
      lastSynced: LastSynced(
        name: remote.name, remoteDescription: remote.description, language: remote.language))
  }
}
