import PersonalOSReference
import PropertyTesting
import StorageContract

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
  let events: [StoreTrace.Event]
  let writesBeforeTheLastPage: [StoreTrace.Event]

  var lost: [String] { before.keys.filter { after[$0] == nil }.sorted() }
  var new: [Record] { after.values.filter { before[$0.key] == nil }.sorted { $0.key < $1.key } }
  var deletions: [StoreTrace.Event] { events.filter { if case .delete = $0 { true } else { false } } }
  var rewritten: [String] { before.keys.filter { after[$0] != before[$0] }.sorted() }

  /// How many transactions had a write in them and were committed.
  var writingTransactions: Int {
    events.split(separator: .begin).count { $0.contains(.commit) && $0.contains(where: \.isProjectWrite) }
  }

  func succeeded() throws -> SyncResult {
    noteClaim()
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
    let changes = expected.updated.count + expected.added.count
    trial.label("finds nothing changed", if: distinct > 0 && changes == 0)
    trial.label("leaves projects alone", if: !expected.localOnly.isEmpty)
    trial.label("finds conflicts", if: !expected.conflicts.isEmpty)
    trial.label("many projects", if: before.count > 16)
    trial.label("several pages", if: pages > 1)
  }
}

extension StoreTrace.Event {
  var isProjectWrite: Bool {
    switch self {
    case .put, .delete: true
    case .begin, .get, .scan, .commit, .rollback: false
    }
  }
}
