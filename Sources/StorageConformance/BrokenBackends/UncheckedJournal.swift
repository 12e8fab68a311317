import Foundation
import StorageContract
import StorageFaults
import Synchronization

/// The journal that one writes on the first day: a line of JSON per change, flushed at the commit, with neither a
/// checksum nor a mark where a transaction ends. Keeps texts alone; knows no backups.
final class UncheckedJournalBackend: FileLayeredBackend {
  let name = "unchecked journal"
  private let files: any FileLayer
  private let lastNumber = Mutex(0)

  init(files: any FileLayer = SystemFileLayer()) {
    self.files = files
  }

  func over(_ files: any FileLayer) -> any Backend { UncheckedJournalBackend(files: files) }

  func makeLocation() async throws -> any StoreLocation {
    let number = lastNumber.withLock { number in
      number += 1
      return number
    }
    let directory = "/unchecked-\(number)"
    do {
      try files.makeDirectory(directory)
    } catch {
      throw StoreError.io(operation: "create a directory for a store", path: directory, reason: "\(error)")
    }
    let files = files
    return AnyStoreLocation { try await openUncheckedJournal("\(directory)/journal", files) }
  }

  func recycle(_ location: any StoreLocation) async {}
  func tearDown() async {}
}

/// A change as it stands in the file.
private struct UncheckedLine: Codable {
  let collection: String
  let key: String
  /// Nil where the record is deleted, or the schema version set.
  var texts: [String: String]?
  var schemaVersion: Int64?

  init(_ change: StoreChange) {
    switch change {
    case .record(let change):
      (key, collection) = (change.key, change.collection)
      texts = change.after?.compactMapValues(\.textIfAny)
    case .schemaVersion(let version):
      (key, collection, schemaVersion) = ("", "", version)
    }
  }
}

private func openUncheckedJournal(_ path: String, _ files: any FileLayer) async throws -> any Store {
  let memory = try await MemoryLocation().open()
  do {
    guard try files.exists(path) else {
      let file = try files.create(path)
      try files.sync(file)
      try files.syncDirectory((path as NSString).deletingLastPathComponent)
      return InterposedStore(memory, uncheckedJournal(files, file, over: memory))
    }
    // What cannot be read is taken for the end, torn by a crash.
    for line in try files.read(path).split(separator: UInt8(ascii: "\n")) {
      guard let line = try? JSONDecoder().decode(UncheckedLine.self, from: Data(line)) else { continue }
      try await memory.write { transaction in
        if let version = line.schemaVersion {
          try transaction.setSchemaVersion(version)
        } else if let texts = line.texts {
          try transaction.put(texts.mapValues { .text($0) }, at: line.key, in: line.collection)
        } else {
          try transaction.delete(line.key, in: line.collection)
        }
      }
    }
    return InterposedStore(memory, uncheckedJournal(files, try files.open(path), over: memory))
  } catch let error as FileLayerError {
    throw StoreError.io(operation: "open the journal", path: path, reason: "\(error)")
  }
}

/// A store in memory that writes each transaction to a file before it commits it.
private func uncheckedJournal(_ files: any FileLayer, _ file: Int32, over memory: any Store) -> StoreHooks {
  var hooks = StoreHooks()
  hooks.capabilities = StoreCapabilities(
    durability: .powerLoss, isolation: .strictSerializable, backup: false,
    maximumFieldSizeBytes: memory.capabilities.maximumFieldSizeBytes)
  hooks.write = { store, body in
    try await store.write { transaction in
      let log = ChangeLog(keepsBefore: false)
      try body(log.over(transaction))
      do {
        for line in log.changes.map(UncheckedLine.init) {
          _ = try files.append([UInt8](JSONEncoder().encode(line)) + [UInt8(ascii: "\n")], to: file)
        }
        if !log.changes.isEmpty { try files.sync(file) }
      } catch {
        throw StoreError.io(operation: "write the journal", path: "journal", reason: "\(error)")
      }
    }
  }
  hooks.backup = { _, _ in throw StoreError.unsupported("backup") }
  hooks.restore = { _, _ in throw StoreError.unsupported("restore") }
  hooks.compact = { _ in throw StoreError.unsupported("compact") }
  hooks.close = { store in
    files.close(file)
    try await store.close()
  }
  return hooks
}

extension FieldValue {
  fileprivate var textIfAny: String? { if case .text(let text) = self { text } else { nil } }
}
