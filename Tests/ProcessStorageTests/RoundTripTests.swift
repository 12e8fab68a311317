import Foundation
import StorageContract
import Testing

@testable import ProcessStorage

/// A served store is the store itself.
@Suite struct RoundTripTests {
  static let kinds = ["memory", "file", "sqlite"]

  @Test(arguments: kinds)
  func valuesComeBackExactly(kind: String) async throws {
    try await withStore(probeBackend("serve \(kind)")) { store in
      try await store.write { transaction in
        for (index, value) in sampleValues.enumerated() {
          try transaction.put(["value": value, "other": .int64(Int64(index))], at: "\(index)", in: "samples")
        }
      }
      let got = try await store.read { transaction in
        try sampleValues.indices.map { try transaction.get("\($0)", in: "samples")?.fields["value"] }
      }
      for (value, came) in zip(sampleValues, got) {
        #expect(came == value, "\(value.kind) \(value.exactText.prefix(60))")
      }
      let scanned = try await store.read { try $0.scan("samples") }
      #expect(scanned.count == sampleValues.count)
    }
  }

  @Test(arguments: kinds)
  func everyOperationIsThere(kind: String) async throws {
    try await withStore(probeBackend("serve \(kind)")) { store in
      let keys = ["a", "\u{0}", "e\u{301}", "\u{E9}", "\u{10FFFF}", String(repeating: "k", count: 1_024)]
      try await store.write { transaction in
        for key in keys { try transaction.put([:], at: key, in: "c") }
        #expect(try transaction.insert([:], at: "a", in: "c") == nil)
        #expect(try transaction.insert([:], at: "new", in: "c") == 7)
        #expect(try transaction.compareAndSet(["n": .null], at: "new", in: "c", version: 3) == nil)
        #expect(try transaction.compareAndSet(["n": .null], at: "new", in: "c", version: 7) == 8)
        #expect(try transaction.delete("new", in: "c"))
        #expect(try !transaction.delete("new", in: "c"))
        try transaction.setSchemaVersion(.min)
        #expect(try transaction.schemaVersion() == .min)
        #expect(try transaction.collections() == ["c"])
        #expect(try transaction.get("none", in: "c") == nil)
        #expect(try transaction.scan("c", from: "a", to: nil, limit: 2).count == 2)
        #expect(try transaction.scan("c", from: nil, to: nil, limit: .max).count == keys.count)
        #expect(try transaction.count("c", from: "b", to: "a") == 0)
      }
      let scanned = try await store.read { try $0.scan("c").map { Array($0.key.utf8) } }
      #expect(scanned == keys.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
    }
  }

  @Test(arguments: kinds)
  func refusalsAreTheStores(kind: String) async throws {
    try await withStore(probeBackend("serve \(kind)")) { store in
      try await store.write { transaction in
        try transaction.put(["n": .int64(1)], at: "a", in: "c")
        #expect(throws: StoreError.invalidName("no name")) { try transaction.put([:], at: "b", in: "no name") }
        #expect(throws: StoreError.invalidLimit(-1)) { try transaction.scan("c", from: nil, to: nil, limit: -1) }
        for value: FieldValue in [
          .decimal(.nan), .decimal(Decimal(string: "100000000000000000000000000000000000001")!),
          .date(Date(timeIntervalSinceReferenceDate: .nan)), .bytes([UInt8](repeating: 0, count: (2 << 20) + 1)),
        ] {
          do {
            try transaction.put(["value": value], at: "b", in: "c")
            Issue.record("\(value.kind) was taken")
          } catch StoreError.invalidValue(let field, let reason) {
            #expect(field == "value" && !reason.isEmpty)
          }
        }
        #expect(throws: StoreError.self) { try transaction.get("", in: "c") }
      }
      let version = try await store.write { try $0.put([:], at: "b", in: "c") }
      #expect(version == 2)
    }
  }

