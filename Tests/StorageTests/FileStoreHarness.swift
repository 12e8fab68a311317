import Foundation
import StorageContract
import StorageFaults

/// A directory for one file store, removed at the end, with access to the journal's bytes.
final class FileStoreHarness: Sendable {
  let directory = temporaryPath()
  let files = FaultInjectingFileLayer()
  let options: FileStoreOptions

  init(
    durability: StoreCapabilities.Durability = .powerLoss, compactionFloorBytes: Int = 1 << 20
  ) {
    options = FileStoreOptions(
      durability: durability, compactionFloorBytes: compactionFloorBytes, files: files)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: directory)
  }

  var journalPath: String { directory + "/journal" }

  var journal: [UInt8] {
    [UInt8](FileManager.default.contents(atPath: journalPath) ?? Data())
  }

  func setJournal(_ bytes: some Sequence<UInt8>) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: journalPath))
  }

  func open() throws -> FileStore {
    try FileStore(directory: directory, options: options)
  }

  /// Opens the store, takes its dump and closes it.
  func dump() async throws -> String {
    let store = try open()
    let dump = try await store.dump()
    try await store.close()
    return dump
  }

  /// Where each line begins, and where the journal ends.
  var lineStarts: [Int] {
    [0] + journal.indices.filter { journal[$0] == 10 }.map { $0 + 1 }
  }

  /// Three transactions of all kinds after the header; returns the dump after each, the empty store first.
  func fill() async throws -> [String] {
    let store = try open()
    var dumps = [try await store.dump()]
    try await store.write { transaction in
      try transaction.put(["n": .int64(1), "t": .text("a\u{0}é\n")], at: "a", in: "c")
      try transaction.put(["d": .decimal(Decimal(string: "0.1")!)], at: "b", in: "c")
    }
    dumps.append(try await store.dump())
    try await store.write { transaction in
      try transaction.delete("a", in: "c")
      try transaction.setSchemaVersion(7)
    }
    dumps.append(try await store.dump())
    try await store.write { _ = try $0.put(["x": .bytes([0, 1, 2])], at: "z", in: "c") }
    dumps.append(try await store.dump())
    try await store.close()
    return dumps
  }
}
