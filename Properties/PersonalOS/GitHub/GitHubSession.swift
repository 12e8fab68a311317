import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract
import Synchronization

/// A store of projects, the sync over it, and what must be in it.
struct GitHubSession {
  static let username = "octo"

  private let system: PersonalOSSystem
  private let gitHub = ScriptedGitHub()
  private let newProjects = ProjectCounter()
  private let projects: [StoredProject]
  private var store: TracedStore
  private var service: any ProjectSync
  private(set) var book = ProjectBook()

  /// Stores `projects` and opens the service over them.
  init(_ system: PersonalOSSystem, holding projects: [StoredProject]) async throws {
    self.system = system
    self.projects = projects
    (store, service) = try await Self.open(system, gitHub, newProjects)
    for stored in projects { book.hold(stored.project.storageKey, stored.fields) }
    let rows = book.rows
    try await store.write { transaction in
      for row in rows { try transaction.put(row.fields, at: row.key, in: ProjectItem.collection) }
    }
  }

  private static func open(
    _ system: PersonalOSSystem, _ gitHub: ScriptedGitHub, _ newProjects: ProjectCounter
  ) async throws -> (TracedStore, any ProjectSync) {
    let store = TracedStore(try await system.openStore())
    let service = try await system.gitHub.openSync(
      GitHubSetup(store: store, transport: gitHub) { .project(newProjects.next()) })
    return (store, service)
  }

  /// The app ends and starts again.
  mutating func reopen() async throws {
    try await store.close()
    (store, service) = try await Self.open(system, gitHub, newProjects)
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
    let (store, traceStart) = (store, store.trace.count)
    let early = Mutex<[TracedStore.Event]>([])
    gitHub.serve(listing) {
      let writes = store.trace.dropFirst(traceStart).filter(\.isWrite)
      early.withLock { $0 = writes }
    }
    var result: SyncResult?
    do {
      result = try await service.syncProjects(username: Self.username)
    } catch is NetworkError {
    } catch AppError.network(_, retryable: true) {
    }
    let events = Array(store.trace.dropFirst(traceStart))
    let expected = listing.failingPage == nil ? book.sync(listing) : ProjectBook.Expectation()
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

/// What one sync came to, and what it must come to.
struct SyncReport {
  /// By key.
  let before: [String: Record]
  let after: [String: Record]
  /// Nil: it failed for the network.
  let result: SyncResult?
  let expected: ProjectBook.Expectation
  /// How many different repositories were listed.
  let distinct: Int
  let servedPages: Int
  let pages: Int
  let events: [TracedStore.Event]
  let writesBeforeTheLastPage: [TracedStore.Event]

  var lost: [String] { before.keys.filter { after[$0] == nil }.sorted() }
  var new: [Record] { after.values.filter { before[$0.key] == nil }.sorted { $0.key < $1.key } }
  var deletions: [TracedStore.Event] { events.filter { if case .delete = $0 { true } else { false } } }
  var rewritten: [String] { before.keys.filter { after[$0] != before[$0] }.sorted() }

  /// How many transactions had a write in them and were committed.
  var writingTransactions: Int {
    events.split(separator: .begin).count { $0.contains(.commit) && $0.contains(where: \.isWrite) }
  }

  func succeeded() throws -> SyncResult {
    guard let result else {
      throw ExpectationFailure(
        claim: "the sync succeeds, since every page can be had",
        location: SourceLocation(fileID: #fileID, filePath: #filePath, line: #line))
    }
    return result
  }

  /// What kind of sync it was.
  func label(_ trial: Trial) {
    guard result != nil else {
      trial.label(servedPages > 0 ? "fails after a page" : "fails at the first page")
      return
    }
    trial.label("adds", if: !expected.added.isEmpty)
    trial.label("updates", if: !expected.updated.isEmpty)
    trial.label("renames", if: !expected.renamed.isEmpty)
    trial.label("matches by the name", if: !expected.named.isEmpty)
    trial.label("finds nothing there", if: distinct == 0)
    trial.label("finds nothing changed", if: expected.updated.isEmpty && expected.added.isEmpty && distinct > 0)
    trial.label("leaves projects alone", if: !expected.localOnly.isEmpty)
    trial.label("finds conflicts", if: !expected.conflicts.isEmpty)
    trial.label("many projects", if: before.count > 16)
    trial.label("several pages", if: pages > 1)
  }
}

extension TracedStore.Event {
  fileprivate var isWrite: Bool {
    switch self {
    case .put, .delete: true
    case .begin, .get, .scan, .commit, .rollback: false
    }
  }
}
