import Foundation
import PropertyTesting
import StorageContract
import StorageFaults

/// Backends that open, close, compact or take back wrongly.
extension Fault<LawSubject> {
  /// As a store does that keeps it in memory.
  static let forgetsTheSchemaVersionOnceClosed = interposed(
    "forgetsTheSchemaVersionOnceClosed", "the schema version is gone after a reopening") { hooks in
    hooks.close = { store in
      try await resetSchemaVersion(of: store)
      try await store.close()
    }
  }

  /// As a store does that writes out one batch when it is closed.
  static let keepsAHundredRecordsOnceClosed = interposed(
    "keepsAHundredRecordsOnceClosed", "only 100 records of a collection survive a close") { hooks in
    hooks.open = { location in
      let store = try await location.open()
      try await store.deleteRecords { $1 >= 100 }
      return store
    }
  }

  static let countsAnOpeningAsAPut = interposed("countsAnOpeningAsAPut", "each opening uses a version up") { hooks in
    hooks.open = { location in
      let store = try await location.open()
      try await spendVersion(of: store)
      return store
    }
  }

  static let answersOnceClosed = overEachStore("answersOnceClosed", "a closed store goes on answering") { hooks in
    // Kept in memory when the store is closed: what answers from then on.
    let copy = Remembered<(any Store)?>(nil)
    let isClosed = Remembered(false)
    hooks.read = { store, body in try await (copy.now ?? store).read(body) }
    hooks.write = { store, body in try await (copy.now ?? store).write(body) }
    hooks.backup = { store, path in try await (copy.now ?? store).backup(to: path) }
    hooks.restore = { store, path in try await (copy.now ?? store).restore(from: path) }
    hooks.compact = { store in try await (copy.now ?? store).compact() }
    hooks.close = { store in
      if isClosed.exchange(true) { return }
      let contents = try await store.copyInMemory()
      try await store.close()
      copy.set(contents)
    }
  }

  static let mayBeClosedOnlyOnce = interposed("mayBeClosedOnlyOnce", "closing a store twice is an error") { hooks in
    hooks.close = { store in
      // A closed store throws here, and so the second close does.
      _ = try await store.read { try $0.schemaVersion() }
      try await store.close()
    }
  }

  static let backsUpOnceClosed = interposed("backsUpOnceClosed", "a closed store writes an empty backup") { hooks in
    hooks.backup = { store, path in
      do {
        try await store.backup(to: path)
      } catch StoreError.closed {
        try Data().write(to: URL(fileURLWithPath: path))
        throw StoreError.closed
      }
    }
  }

  static let commitsWhatIsOpenWhenClosed = overEachStore(
    "commitsWhatIsOpenWhenClosed", "closing a store commits what the last transaction was to roll back") { hooks in
    let left = Remembered<[StoreChange]>([])
    hooks.write = { store, body in
      let draft = try await store.draft(body)
      left.set([])
      do {
        try draft.outcome.get()
      } catch {
        left.set(draft.changes)
        throw error
      }
      try await store.commit(draft.changes)
    }
    hooks.close = { store in
      let changes = left.exchange([])
      if !changes.isEmpty { try await store.commit(changes) }
      try await store.close()
    }
  }

  static let holdsThePlaceWhenDropped = interposed(
    "holdsThePlaceWhenDropped", "a store that is released without being closed holds its place for ever") { hooks in
    let opened = Remembered<[any Store]>([])
    hooks.open = { location in
      let store = try await location.open()
      opened.withValue { $0.append(store) }
      return store
    }
  }

  static let losesTheNewestRecordInACompaction = interposed(
    "losesTheNewestRecordInACompaction", "a compaction drops the newest record") { hooks in
    hooks.compact = { store in
      try await store.write { transaction in
        let records = try transaction.collections().flatMap { collection in
          try transaction.scan(collection).map { (collection, $0) }
        }
        guard let (collection, newest) = records.max(by: { $0.1.version < $1.1.version }) else { return }
        try transaction.delete(newest.key, in: collection)
      }
      try await store.compact()
    }
  }