  @Test(arguments: kinds)
  func rollingBackAndReopening(kind: String) async throws {
    struct Abandoned: Error {}
    let backend = probeBackend("serve \(kind)")
    let location = try await backend.makeLocation()
    var store = try await location.open()
    try await store.write { _ = try $0.put(["n": .int64(1)], at: "a", in: "c") }
    let dump = try await store.dump()
    await #expect(throws: Abandoned.self) {
      try await store.write { transaction in
        try transaction.put(["n": .int64(2)], at: "a", in: "c")
        throw Abandoned()
      }
    }
    #expect(try await store.dump() == dump)
    let before = await (location as? ProcessLocation)?.processIdentifier
    do {
      _ = try await location.open()
      Issue.record("a second store was opened")
    } catch StoreError.inUse {}
    try await store.close()
    await #expect(throws: StoreError.closed) { try await store.read { _ in } }
    store = try await location.open()
    #expect(try await store.dump() == dump)
    #expect(await (location as? ProcessLocation)?.processIdentifier == before)
    if kind != "memory" {
      // Left open, and its process ended: another one finds what was committed.
      await (location as? ProcessLocation)?.kill()
      #expect(await (location as? ProcessLocation)?.processIdentifier == nil)
      await #expect { try await store.read { _ in } } throws: { if case StoreError.lost = $0 { true } else { false } }
      store = try await location.open()
      #expect(try await store.dump() == dump)
      do {
        _ = try await location.files()
        Issue.record("the files were told while a store is open")
      } catch StoreError.inUse {}
      try await store.close()
      #expect(try await !location.files().isEmpty)
      #expect(try await !location.rawBytes().isEmpty)
    }
    await backend.recycle(location)
    await #expect(throws: StoreError.closed) { try await store.read { _ in } }
    let next = try await backend.makeLocation()
    store = try await next.open()
    #expect(try await store.dump() == "schemaVersion 0\n")
    try await store.close()
    await backend.tearDown()
  }

  @Test(arguments: kinds)
  func backupsAndCompaction(kind: String) async throws {
    let path = NSTemporaryDirectory() + "touchstone-backup-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await withStore(probeBackend("serve \(kind)")) { store in
      #expect(store.capabilities.backup && store.capabilities.compaction)
      #expect(store.capabilities.maximumFieldSizeBytes == 2 << 20)
      try await store.write { _ = try $0.put(["n": .int64(1)], at: "a", in: "c") }
      let dump = try await store.dump()
      try await store.backup(to: path)
      try await store.write { _ = try $0.delete("a", in: "c") }
      try await store.compact()
      try await store.restore(from: path)
      #expect(try await store.dump() == dump)
      try Data("nothing".utf8).write(to: URL(fileURLWithPath: path))
      await #expect { try await store.restore(from: path) } throws: {
        if case StoreError.damaged(path, _, _) = $0 { true } else { false }
      }
    }
  }

  /// No figure is demanded here: it is printed for whoever wants to know.
  @Test func tenThousandRoundTrips() async throws {
    try await withStore(probeBackend("serve memory")) { store in
      let clock = ContinuousClock()
      let elapsed = try await clock.measure {
        for index in 0..<2_500 {
          try await store.write { transaction in
            try transaction.put(["n": .int64(Int64(index)), "t": .text("text")], at: "k\(index % 100)", in: "c")
            _ = try transaction.get("k\(index % 100)", in: "c")
          }
        }
      }
      print("a transaction of four round trips takes \(elapsed / 2_500)")
      #expect(try await store.read { try $0.count("c") } == 100)
    }
  }

  @Test func sessionsOverlap() async throws {
    let backend = probeBackend("serve many")
    let location = try await backend.makeLocation()
    let stores = [try await location.open(), try await location.open(), try await location.open()]
    #expect(stores[0].capabilities.simultaneousStores)
    try await stores[0].write { _ = try $0.put(["n": .int64(0)], at: "k", in: "c") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for store in stores {
        group.addTask {
          for _ in 0..<50 {
            try await store.write { transaction in
              guard case .int64(let number) = try transaction.get("k", in: "c")?.fields["n"] else { return }
              try transaction.put(["n": .int64(number + 1)], at: "k", in: "c")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let record = try await stores[1].read { try $0.get("k", in: "c") }
    #expect(record?.fields["n"] == .int64(150))
    try await stores[1].close()
    #expect(try await stores[2].read { try $0.count("c") } == 1)
    await backend.recycle(location)
    await backend.tearDown()
  }

  @Test func aDroppedStoreIsNoObstacle() async throws {
    let backend = probeBackend("serve file")
    let location = try await backend.makeLocation()
    do { _ = try await location.open() }
    let store = try await location.open()
    try await store.close()
    await backend.recycle(location)
    await backend.tearDown()
  }
}
