import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

extension ProjectItem {
  /// What the user entered is what `local` has, byte for byte.
  func expectCustomFields(of local: ProjectItem) throws {
    for field in ["progress", "notes", "status"] {
      try expect("\(field) of the user's", storedFields[field], equals: local.storedFields[field])
    }
  }

  /// All but what the user entered is what `other` has.
  func expectRemoteFields(of other: ProjectItem) throws {
    let custom = ["progress", "notes", "status"]
    try expect(
      "fields that are not the user's", storedFields.filter { !custom.contains($0.key) },
      equals: other.storedFields.filter { !custom.contains($0.key) })
  }

  /// A project that shares nothing with `local`.
  static func other(than local: ProjectItem, _ remote: GitHubRepo) -> ProjectItem {
    ProjectItem(
      id: .project(60_000), remoteID: remote.id, name: remote.name, fullName: remote.fullName,
      remoteDescription: remote.description, stars: remote.stars, language: remote.language,
      updatedAt: remote.updatedAt, progress: local.progress + 1, notes: local.notes + "!",
      status: local.status + "!",
      lastSynced: LastSynced(name: remote.name + "!", remoteDescription: nil, language: remote.language))
  }
}

extension [ProjectConflict] {
  /// In an order that says nothing.
  var sorted: [ProjectConflict] {
    sorted { ($0.projectID.uuidString, $0.field) < ($1.projectID.uuidString, $1.field) }
  }
}

extension ProjectPair {
  func classes(_ conflicts: [ProjectConflict]) -> [String] {
    let project = local.project
    var classes: [String] = []
    if project.notes.isEmpty { classes.append("no notes") }
    if project.progress == 0 { classes.append("progress 0") }
    if project.status != "active" { classes.append("another status") }
    if remote.updatedAt < project.updatedAt { classes.append("GitHub's state is older") }
    if let base = project.lastSynced, base.name != project.name { classes.append("edited here") }
    if !conflicts.isEmpty { classes.append("conflict") }
    if !local.unknownFields.isEmpty { classes.append("unknown fields") }
    if project.remoteID == nil { classes.append("matched by the name") }
    return classes
  }
}

extension SyncReport {
  var classesOfLocalOnly: [String] {
    guard result != nil else { return [] }
    let left = expected.localOnly.compactMap { before[$0] }
      .map { ProjectBook.Row(key: $0.key, fields: $0.fields) }
    var classes: [String] = []
    if left.contains(where: { $0.remoteID != nil }) { classes.append("leaves one with a number") }
    if left.contains(where: { $0.remoteID == nil }) { classes.append("leaves one without a number") }
    let isNearlyNamed = left.contains { row in
      row.remoteID == nil && expected.added.contains { $0.fullName.isSimilar(to: row.fullName) }
    }
    if isNearlyNamed { classes.append("leaves one of nearly the same name") }
    return classes
  }

  func classesOfAdded(by listing: RepositoryListing) -> [String] {
    var classes: [String] = []
    let added = expected.added
    if added.contains(where: { $0.description == nil }) { classes.append("adds one without a description") }
    let last = listing.pages.last?.map(\.id) ?? []
    let earlier = listing.pages.dropLast().joined().map(\.id)
    if !earlier.isEmpty, added.contains(where: { last.contains($0.id) && !earlier.contains($0.id) }) {
      classes.append("adds one of the last of several pages")
    }
    let all = listing.pages.joined().map(\.id)
    if Set(all).count < all.count { classes.append("has one on two pages") }
    let isOneOfTwo = expected.named.compactMap { before[$0] }.contains { record in
      let name = ProjectBook.Row(key: record.key, fields: record.fields).fullName.lowercased()
      return listing.repositories.count { $0.fullName.lowercased() == name } > 1
    }
    if isOneOfTwo { classes.append("finds two of a project's name") }
    let isNamesake = added.contains { remote in
      before.values.contains { record in
        let row = ProjectBook.Row(key: record.key, fields: record.fields)
        return row.remoteID != nil && row.fullName.lowercased() == remote.fullName.lowercased()
      }
    }
    if isNamesake { classes.append("adds one named like another's") }
    return classes
  }
}

extension String {
  /// Alike but for case and punctuation.
  func isSimilar(to other: String) -> Bool {
    func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
    return letters(self) == letters(other)
  }
}
