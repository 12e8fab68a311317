import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract
import Synchronization

/// A store of projects, the sync over it, and what must be in it.
struct GitHubDriver {
  static let username = "octo"

  private let system: PersonalOSSystem
  let gitHub = ScriptedGitHub()
  private let newProjects = ProjectCounter()
  private let projects: [StoredProject]
  private var trace: StoreTrace
  private var store: any Store { trace.store }
  private(set) var service: any ProjectSync
  private(set) var book = ProjectBook()

  /// Stores `projects` and opens the service over them.
  init(_ system: PersonalOSSystem, holding projects: [StoredProject]) async throws {
    self.system = system
    self.projects = projects
    (trace, service) = try await Self.open(system, gitHub, newProjects)
    for stored in projects { book.hold(stored.project.storageKey, stored.fields) }
    let rows = book.rows
    try await store.write { transaction in
      for row in rows { try transaction.put(row.fields, at: row.key, in: ProjectItem.collection) }
    }
  }

  private static func open(
    _ system: PersonalOSSystem, _ gitHub: ScriptedGitHub, _ newProjects: ProjectCounter
  ) async throws -> (StoreTrace, any ProjectSync) {
    let trace = StoreTrace(try await system.openStore())
    let service = try await system.gitHub.openSync(
      GitHubSetup(data: DataActor(store: trace.store), transport: gitHub) { .project(newProjects.next()) })
    return (trace, service)
  }

  /// The app ends and starts again.
  mutating func reopen() async throws {
    try await store.close()
    (trace, service) = try await Self.open(system, gitHub, newProjects)
  }

  func end() async throws { try await store.close() }

  /// The user changes a field of one of the projects that were there first.
  mutating func edit(_ project: Int, _ field: String, to value: FieldValue) async throws {
    let key = projects[project].project.storageKey
    book.edit(key, field, to: value)
    try await store.write { transaction in
      guard var fields = try transaction.get(key, in: ProjectItem.collection)?.fields else { return }
      fields[field] = value
      try transaction.put(fields, at: key, in: ProjectItem.collection)
    }
  }

  /// Syncs, and brings the book up to date with what must come of it.
  mutating func sync(_ listing: RepositoryListing) async throws -> SyncReport {
    let before = try await records()
    let (trace, traceStart) = (trace, trace.events.count)
    let early = Mutex<[StoreTrace.Event]>([])
    gitHub.serve(listing) {
      let writes = trace.events.dropFirst(traceStart).filter(\.isProjectWrite)
      early.withLock { $0 = writes }
    }
    var result: SyncResult?
    do {
      result = try await service.syncProjects(username: Self.username)
    } catch is NetworkError {
    } catch AppError.network(_, retryable: true) {
    }
    let events = Array(trace.events.dropFirst(traceStart))
    let expected = listing.isComplete ? book.sync(listing) : ProjectBook.Expectation()
    let report = SyncReport(
      before: before, after: try await records(), result: result, expected: expected,
      distinct: listing.repositories.count, servedPages: gitHub.served, pages: listing.pages.count,
      events: events, writesBeforeTheLastPage: early.withLock { $0 })
    for (key, record) in report.after where before[key] == nil { book.hold(key, record.fields) }
    return report
  }

  func merge(_ remote: GitHubRepo, _ local: ProjectItem?) async throws -> ProjectItem {
    try await service.mergeProject(remote: remote, local: local)
  }

  func preserveLocalFields(from local: ProjectItem, to merged: ProjectItem) async -> ProjectItem {
    await service.preserveLocalFields(from: local, to: merged)
  }

  /// The projects in the store, by key.
  func records() async throws -> [String: Record] {
    let records = try await store.read { try $0.scan(ProjectItem.collection) }
    return Dictionary(records.map { ($0.key, $0) }) { first, _ in first }
  }

  /// What the store holds is what the book says.
  func expectStoreMatchesBook() async throws {
    let records = try await records()
    try expect("keys in the store", records.keys.sorted(), equals: book.rows.map(\.key))
    for row in book.rows {
      try expect("fields of \(row.key)", records[row.key]?.fields, equals: row.fields)
    }
  }
}

/// Numbers of projects that nobody else has.
private final class ProjectCounter: Sendable {
  private let last = Mutex(999)

  func next() -> Int {
    last.withLock { number in
      number += 1
      return number
    }
  }
}
