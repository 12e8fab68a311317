import Foundation
import PersonalOSReference
import StorageContract

extension DefectiveProjectSync {
  /// The conflicts are without the project's id.
  func merge(
    _ remote: GitHubRepo, into stored: Fields
  ) -> (fields: Fields, conflicts: [(field: String, local: String, remote: String)]) {
    if defect == .keepsTheOlderState, case .date(let date) = stored["updatedAt"], remote.updatedAt < date {
      return (stored, [])
    }
    let told = told(remote)
    var fields = stored
    var conflicts: [(field: String, local: String, remote: String)] = []
    for field in ["remoteID", "fullName", "stars", "updatedAt"] { fields[field] = told[field] }
    for (field, synced) in Self.editable {
      let wasEdited = stored[synced] != nil && stored[synced] != stored[field]
      if !wasEdited || defect == .letsGitHubWin {
        fields[field] = told[field]
      }
      if wasEdited, told[field] != stored[synced], told[field] != stored[field] {
        conflicts.append((field, Self.text(stored[field]), Self.text(told[field])))
      }
      if defect != .forgetsWhatWasSynced || stored[synced] == nil { fields[synced] = told[field] }
    }
    spoil(&fields, remote)
    return (fields, conflicts)
  }

  /// What is the user's alone, and a defect does not leave alone.
  private func spoil(_ fields: inout Fields, _ remote: GitHubRepo) {
    switch defect {
    case .fillsEmptyNotes where fields["notes"] == .text(""):
      fields["notes"] = .text(remote.description ?? "")
    case .takesNoProgressForUnset where fields["progress"] == .int64(0):
      fields["progress"] = .int64(remote.stars > 0 ? 10 : 5)
    case .recomputesTheStatus:
      fields["status"] = .text(remote.description == "archived" ? "archived" : "active")
    case .trimsNotes:
      fields["notes"] = .text(Self.text(fields["notes"]).trimmingCharacters(in: .whitespacesAndNewlines))
    case .dropsUnknownFields:
      let known = Set(newFields(remote).keys)
      fields = fields.filter { known.contains($0.key) }
    default: break
    }
  }

  func newFields(_ remote: GitHubRepo) -> Fields {
    var fields = told(remote)
    for (field, synced) in Self.editable { fields[synced] = told(remote)[field] }
    fields["progress"] = .int64(0)
    fields["notes"] = .text("")
    fields["status"] = .text(defect == .addsWithOtherDefaults ? "new" : "active")
    return fields
  }

  private static let editable = [
    "name": "syncedName", "remoteDescription": "syncedDescription", "language": "syncedLanguage",
  ]

  private func told(_ remote: GitHubRepo) -> Fields {
    [
      "remoteID": .int64(remote.id), "name": .text(remote.name), "fullName": .text(remote.fullName),
      "remoteDescription": Self.optional(remote.description), "stars": .int64(Int64(remote.stars)),
      "language": Self.optional(remote.language), "updatedAt": .date(remote.updatedAt),
    ]
  }

  private static func optional(_ text: String?) -> FieldValue { text.map { .text($0) } ?? .null }

  private static func text(_ value: FieldValue?) -> String {
    if case .text(let text) = value { text } else { "" }
  }
}
