import Foundation
import PersonalOSGenerators
import PersonalOSReference
import StorageContract

/// Another sync, with one defect: what POS-27 to POS-30 must catch.
///
/// It is written apart from the reference, as an adopter's would be. Without a defect it holds all four.
struct DefectiveProjectSync: ProjectSync {
  enum Defect: Sendable {
    // What becomes of the projects.
    case clearsFirst, deletesWhatIsNotOnTheFirstPage, takesAFailedFetchForEmpty, addsWhatWasRenamed
    case storesPageByPage, writesInTwoTransactions, followsPagesInCircles
    case removesOrphans, touchesAllDates, attachesSimilarNames, attachesOrphansByName, rewritesEverything
    case dropsTheLastPage, skipsNilDescriptions, addsDuplicatesTwice, matchesCaseOfNames
    case addsWithOtherDefaults, takesNoTurns, countsUpdatesAsUnchanged
    case matchesOneNameTwice
    // What becomes of their fields.
    case fillsEmptyNotes, takesNoProgressForUnset, recomputesTheStatus, trimsNotes, dropsUnknownFields
    case letsGitHubWin, listsNoConflicts, listsTheLastConflictsOnly, keepsTheOlderState
    case forgetsWhatWasSynced, preservesMoreThanTheUsers, givesNewProjectsOneID
  }

  typealias Fields = [String: FieldValue]

  let setup: GitHubSetup
  let defect: Defect?
  private let queue = SyncQueue()

  init(setup: GitHubSetup, defect: Defect?) {
    self.setup = setup
    self.defect = defect
  }

  func syncProjects(username: String) async throws -> SyncResult {
    if defect == .takesNoTurns { return try await sync(username) }
    return try await queue.enqueue { try await sync(username) }
  }

  private func sync(_ username: String) async throws -> SyncResult {
    let (pages, failure) = await fetch(username)
    if defect == .storesPageByPage {
      for page in pages.dropLast() { _ = try await store(page, firstPage: page) }
    }
    if let failure, defect != .takesAFailedFetchForEmpty { throw failure }
    var repositories = failure == nil ? Array(pages.joined()) : []
    if defect == .dropsTheLastPage, pages.count > 1 { repositories = Array(pages.dropLast().joined()) }
    if defect != .addsDuplicatesTwice {
      for index in repositories.indices.reversed()
      where repositories[(index + 1)...].contains(where: { $0.id == repositories[index].id }) {
        repositories.remove(at: index)
      }
    }
    if defect == .writesInTwoTransactions, repositories.count > 1 {
      let first = try await store([repositories[0]], firstPage: [])
      let rest = try await store(Array(repositories.dropFirst()), firstPage: [])
      return SyncResult(
        added: first.added + rest.added, updated: first.updated + rest.updated,
        unchanged: first.unchanged + rest.unchanged, conflicts: first.conflicts + rest.conflicts)
    }
    return try await store(repositories, firstPage: pages.first ?? [])
  }

  func mergeProject(remote: GitHubRepo, local: ProjectItem?) async throws -> ProjectItem {
    let id = local?.id ?? (defect == .givesNewProjectsOneID ? UUID.project(50_000) : setup.newID())
    let fields = local.map { merge(remote, into: $0.storedFields).fields } ?? newFields(remote)
    return try ProjectItem(
      stored: StoredRecord(collection: ProjectItem.collection, key: id.uuidString, fields: fields))
  }

  func preserveLocalFields(from local: ProjectItem, to merged: ProjectItem) async -> ProjectItem {
    if defect == .preservesMoreThanTheUsers { return local }
    return ProjectItem(
      id: local.id, remoteID: merged.remoteID, name: merged.name, fullName: merged.fullName,
      remoteDescription: merged.remoteDescription, stars: merged.stars, language: merged.language,
      updatedAt: merged.updatedAt, progress: local.progress, notes: local.notes, status: local.status,
      lastSynced: merged.lastSynced)
  }

  private func fetch(_ username: String) async -> (pages: [[GitHubRepo]], failure: (any Error)?) {
    var pages: [[GitHubRepo]] = []
    var number: Int? = 1
    do {
      while let page = number {
        let answer = try await setup.transport.repositories(of: username, page: page)
        pages.append(answer.repositories)
        number = answer.nextPage
        if let next = number, next <= page, defect != .followsPagesInCircles { throw NetworkError.invalidResponse }
      }
    } catch {
      return (pages, error)
    }
    return (pages, nil)
  }

