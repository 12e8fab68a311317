import Foundation
import PropertyTesting
import StorageContract

/// Backends that read damaged files as data, let two stores in, or leave something behind.
extension Fault<LawSubject> {
  /// As a store does that takes what it can read of the last transaction for all of it.
  static let readsWhatIsLeftOfATransaction = rewired(
    "readsWhatIsLeftOfATransaction", "half of a transaction that was cut off is read") { wiring in
    let known = RewiredMemory(KnownFiles())
    wiring.writing = { NotedPuts($0, known) }
    wiring.committed = {
      known.withValue { known in
        if known.puts.count > 1 { known.lastPuts = known.puts }
      }
    }
    wiring.open = { location in
      let size = try await sizeBytes(of: location)
      let isCut = known.withValue { known in
        known.location = location
        return size < known.sizeBytes
      }
      guard isCut else { return try await location.open() }
      let store = try await openAnew(location)
      let puts = known.now.lastPuts.dropLast()
      try await store.write { for put in puts { _ = try put.answer(of: $0) } }
      return store
    }
    wiring.close = { store in
      try await store.close()
      guard let location = known.now.location else { return }
      let size = try await sizeBytes(of: location)
      known.withValue { $0.sizeBytes = size }
    }
  }

  static let skipsDamagedRecords = rewired(
    "skipsDamagedRecords", "a record that is damaged is skipped, and the rest is read") { wiring in
    let kept = RewiredMemory<[HistoryCall]>([])
    wiring.open = { location in
      do {
        return try await location.open()
      } catch StoreError.damaged {
        let store = try await openAnew(location)
        let puts = kept.now.dropFirst()
        try await store.write { for put in puts { _ = try put.answer(of: $0) } }
        return store
      }
    }
    wiring.close = { store in
      let records = try await store.read { transaction in
        try transaction.collections().flatMap { collection in
          try transaction.scan(collection).map { (HistoryPlace($0.key, in: collection), $0) }
        }
      }
      kept.set(records.sorted { $0.1.version < $1.1.version }.map { .put($0, $1.fields) })
      try await store.close()
    }
  }

  static let letsTwoStoresIn = rewired(
    "letsTwoStoresIn", "a second store is let in, with a copy of its own") { wiring in
    let first = RewiredMemory<(any Store)?>(nil)
    wiring.open = { location in
      do {
        let store = try await location.open()
        first.set(store)
        return store
      } catch StoreError.inUse {
        guard let store = first.now else { throw StoreError.inUse(path: "unknown") }
        return try await store.copyInMemory()
      }
    }
  }

  /// Between the look whether the place is free and the note that it is taken, another one looks.
  static let letsOpenersInAtOnce = rewired(
    "letsOpenersInAtOnce", "two who open a place at the same time are both let in") { wiring in
    let openers = RewiredMemory(0)
    wiring.open = { location in
      let isAlone = openers.withValue { openers in
        openers += 1
        return openers == 1
      }
      defer { openers.withValue { $0 -= 1 } }
      await Task.yield()
      do {
        return try await location.open()
      } catch StoreError.inUse where !isAlone {
        return try await MemoryLocation().open()
      }
    }
  }

  static let closesTheFirstStore = rewired(
    "closesTheFirstStore", "a second opener closes the first store") { wiring in
    let first = RewiredMemory<(any Store)?>(nil)
    wiring.open = { location in
      do {
        let store = try await location.open()
        first.set(store)
        return store
      } catch StoreError.inUse(let path) {
        try await first.now?.close()
        throw StoreError.inUse(path: path)
      }
    }
  }

  static let callsAPlaceInUseDamaged = rewired(
    "callsAPlaceInUseDamaged", "a second opener is told that the store is damaged") { wiring in
    wiring.open = { location in
      do {
        return try await location.open()
      } catch StoreError.inUse(let path) {
        throw StoreError.damaged(path: path, offset: nil, reason: "its lock file is there")
      }
    }
  }

  static let leavesDescriptorsOpen = rewired(
    "leavesDescriptorsOpen", "a file is opened at every opening and backup, and never closed") {
    wiring in
    let forgotten = ForgottenDescriptors()
    wiring.open = { location in
      let files = try await LeftoverWatch.files(of: location)
      let store = try await location.open()
      if let file = files.first { try forgotten.open(file) }
      return store
    }
    wiring.backup = { store, path in
      try await store.backup(to: path)
      try forgotten.open(path)
    }
  }

  static let leavesATemporaryFile = rewired(
    "leavesATemporaryFile", "a backup that fails leaves a temporary file") { wiring in
    wiring.backup = { store, path in
      do {
        try await store.backup(to: path)
      } catch {
        // Where there is no folder, there is nothing to leave.
        try? Data().write(to: URL(fileURLWithPath: path + ".partial"))
        throw error
      }
    }
  }
}

private struct KnownFiles: Sendable {
  var location: (any StoreLocation)?
  var sizeBytes = 0
  /// Of the transaction under way, and of the last one of several puts.
  var puts: [HistoryCall] = []
  var lastPuts: [HistoryCall] = []
}

private final class NotedPuts: RewiredTransaction {
  private let known: RewiredMemory<KnownFiles>

  init(_ base: any WriteTransaction, _ known: RewiredMemory<KnownFiles>) {
    self.known = known
    known.withValue { $0.puts = [] }
    super.init(base)
  }

  override func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    let version = try base.put(fields, at: key, in: collection)
    known.withValue { $0.puts.append(.put(HistoryPlace(key, in: collection), fields)) }
    return version
  }
}

/// Descriptors that the broken backend has lost track of; closed with it, so that the tests do not run out of them.
private final class ForgottenDescriptors: Sendable {
  private let all = RewiredMemory<[Int32]>([])

  func open(_ path: String) throws {
    let descriptor = try SystemFileLayer().open(path)
    all.withValue { $0.append(descriptor) }
  }

  deinit {
    for descriptor in all.now { SystemFileLayer().close(descriptor) }
  }
}

private func sizeBytes(of location: any StoreLocation) async throws -> Int {
  try await LeftoverWatch.files(of: location).reduce(0) { try $0 + SystemFileLayer().read($1).count }
}

/// The store at `location`: a new one where what lies there is damaged.
private func openAnew(_ location: any StoreLocation) async throws -> any Store {
  do {
    let store = try await location.open()
    do {
      _ = try await store.dump()
      return store
    } catch {
      try await store.close()
      throw error
    }
  } catch StoreError.damaged {
    for file in try await location.files() { try SystemFileLayer().remove(file) }
    return try await location.open()
  }
}