  static let losesRecordsBetweenPagesInACompaction = interposed(
    "losesRecordsBetweenPagesInACompaction", "a compaction loses each 64th record") { hooks in
    hooks.compact = { store in
      try await store.deleteRecords { $1 % 64 == 63 }
      try await store.compact()
    }
  }

  static let renumbersInACompaction = interposed("renumbersInACompaction", "a compaction uses versions up") { hooks in
    hooks.compact = { store in
      try await spendVersion(of: store)
      try await store.compact()
    }
  }

  static let roundsTheSchemaVersionInACompaction = interposed(
    "roundsTheSchemaVersionInACompaction", "a compaction writes the schema version as a double") { hooks in
    hooks.compact = { store in
      try await store.compact()
      let version = try await store.read { try $0.schemaVersion() }
      let rounded = Int64(exactly: Double(version)) ?? .max - 1
      if rounded != version { try await store.write { try $0.setSchemaVersion(rounded) } }
    }
  }

  static let handsOutOnePlace = Fault("handsOutOnePlace", "every location is the same place") { subject in
    let shared = SharedPlace(subject.location)
    subject.location = shared
    subject.makeLocation = { shared }
    subject.makeRecycledLocation = { _ in shared }
  }

  static let takesBackWithTheSchemaVersion = takingBack(
    "takesBackWithTheSchemaVersion", "a recycled place has the old schema version") {
    try await $0.write { try $0.setSchemaVersion(7) }
  }

  static let takesBackWithTheCounter = takingBack(
    "takesBackWithTheCounter", "a recycled place goes on counting versions") {
    try await spendVersion(of: $0)
  }

  /// - Parameter leftOver: makes in an empty store what recycling should have removed.
  private static func takingBack(
    _ id: String, _ fact: String, _ leftOver: @escaping @Sendable (any Store) async throws -> Void
  ) -> Fault {
    Fault(id, fact) { subject in
      let reuse = subject.makeRecycledLocation
      subject.makeRecycledLocation = { use in
        let location = try await reuse(use)
        let store = try await location.open()
        try await leftOver(store)
        try await store.close()
        return location
      }
    }
  }
}

private func spendVersion(of store: any Store) async throws {
  try await store.write { try $0.spendVersion() }
}

/// Sets it to 0. A store that is closed already has nothing to reset.
private func resetSchemaVersion(of store: any Store) async throws {
  do {
    try await store.write { try $0.setSchemaVersion(0) }
  } catch StoreError.closed {
    return
  }
}

/// One place under many names: a store that is open there is every opener's.
private final class SharedPlace: StoreLocation {
  private let base: any StoreLocation
  private let store = Remembered<(any Store)?>(nil)

  init(_ base: any StoreLocation) {
    self.base = base
  }

  func open() async throws -> any Store {
    if let store = store.now {
      // A closed one is not: it is opened anew.
      if (try? await store.read({ _ in true })) == true { return store }
    }
    let opened = try await base.open()
    store.set(opened)
    return opened
  }

  func rawBytes() async throws -> [UInt8] { try await base.rawBytes() }
  func files() async throws -> [String] { try await base.files() }
}

extension Store {
  /// Deletes records, in one transaction.
  /// - Parameter condition: receives a record's collection and its place in the order of the keys there.
  func deleteRecords(where condition: @Sendable (_ collection: String, _ place: Int) -> Bool) async throws {
    try await write { transaction in
      for collection in try transaction.collections() {
        for (place, record) in try transaction.scan(collection).enumerated() where condition(collection, place) {
          try transaction.delete(record.key, in: collection)
        }
      }
    }
  }

  /// A store in memory with the same records, whose versions are new.
  func copyInMemory() async throws -> any Store {
    let records = try await read { transaction in
      try transaction.collections().flatMap { collection in
        try transaction.scan(collection).map { (collection, $0) }
      }
    }
    let copy = try await MemoryLocation().open()
    try await copy.write { transaction in
      for (collection, record) in records.sorted(by: { $0.1.version < $1.1.version }) {
        try transaction.put(record.fields, at: record.key, in: collection)
      }
    }
    return copy
  }
}
