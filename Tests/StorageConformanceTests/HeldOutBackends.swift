import Foundation
import PropertyTesting
import StorageContract
import StorageFaults

@testable import StorageConformance

// Broken backends one by one: what each of them does wrong.

extension Fault<LawSubject> {
  static let thirteenthIsTheFirst = interposed(
    "h3", "the thirteenth collection is the first") { hooks in
    let known = Remembered<[String]>([])
    hooks.hookCalls { calls in
      calls = TransactionHooks(collection: { name in
        known.withValue { known in
          if !known.contains(name) { known.append(name) }
          return known.firstIndex(of: name).flatMap { $0 >= 12 ? known.first : name } ?? name
        }
      })
    }
  }

  static let deletesComeBackAfterFiftyCommits = interposed(
    "h5", "after 50 commits deletes come back once reopened") { hooks in
    let commits = Remembered(0)
    let deleted = Remembered<[RecordChange]>([])
    hooks.afterCommits { changes in
      commits.withValue { $0 += 1 }
      if commits.now > 50 { deleted.withValue { $0 += changes.filter { $0.after == nil } } }
    }
    hooks.close = { store in
      commits.set(0)
      let changes = deleted.exchange([])
      if !changes.isEmpty { try await store.write { for change in changes { try change.revert(in: $0) } } }
      try await store.close()
    }
  }

  static func reading(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (inout [String: FieldValue], Record) -> Void
  ) -> Fault {
    calling(id, fact) { calls in
      func read(_ record: Record) -> Record {
        var fields = record.fields
        change(&fields, record)
        return Record(key: record.key, version: record.version, fields: fields)
      }
      calls.get = { transaction, key, collection in try transaction.get(key, in: collection).map(read) }
      calls.scan = { transaction, range in try transaction.scan(range).map(read) }
    }
  }

  static let backsUp300 = interposed("h9", "a backup leaves out what is beyond 300 records") { hooks in
    hooks.restore = { store, path in
      try await store.restore(from: path)
      try await store.deleteRecords { $1 >= 300 }
    }
  }

  static let losesAWriteBesideACompaction = overEachStore(
    "h19", "a compaction loses a write") { hooks in
    let isCompacting = Remembered(false)
    hooks.compact = { store in
      isCompacting.set(true)
      for _ in 0..<3 { await Task.yield() }
      try await store.compact()
      isCompacting.set(false)
    }
    hooks.write = { store, body in
      if isCompacting.exchange(false) { return try await store.draft(body).outcome.get() }
      try await store.write(body)
    }
  }

  static let emptyBackupBesideACompaction = overEachStore(
    "h21", "a backup beside a compaction is empty") { hooks in
    let isCompacting = Remembered(false)
    hooks.compact = { store in
      isCompacting.set(true)
      defer { isCompacting.set(false) }
      for _ in 0..<10 { await Task.yield() }
      try await store.compact()
    }
    hooks.backup = { store, path in
      guard isCompacting.now else { return try await store.backup(to: path) }
      try await MemoryLocation().open().backup(to: path)
    }
  }

  static let goneAfterACrashInACompaction = interposed(
    "h22", "killed in a compaction, all is gone") { hooks in
    let isCompacting = Remembered(false)
    hooks.compact = { store in
      isCompacting.set(true)
      try await store.compact()
      isCompacting.set(false)
    }
    hooks.open = { location in
      let store = try await location.open()
      if isCompacting.exchange(false) { try await store.deleteRecords { _, _ in true } }
      return store
    }
  }

  static let unlockedByACompaction = interposed("h23", "a compaction takes the lock away") { hooks in
    let opened = Remembered<(any Store)?>(nil)
    hooks.compact = { store in
      try await store.compact()
      opened.set(store)
    }
    hooks.open = { location in
      do { return try await location.open() } catch let error as StoreError {
        guard case .inUse = error, let store = opened.now else { throw error }
        return store
      }
    }
  }

  static let backsUpWhatWasRolledBack = overEachStore(
    "h25", "a backup has what was rolled back") { hooks in
    let abandoned = Remembered<[StoreChange]>([])
    hooks.write = { store, body in
      let draft = try await store.draft(body)
      if case .failure(let error) = draft.outcome {
        abandoned.set(draft.changes)
        throw error
      }
      try await store.commit(draft.changes)
    }
    hooks.restore = { store, path in
      try await store.restore(from: path)
      try await store.commit(abandoned.now)
    }
  }

  static let losesAnUpdateOfSevenClients = overEachStore(
    "h26", "of more than six clients one is lost") { hooks in
    let waiting = Remembered(0)
    hooks.write = { store, body in
      defer { waiting.withValue { $0 -= 1 } }
      let place = waiting.withValue { $0 += 1; return $0 }
      for _ in 0..<2 { await Task.yield() }
      if place > 6 { try await store.draft(body).outcome.get() } else { try await store.write(body) }
    }
  }
}
