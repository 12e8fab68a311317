import Foundation
import StorageContract

/// A project's stored fields, merged with what GitHub says of it: a three-way merge against the last sync.
///
/// GitHub alone has a say in the full name, the stars and the date. Name, description and language are
/// GitHub's unless the user edited them since the last sync; then the edit stays, and is a conflict where
/// GitHub changed the field too. Every other field stays as it is stored, those unknown to ``ProjectItem``
/// included. Fields are compared as they are stored, text by its bytes.
///
/// - Law: merging the result with the same repository gives the same fields and no conflict.
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

  /// Nothing reads as "".
  private static func text(_ value: FieldValue?) -> String {
    if case .text(let text) = value { text } else { "" }
  }
}

extension ProjectItem {
  /// A project that is new here: no progress, no notes, active.
  init(_ remote: GitHubRepo, id: UUID) {
    self.init(
      id: id, remoteID: remote.id, name: remote.name, fullName: remote.fullName,
      remoteDescription: remote.description, stars: remote.stars, language: remote.language,
      updatedAt: remote.updatedAt,
      lastSynced: LastSynced(
        name: remote.name, remoteDescription: remote.description, language: remote.language))
  }
}
