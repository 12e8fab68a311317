import Foundation
import PropertyTesting
import StorageContract
import StorageFaults

/// Stores that do the wrong thing once there is no space.
extension Fault<LawSubject> {
  static let leavesAPartOfAFailedBackup = overEachStore(
    "leavesAPartOfAFailedBackup", "a backup that fails leaves what it has written") { hooks in
    hooks.backup = { store, path in
      do {
        try await store.backup(to: path)
      } catch {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        throw error
      }
    }
  }

  /// As a store does that closes its file before it has written the new one.
  static let isLostAfterAFailedCompaction = overEachStore(
    "isLostAfterAFailedCompaction", "takes no more writes once a compaction has failed") { hooks in
    let failure = Remembered<StoreError?>(nil)
    hooks.compact = { store in
      do {
        try await store.compact()
      } catch let error as StoreError {
        failure.set(error)
        throw error
      }
    }
    hooks.write = { store, body in
      if let failure = failure.now { throw failure }
      try await store.write(body)
    }
  }

  /// The next opening removes it.
  static let leavesAPartOfAFailedCompaction = interposed(
    "leavesAPartOfAFailedCompaction", "a compaction that fails leaves what it has written until the next opening") { hooks in
    let part = Remembered<String?>(nil)
    hooks.open = { location in
      if let part = part.now { try? SystemFileLayer().remove(part) }
      let store = try await location.open()
      if let file = try await location.files().first { part.set(file + ".part") }
      return store
    }
    hooks.compact = { store in
      do {
        try await store.compact()
      } catch {
        if let part = part.now { _ = FileManager.default.createFile(atPath: part, contents: nil) }
        throw error
      }
    }
  }

  /// Once a commit has failed, an insert fails too, and so does a compare-and-set.
  static let findsARecordOnAFullDisk = afterAFailedCommit(
    "findsARecordOnAFullDisk", "takes the error of an insert for a record that is there"
  ) { store, body in
    try await store.write { transaction in
      var calls = TransactionHooks()
      calls.insert = { _, _, _, _ in nil }
      calls.compareAndSet = { _, _, _, _, _ in nil }
      try body(calls.over(transaction))
    }
  }

  /// As a database does that has rolled back by itself, and then commits each call on its own.
  static let commitsWhatFollowsAFailedWrite = afterAFailedCommit(
    "commitsWhatFollowsAFailedWrite", "commits what a transaction does after one of its calls has failed"
  ) { store, body in
    let isFirst = Remembered(true)
    let draft = try await store.draft { transaction in
      try body(
        TransactionHooks { call in
          if call.isWrite, isFirst.exchange(false) { throw StoreError.io(operation: "put", path: "", reason: "the disk is full") }
        }.over(transaction))
    }
    // What is too large for the disk is not there either.
    for change in draft.changes { try? await store.commit([change]) }
    try draft.outcome.get()
  }

  /// - Parameter write: takes the place of the writes after one that has failed.
  private static func afterAFailedCommit(
    _ id: String, _ fact: String,
    _ write: nonisolated(nonsending) @escaping @Sendable (any Store, StoreHooks.WriteBody) async throws -> Void
  ) -> Fault {
    overEachStore(id, fact) { hooks in
      let hasFailed = Remembered(false)
      hooks.write = { store, body in
        guard !hasFailed.now else { return try await write(store, body) }
        do {
          try await store.write(body)
        } catch {
          hasFailed.set(true)
          throw error
        }
      }
    }
  }
}
