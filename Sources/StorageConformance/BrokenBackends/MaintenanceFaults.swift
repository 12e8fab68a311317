import Foundation
import PropertyTesting
import StorageContract
import StorageFaults

/// Stores that are maintained wrongly beside work, or are cut off amid it.
extension Fault<LawSubject> {
  static let compactsAnEarlierState = overEachStore(
    "compactsAnEarlierState", "a compaction loses writes made at the same time") { hooks in
    hooks.compact = { store in
      let path = NSTemporaryDirectory() + "touchstone-\(UUID().uuidString)"
      defer { try? SystemFileLayer().remove(path) }
      try await store.backup(to: path)
      for _ in 0..<5 { await Task.yield() }
      try await store.restore(from: path)
    }
  }

  static let refusesWritesBesideACompaction = overEachStore(
    "refusesWritesBesideACompaction", "refuses writes beside a compaction") { hooks in
    let isCompacting = Remembered(false)
    hooks.compact = { store in
      isCompacting.set(true)
      defer { isCompacting.set(false) }
      for _ in 0..<5 { await Task.yield() }
      try await store.compact()
    }
    hooks.write = { store, body in
      if isCompacting.now { throw StoreError.io(operation: "commit", path: "", reason: "the file is being rewritten") }
      try await store.write(body)
    }
  }

  static let backsUpWhatACompactionBeganWith = overEachStore(
    "backsUpWhatACompactionBeganWith", "a backup after a compaction holds the state at its start") { hooks in
    let earlier = Remembered<String?>(nil)
    hooks.compact = { store in
      let path = NSTemporaryDirectory() + "touchstone-\(UUID().uuidString)"
      try await store.backup(to: path)
      try await store.compact()
      if let old = earlier.exchange(path) { try? SystemFileLayer().remove(old) }
    }
    hooks.backup = { store, path in
      guard let old = earlier.exchange(nil) else { return try await store.backup(to: path) }
      try FileManager.default.moveItem(atPath: old, toPath: path)
    }
    hooks.close = { store in
      if let old = earlier.exchange(nil) { try? SystemFileLayer().remove(old) }
      try await store.close()
    }
  }

  static let restoresInTwoSteps = overEachStore("restoresInTwoSteps", "a restore empties the store first") { hooks in
    hooks.restore = { store, path in
      try await store.write { transaction in
        guard let last = try transaction.collections().last(where: { $0 != "c" }) else { return }
        for record in try transaction.scan(last) { try transaction.delete(record.key, in: last) }
      }
      for _ in 0..<20 { await Task.yield() }
      try await store.restore(from: path)
    }
  }

  static let restoresOnceMoreWithTheNextWrite = overEachStore(
    "restoresOnceMoreWithTheNextWrite", "the first write after a restore is lost") { hooks in
    let isRestored = Remembered(false)
    hooks.restore = { store, path in
      try await store.restore(from: path)
      isRestored.set(true)
    }
    hooks.write = { store, body in
      guard isRestored.exchange(false) else { return try await store.write(body) }
      try await store.draft(body).outcome.get()
    }
  }

  // Crashes. What a store does at the opening after one is done here by its place, which outlives the process.

  static let isEmptyAfterACompactionThatWasCutOff = interposed(
    "isEmptyAfterACompactionThatWasCutOff", "is empty after a compaction that was cut off") { hooks in
    let isUnderWay = Remembered(false)
    hooks.compact = { store in
      isUnderWay.set(true)
      try await store.compact()
      isUnderWay.set(false)
    }
    hooks.open = { location in
      let store = try await location.open()
      if isUnderWay.exchange(false) { try await store.deleteRecords { _, _ in true } }
      return store
    }
  }

  static let keepsHalfOfARestoreThatWasCutOff = interposed(
    "keepsHalfOfARestoreThatWasCutOff", "keeps one collection after a restore that was cut off") { hooks in
    let isUnderWay = Remembered(false)
    hooks.restore = { store, path in
      isUnderWay.set(true)
      try await store.restore(from: path)
      isUnderWay.set(false)
    }
    hooks.open = { location in
      let store = try await location.open()
      if isUnderWay.exchange(false) { try await store.deleteRecords { collection, _ in collection == "c" } }
      return store
    }
  }

  static let staysLockedAfterACrashAmidMaintenance = interposed(
    "staysLockedAfterACrashAmidMaintenance", "stays locked after a crash amid a backup") { hooks in
    let isUnderWay = Remembered(false)
    hooks.backup = { store, path in
      isUnderWay.set(true)
      try await store.backup(to: path)
      isUnderWay.set(false)
    }
    hooks.open = { location in
      if isUnderWay.now { throw StoreError.inUse(path: "") }
      return try await location.open()
    }
  }

  /// As a store does that locks a file and then puts another one in its place.
  static let forgetsItsLockAfterACompaction = interposed(
    "forgetsItsLockAfterACompaction", "lets a second opener in once it was compacted") { hooks in
    let wasCompacted = Remembered(false)
    let opened = Remembered<(any Store)?>(nil)
    hooks.compact = { store in
      wasCompacted.set(true)
      try await store.compact()
    }
    hooks.open = { location in
      do {
        let store = try await location.open()
        opened.set(store)
        return store
      } catch let error as StoreError {
        guard case .inUse = error, wasCompacted.now, let store = opened.now else { throw error }
        return store
      }
    }
  }
}
