import Foundation
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

/// A store in the device's own folder, which outlives the replica.
enum DeviceStore: CaseIterable, Sendable {
  case file, sqlite

  func open(_ place: ReplicaPlace) throws -> any Store {
    switch self {
    case .file: try FileStore(directory: try place.directory() + "/store", options: FileStoreOptions(durability: .processCrash))
    case .sqlite: try SQLiteStore(path: try place.directory() + "/data.db", options: SQLiteStoreOptions(durability: .processCrash))
    }
  }
}

@Suite("The reference replicas over stores")
struct StoreDiskTests {
  private let asked = ProcessInfo.processInfo.environment["TOUCHSTONE_CASES"].flatMap { Int($0) }

  /// All laws over each; memory is the disk of the other tests.
  @Test(arguments: ReferenceReplica.allCases, DeviceStore.allCases)
  func keepTheLaws(_ replica: ReferenceReplica, _ kind: DeviceStore) async throws {
    let report = try await ReplicaConformance.check(
      "\(replica) over \(kind)", settings: RunSettings(cases: asked ?? 3, seed: 0x5eed)
    ) { place in
      var place = place
      place.disk = StoreDisk(store: try kind.open(place), counted: place.disk)
      return try await replica.open(place)
    }
    #expect(report.isFull)
  }
}
