import Foundation
import ProcessStorage
import SQLiteStorage
import StorageContract
import Testing

@testable import StorageConformance

/// Any backend of this process can be killed in copies of it.
@Suite struct ForkedBackendTests {
  static let kinds = ["file", "sqlite", "durable sqlite"]

  private func base(_ kind: String) -> any Backend {
    switch kind {
    case "file": FileBackend()
    case "sqlite": SQLiteBackend()
    default: SQLiteBackend(options: SQLiteStoreOptions(durability: .powerLoss))
    }
  }

  @Test(arguments: kinds)
  func whatWasAcknowledgedOutlivesTheProcess(kind: String) async throws {
    let base = base(kind)
    let backend = ForkedBackend(base, capabilities: try await ConformanceRun.capabilities(of: base))
    // Places are used again, which the base keeps open in between.
    for _ in 0..<3 {
      let location = try #require(try await backend.makeLocation() as? any KillableLocation)
      #expect(await location.processIdentifier == nil)
      var dump = "schemaVersion 0\n"
      for round in 0..<4 {
        let store = try await location.open()
        #expect(try await store.dump() == dump)
        for (index, value) in sampleValues.enumerated() where index % 4 == round {
          try await store.write { _ = try $0.put(["v": value], at: "\(index)", in: "c") }
        }
        dump = try await store.dump()
        #expect(await location.processIdentifier != getpid())
        if round % 2 == 0 {
          await location.kill()
          await #expect { try await store.read { _ in } } throws: {
            if case StoreError.lost = $0 { true } else { false }
          }
        } else {
          try await store.close()
          #expect(try await !location.files().isEmpty)
        }
      }
      await backend.recycle(location)
      #expect(await location.processIdentifier == nil)
    }
    await backend.tearDown()
  }

  @Test func aKillInTheMiddleIsAllOrNothing() async throws {
    let base = FileBackend()
    let backend = ForkedBackend(base, capabilities: try await ConformanceRun.capabilities(of: base))
    let location = try #require(try await backend.makeLocation() as? any KillableLocation)
    var acknowledged: Int64 = 0
    for round in 0..<20 {
      let store = try await location.open()
      let found = try await store.read { transaction in
        let records = try transaction.scan("c").map { $0.fields["n"] }
        #expect(Set(records.map { "\($0 ?? .null)" }).count <= 1)
        #expect(records.isEmpty || records.count == 3)
        if case .int64(let number) = records.first ?? nil { return number }
        return Int64(0)
      }
      #expect(found == acknowledged || found == acknowledged + 1)
      acknowledged = found
      let killer = Task {
        try await Task.sleep(for: .milliseconds(round))
        await location.kill()
      }
      do {
        while true {
          let next = acknowledged + 1
          try await store.write { transaction in
            for key in ["a", "b", "c"] { try transaction.put(["n": .int64(next)], at: key, in: "c") }
          }
          acknowledged = next
          // A store that nobody waits for never suspends.
          await Task.yield()
        }
      } catch StoreError.lost {}
      try await killer.value
    }
    await backend.recycle(location)
    await backend.tearDown()
  }

  @Test func placesOfTheirOwn() async throws {
    let base = FileBackend()
    let backend = ForkedBackend(base, capabilities: try await ConformanceRun.capabilities(of: base))
    let one = try #require(try await backend.makeLocation() as? any KillableLocation)
    let two = try #require(try await backend.makeLocation() as? any KillableLocation)
    let stores = [try await one.open(), try await two.open()]
    await one.kill()
    try await stores[1].write { _ = try $0.put([:], at: "k", in: "c") }
    #expect(try await stores[1].read { try $0.count("c") } == 1)
    do {
      _ = try await two.open()
      Issue.record("opened twice")
    } catch StoreError.inUse {}
    await backend.recycle(one)
    await backend.recycle(two)
    await #expect(throws: StoreError.closed) { try await stores[1].read { _ in } }
    await backend.tearDown()
  }

  @Test func onlyWhatCannotBeKilledIsCopied() async throws {
    let file = FileBackend()
    let capabilities = try await ConformanceRun.capabilities(of: file)
    #expect(try await file.inAnotherProcess(capabilities) is ForkedBackend)
    let process = probeBackend("serve file")
    #expect(try await process.inAnotherProcess(capabilities) is ProcessBackend)
    await file.tearDown()
    await process.tearDown()
  }
}
