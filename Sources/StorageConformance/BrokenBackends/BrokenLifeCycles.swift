import Foundation
import PropertyTesting
import StorageContract

/// Backends that open, close, compact or take back wrongly.
extension Fault<LawSubject> {
  /// As a store does that keeps it in memory.
  static let forgetsTheSchemaVersionOnceClosed = rewired(
    "forgetsTheSchemaVersionOnceClosed", "the schema version is gone after a reopening") { wiring in
    wiring.close = { store in
      try await resetSchemaVersion(of: store)
      try await store.close()
    }
  }

  /// As a store does that writes out one batch when it is closed.
  static let keepsAHundredRecordsOnceClosed = rewired(
    "keepsAHundredRecordsOnceClosed", "of a collection, 100 records outlive a close") { wiring in
    wiring.open = { location in
      let store = try await location.open()
      try await store.write { transaction in
        for collection in try transaction.collections() {
          for record in try transaction.scan(collection).dropFirst(100) {
            try transaction.delete(record.key, in: collection)
          }
        }
      }
      return store
    }
  }

  static let countsAnOpeningAsAPut = rewired("countsAnOpeningAsAPut", "each opening uses a version up") { wiring in
    wiring.open = { location in
      let store = try await location.open()
      try await spendVersion(of: store)
      return store
    }
  }

  static let answersOnceClosed = rewired("answersOnceClosed", "a closed store goes on answering") { wiring in
    wiring.open = { AnsweringOnceClosed(try await $0.open()) }
  }

  static let mayBeClosedOnlyOnce = rewired("mayBeClosedOnlyOnce", "closing a store twice is an error") { wiring in
    wiring.close = { store in
      // A closed store throws here, and so the second close does.
      _ = try await store.read { try $0.schemaVersion() }
      try await store.close()
    }
  }

  static let backsUpOnceClosed = rewired("backsUpOnceClosed", "a closed store writes an empty backup") { wiring in
    wiring.backup = { store, path in
      do {
        try await store.backup(to: path)
      } catch StoreError.closed {
        try Data().write(to: URL(fileURLWithPath: path))
        throw StoreError.closed
      }
    }
  }

  static let holdsThePlaceWhenDropped = rewired(
    "holdsThePlaceWhenDropped", "a store that is dropped holds its place for ever") { wiring in
    let opened = RewiredMemory<[any Store]>([])
    wiring.open = { location in
      let store = try await location.open()
      opened.withValue { $0.append(store) }
      return store
    }
  }

  static let losesTheNewestRecordInACompaction = rewired(
    "losesTheNewestRecordInACompaction", "a compaction drops the newest record") { wiring in
    wiring.compact = { store in
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

  static let losesRecordsBetweenPagesInACompaction = rewired(
    "losesRecordsBetweenPagesInACompaction", "a compaction loses each 64th record") { wiring in
    wiring.compact = { store in
      try await store.write { transaction in
        for collection in try transaction.collections() {
          for (number, record) in try transaction.scan(collection).enumerated() where number % 64 == 63 {
            try transaction.delete(record.key, in: collection)
          }
        }
      }
      try await store.compact()
    }
  }

  static let renumbersInACompaction = rewired("renumbersInACompaction", "a compaction uses versions up") { wiring in
    wiring.compact = { store in
      try await spendVersion(of: store)
      try await store.compact()
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
  try await store.write { transaction in
    try transaction.put([:], at: "spent", in: "spent")
    try transaction.delete("spent", in: "spent")
  }
}

/// Sets it to 0. A store that is closed already has nothing to reset.
private func resetSchemaVersion(of store: any Store) async throws {
  do {
    try await store.write { try $0.setSchemaVersion(0) }
  } catch StoreError.closed {
    return
  }
}

/// Keeps a copy in memory when it is closed, and answers from that.
private actor AnsweringOnceClosed: Store {
  nonisolated let capabilities: StoreCapabilities
  private var store: any Store
  private var isClosed = false

  init(_ store: any Store) {
    self.store = store
    capabilities = store.capabilities
  }

  func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result { try await store.read(body) }

  func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result { try await store.write(body) }

  func backup(to path: String) async throws { try await store.backup(to: path) }
  func restore(from path: String) async throws { try await store.restore(from: path) }
  func compact() async throws { try await store.compact() }

  func close() async throws {
    if isClosed { return }
    isClosed = true
    let copy = try await store.copyInMemory()
    try await store.close()
    store = copy
  }
}

/// One place under many names: a store that is open there is every opener's.
private final class SharedPlace: StoreLocation {
  private let base: any StoreLocation
  private let store = RewiredMemory<(any Store)?>(nil)

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
