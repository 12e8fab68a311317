import Foundation
import PersonalOSGenerators
import PersonalOSReference
import StorageContract

/// The projects as the requirement wants them: the oracle of POS-27 to POS-30, written apart from the
/// reference.
struct ProjectBook {
  struct Row: Equatable {
    let key: String
    var fields: [String: FieldValue]

    var remoteID: Int64? { if case .int64(let number) = fields["remoteID"] { number } else { nil } }
    var fullName: String { fields.text("fullName") }
  }

  /// What a sync must come to.
  struct Expectation {
    /// Keys of what GitHub knows nothing of.
    var localOnly: [String] = []
    var updated: [String] = []
    var unchanged: [String] = []
    var added: [GitHubRepo] = []
    var conflicts: [ProjectConflict] = []
    var renamed: [String] = []
    /// Matched by the name, for want of a number.
    var named: [String] = []
  }

  /// In the order of keys.
  private(set) var rows: [Row] = []

  mutating func hold(_ key: String, _ fields: [String: FieldValue]) {
    rows.removeAll { $0.key == key }
    rows.append(Row(key: key, fields: fields))
    rows.sort { $0.key < $1.key }
  }

  mutating func edit(_ key: String, _ field: String, to value: FieldValue) {
    guard let index = rows.firstIndex(where: { $0.key == key }) else { return }
    rows[index].fields[field] = value
  }

  /// Merges `listing` into what is here. What is added has no row yet: its id is the system's to choose.
  mutating func sync(_ listing: RepositoryListing) -> Expectation {
    var expected = Expectation()
    let repositories = listing.repositories
    let before = rows
    for index in rows.indices {
      let row = rows[index]
      guard let remote = Self.match(of: row, among: before, in: repositories) else {
        expected.localOnly.append(row.key)
        continue
      }
      let (merged, conflicts) = Self.merge(row, remote)
      expected.conflicts += conflicts
      if merged == row { expected.unchanged.append(row.key) } else { expected.updated.append(row.key) }
      if row.remoteID == nil {
        expected.named.append(row.key)
      } else if row.fullName != remote.fullName {
        expected.renamed.append(row.key)
      }
      rows[index] = merged
    }
    expected.added = repositories.filter { remote in !rows.contains { $0.remoteID == remote.id } }
    return expected
  }

  /// The repository that a project is one with. A project with a number is that number's, whatever its name.
  static func match(of row: Row, among rows: [Row], in repositories: [GitHubRepo]) -> GitHubRepo? {
    if let number = row.remoteID { return repositories.first { $0.id == number } }
    let nameless = rows.filter { $0.remoteID == nil && $0.fullName.caseless == row.fullName.caseless }
    guard nameless.first == row else { return nil }
    return repositories.first { remote in
      remote.fullName.caseless == row.fullName.caseless
        && !rows.contains { $0.remoteID == remote.id }
    }
  }

  /// What the user edited since the last sync stays; the rest of what GitHub tells is taken over.
  static func merge(_ row: Row, _ remote: GitHubRepo) -> (Row, [ProjectConflict]) {
    let told = fields(of: remote)
    var merged = row
    var conflicts: [ProjectConflict] = []
    for name in ["remoteID", "fullName", "stars", "updatedAt"] { merged.fields[name] = told[name] }
    for (name, syncedName) in editableFields {
      let (local, synced) = (row.fields[name], row.fields[syncedName])
      merged.fields[syncedName] = told[name]
      if synced == nil || local == synced {
        merged.fields[name] = told[name]
      } else if told[name] != synced, told[name] != local {
        conflicts.append(
          ProjectConflict(
            projectID: UUID(uuidString: row.key) ?? UUID(), field: name, local: row.fields.text(name),
            remote: told.text(name)))
      }
    }
    return (merged, conflicts)
  }

  /// A project that is new here.
  static func newFields(of remote: GitHubRepo) -> [String: FieldValue] {
    var fields = fields(of: remote)
    for (name, syncedName) in editableFields { fields[syncedName] = fields[name] }
    fields["progress"] = .int64(0)
    fields["notes"] = .text("")
    fields["status"] = .text("active")
    return fields
  }

  private static let editableFields = [
    "name": "syncedName", "remoteDescription": "syncedDescription", "language": "syncedLanguage",
  ]

  private static func fields(of remote: GitHubRepo) -> [String: FieldValue] {
    [
      "remoteID": .int64(remote.id), "name": .text(remote.name), "fullName": .text(remote.fullName),
      "remoteDescription": remote.description.map { .text($0) } ?? .null,
      "stars": .int64(Int64(remote.stars)), "language": remote.language.map { .text($0) } ?? .null,
      "updatedAt": .date(remote.updatedAt),
    ]
  }
}

extension [String: FieldValue] {
  /// "" for anything else.
  fileprivate func text(_ name: String) -> String {
    if case .text(let text) = self[name] { text } else { "" }
  }
}

extension String {
  /// Names of GitHub have no other letters than A to Z: what else looks like one of them is no other case of it.
  fileprivate var caseless: [UInt8] { utf8.map { (65...90).contains($0) ? $0 + 32 : $0 } }
}