  private func store(_ repositories: [GitHubRepo], firstPage: [GitHubRepo]) async throws -> SyncResult {
    try await setup.data.perform { scope in
      try store(repositories, firstPage: firstPage, in: scope.live())
    }
  }

  private func store(
    _ repositories: [GitHubRepo], firstPage: [GitHubRepo], in transaction: any WriteTransaction
  ) throws -> SyncResult {
    let table = ProjectItem.collection
    let records = try transaction.scan(table)
    if defect == .clearsFirst { for record in records { _ = try transaction.delete(record.key, in: table) } }
    var matched: Set<String> = []
    var (added, updated, unchanged, conflicts) = (0, 0, 0, [ProjectConflict]())
    for repository in repositories {
      if defect == .skipsNilDescriptions, repository.description == nil { continue }
      guard let record = match(of: repository, in: records, but: matched) else {
        try transaction.put(newFields(repository), at: setup.newID().uuidString, in: table)
        added += 1
        continue
      }
      matched.insert(record.key)
      let merged = merge(repository, into: record.fields)
      if defect == .listsTheLastConflictsOnly, !merged.conflicts.isEmpty { conflicts = [] }
      if let id = UUID(uuidString: record.key), defect != .listsNoConflicts {
        conflicts += merged.conflicts.map {
          ProjectConflict(projectID: id, field: $0.field, local: $0.local, remote: $0.remote)
        }
      }
      let isUnchanged = merged.fields == record.fields || defect == .countsUpdatesAsUnchanged
      if isUnchanged { unchanged += 1 } else { updated += 1 }
      let writesAnyway = defect == .rewritesEverything || defect == .clearsFirst
      if merged.fields != record.fields || writesAnyway {
        try transaction.put(merged.fields, at: record.key, in: table)
      }
    }
    for record in records where !matched.contains(record.key) {
      try treatLocalOnly(record, firstPage, in: transaction)
    }
    return SyncResult(added: added, updated: updated, unchanged: unchanged, conflicts: conflicts)
  }

  private func treatLocalOnly(
    _ record: Record, _ firstPage: [GitHubRepo], in transaction: any WriteTransaction
  ) throws {
    let table = ProjectItem.collection
    switch defect {
    case .clearsFirst, .rewritesEverything:
      try transaction.put(record.fields, at: record.key, in: table)
    case .touchesAllDates:
      var fields = record.fields
      fields["updatedAt"] = .date(Date(timeIntervalSinceReferenceDate: 8e8))
      try transaction.put(fields, at: record.key, in: table)
    case .removesOrphans where record.fields["remoteID"] != .null:
      _ = try transaction.delete(record.key, in: table)
    case .deletesWhatIsNotOnTheFirstPage
    where !firstPage.contains { record.fields["remoteID"] == .int64($0.id) }:
      _ = try transaction.delete(record.key, in: table)
    default: break
    }
  }

  private func match(of remote: GitHubRepo, in records: [Record], but matched: Set<String>) -> Record? {
    let free = records.filter { !matched.contains($0.key) || defect == .matchesOneNameTwice }
    let isRenameMissed = { (record: Record) in
      defect == .addsWhatWasRenamed && record.fields["fullName"] != .text(remote.fullName)
    }
    if let record = free.first(where: { $0.fields["remoteID"] == .int64(remote.id) && !isRenameMissed($0) }) {
      return record
    }
    return free.first { record in
      guard record.fields["remoteID"] == .null || defect == .attachesOrphansByName else { return false }
      guard case .text(let name) = record.fields["fullName"] else { return false }
      switch defect {
      case .matchesCaseOfNames: return name == remote.fullName
      case .attachesSimilarNames: return name.isSimilar(to: remote.fullName)
      default: return Self.lowercase(name) == Self.lowercase(remote.fullName)
      }
    }
  }

  /// The bytes of the name, of which those of the letters A to Z alone have a case.
  private static func lowercase(_ name: String) -> [UInt8] {
    name.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
  }
}
