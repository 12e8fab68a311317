import PropertyTesting
import ReplicaContract
import SQLiteStorage
import StorageContract
import Testing

@testable import ReplicaConformance

/// The disk of a replica over any store.
struct StoreDisk: ReplicaDisk {
  let store: any Store
  /// Counts the writes, and ends the device at one.
  let counted: any ReplicaDisk

  func read() async throws -> [String: String] {
    let records = try await store.read { try $0.scan("texts") }
    return records.reduce(into: [:]) { texts, record in
      if case .text(let text) = record.fields["text"] { texts[record.key] = text }
    }
  }

  func write(_ changes: [String: String?]) async throws {
    try await counted.write([:])
    try await store.write { transaction in
      for (name, text) in changes {
        if let text { try transaction.put(["text": .text(text)], at: name, in: "texts") } else { try transaction.delete(name, in: "texts") }
      }
    }
  }
}

@Suite("The reference replicas over stores")
struct StoreDiskTests {
  enum Kind: CaseIterable, Sendable { case file, sqlite }

  @Test(arguments: Kind.allCases) func keepTheLaws(_ kind: Kind) async throws {
    try await ReplicaConformance.check("\(kind)", laws: "REP-01,REP-1,REP-25", settings: RunSettings(cases: 5, seed: 0x5eed)) { place in
      let store: any Store =
        switch kind {
        case .file: try FileStore(directory: try place.directory() + "/store", options: FileStoreOptions(durability: .processCrash))
        case .sqlite: try SQLiteStore(path: try place.directory() + "/data.db", options: SQLiteStoreOptions(durability: .processCrash))
        }
      let disk = StoreDisk(store: store, counted: place.disk)
      return try await MergingReplica(
        ReplicaPlace(device: place.device, clock: place.clock, disk: disk, directory: place.directory), .fields())
    }
  }
}
