import Foundation
import StorageContract
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
    return AnyStoreLocation { try await UncheckedJournalStore.open("\(directory)/journal", files) }
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

  init(_ write: DraftWrite) {
    switch write {
    case .put(let fields, let key, let collection, _):
      (self.key, self.collection) = (key, collection)
      texts = fields.compactMapValues(\.textIfAny)
    case .delete(let key, let collection):
      (self.key, self.collection) = (key, collection)
    case .setSchemaVersion(let version):
      (key, collection, schemaVersion) = ("", "", version)
    }
  }
}

private actor UncheckedJournalStore: Store {
  nonisolated let capabilities: StoreCapabilities
  private let memory: any Store
  private let files: any FileLayer
  private let file: Int32

  private init(_ memory: any Store, _ files: any FileLayer, _ file: Int32) {
    self.memory = memory
    self.files = files
    self.file = file
    capabilities = StoreCapabilities(
      durability: .powerLoss, isolation: .strictSerializable, backup: false,
      maximumFieldSizeBytes: memory.capabilities.maximumFieldSizeBytes)
  }

  static func open(_ path: String, _ files: any FileLayer) async throws -> any Store {
    let memory = try await MemoryLocation().open()
    do {
      guard try files.exists(path) else {
        let file = try files.create(path)
        try files.sync(file)
        try files.syncDirectory((path as NSString).deletingLastPathComponent)
        return UncheckedJournalStore(memory, files, file)
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
      return UncheckedJournalStore(memory, files, try files.open(path))
    } catch let error as FileLayerError {
      throw StoreError.io(operation: "open the journal", path: path, reason: "\(error)")
    }
  }

  func read<Result: Sendable>(
    _ body: @Sendable (any ReadTransaction) throws -> Result
  ) async throws -> Result {
    try await memory.read(body)
  }

  func write<Result: Sendable>(
    _ body: @Sendable (any WriteTransaction) throws -> Result
  ) async throws -> Result {
    let (files, file) = (files, file)
    return try await memory.write { transaction in
      let draft = DraftTransaction(transaction)
      let result = try body(draft)
      do {
        for line in draft.writes.map(UncheckedLine.init) {
          _ = try files.append([UInt8](JSONEncoder().encode(line)) + [UInt8(ascii: "\n")], to: file)
        }
        if !draft.writes.isEmpty { try files.sync(file) }
      } catch {
        throw StoreError.io(operation: "write the journal", path: "journal", reason: "\(error)")
      }
      return result
    }
  }

  func backup(to path: String) async throws { throw StoreError.unsupported("backup") }
  func restore(from path: String) async throws { throw StoreError.unsupported("restore") }

  func close() async throws {
    files.close(file)
    try await memory.close()
  }
}

extension FieldValue {
  fileprivate var textIfAny: String? { if case .text(let text) = self { text } else { nil } }
}
