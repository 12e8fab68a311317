import Foundation
import PropertyTesting
import StorageContract
import StorageFaults

/// Backends that read damaged files as data, let two stores in, or leave something behind.
extension Fault<LawSubject> {
  /// As a store does that takes what it can read of the last transaction for all of it.
  static let readsWhatIsLeftOfATransaction = interposed(
    "readsWhatIsLeftOfATransaction", "reads half of a transaction that was cut off") { hooks in
    let known = Remembered(KnownFiles())
    hooks.afterCommits { changes in
      let puts = changes.filter { $0.after != nil }
      if puts.count > 1 { known.withValue { $0.lastPuts = puts } }
    }
    hooks.open = { location in
      let size = try await sizeBytes(of: location)
      let isCut = known.withValue { known in
        known.location = location
        return size < known.sizeBytes
      }
      guard isCut else { return try await location.open() }
      let store = try await openAnew(location)
      let puts = known.now.lastPuts.dropLast()
      try await store.write { for put in puts { try put.apply(to: $0) } }
      return store
    }
    hooks.close = { store in
      try await store.close()
      guard let location = known.now.location else { return }
      let size = try await sizeBytes(of: location)
      known.withValue { $0.sizeBytes = size }
    }
  }

  static let takesAForeignFileForANewStore = interposed(
    "takesAForeignFileForANewStore", "takes a file of another kind for a new store") { hooks in
    hooks.open = { try await openAnew($0) }
  }

  static let removesWhatItRefuses = interposed(
    "removesWhatItRefuses", "says that it is damaged, and begins anew at the next opening") { hooks in
    hooks.open = { location in
      do { return try await location.open() } catch let error as StoreError {
        if case .damaged = error { try await openAnew(location).close() }
        throw error
      }
    }
  }

  static let skipsDamagedRecords = interposed(
    "skipsDamagedRecords", "a record that is damaged is skipped, and the rest is read") { hooks in
    let kept = Remembered<[HistoryCall]>([])
    hooks.open = { location in
      do {
        return try await location.open()
      } catch StoreError.damaged {
        let store = try await openAnew(location)
        let puts = kept.now.dropFirst()
        try await store.write { for put in puts { _ = try put.answer(of: $0) } }
        return store
      }
    }
    hooks.close = { store in
      let records = try await store.read { transaction in
        try transaction.collections().flatMap { collection in
          try transaction.scan(collection).map { (RecordPlace($0.key, in: collection), $0) }
        }
      }
      kept.set(records.sorted { $0.1.version < $1.1.version }.map { .put($0, $1.fields) })
      try await store.close()
    }
  }

  static let letsTwoStoresIn = interposed(
    "letsTwoStoresIn", "a second store is let in, with a copy of its own") { hooks in
    let first = Remembered<(any Store)?>(nil)
    hooks.open = { location in
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
  static let letsOpenersInAtOnce = interposed(
    "letsOpenersInAtOnce", "two openers of a place at the same time are both let in") { hooks in
    let openers = Remembered(0)
    hooks.open = { location in
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

  static let closesTheFirstStore = interposed(
    "closesTheFirstStore", "a second opener closes the first store") { hooks in
    let first = Remembered<(any Store)?>(nil)
    hooks.open = { location in
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

  static let callsAPlaceInUseDamaged = interposed(
    "callsAPlaceInUseDamaged", "a second opener is told that the store is damaged") { hooks in
    hooks.open = { location in
      do {
        return try await location.open()
      } catch StoreError.inUse(let path) {
        throw StoreError.damaged(path: path, offset: nil, reason: "its lock file is there")
      }
    }
  }

  static let leavesDescriptorsOpen = interposed(
    "leavesDescriptorsOpen", "a file is opened at every opening and backup, and never closed") { hooks in
    let forgotten = ForgottenDescriptors()
    hooks.open = { location in
      let files = try await LeftoverWatch.files(of: location)
      let store = try await location.open()
      if let file = files.first { try forgotten.open(file) }
      return store
    }
    hooks.backup = { store, path in
      try await store.backup(to: path)
      try forgotten.open(path)
    }
  }

  static let leavesATemporaryFile = interposed(
    "leavesATemporaryFile", "a backup that fails leaves a temporary file") { hooks in
    hooks.backup = { store, path in
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
  /// Of the last transaction of several puts.
  var lastPuts: [RecordChange] = []
}

/// Descriptors that the broken backend has lost track of; closed with it, so that the tests do not run out of them.
private final class ForgottenDescriptors: Sendable {
  private let all = Remembered<[Int32]>([])

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
