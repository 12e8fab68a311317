import StorageContract
import StorageFaults
import Testing

/// Stores that fail as they are told to.
@Suite struct FaultInjectingStoreTests {
  private static func open(_ faults: StoreFaults, at location: any StoreLocation) async throws -> any Store {
    try await location.with(faults).open()
  }

  private static func put(_ key: String, in store: any Store) async throws {
    try await store.write { _ = try $0.put(["key": .text(key)], at: key, in: "c") }
  }

  private static func keys(_ store: any Store) async throws -> [String] {
    try await store.read { try $0.scan("c").map(\.key) }
  }

  @Test func theNthCommitFailsAndChangesNothing() async throws {
    let store = try await Self.open(StoreFaults([StoreFault(.commit, .fails, skipping: 1)]), at: MemoryLocation())
    try await Self.put("a", in: store)
    await #expect { try await Self.put("b", in: store) } throws: { error in
      guard case .io? = error as? StoreError else { return false }
      return true
    }
    try await Self.put("c", in: store)
    #expect(try await Self.keys(store) == ["a", "c"])
    #expect(try await store.read { try $0.get("c", in: "c")?.version } == 2)
  }

  @Test func oneThatFailsForEverFailsUntilItIsHealed() async throws {
    let faults = StoreFaults([StoreFault(.commit, .fails, times: nil)])
    let store = try await Self.open(faults, at: MemoryLocation())
    for key in ["a", "b"] { await #expect(throws: StoreError.self) { try await Self.put(key, in: store) } }
    #expect(faults.hits.count == 2)
    faults.heal()
    try await Self.put("c", in: store)
    #expect(try await Self.keys(store) == ["c"])
  }

  @Test(arguments: [true, false]) func anUnknownCommitIsDoneOrNot(done: Bool) async throws {
    let store = try await Self.open(StoreFaults([StoreFault(.commit, .isUnknown(done: done))]), at: MemoryLocation())
    await #expect { try await Self.put("a", in: store) } throws: { error in
      guard case .lost? = error as? StoreError else { return false }
      return true
    }
    #expect(try await Self.keys(store) == (done ? ["a"] : []))
  }

  @Test func aStoreThatDiesIsLostUntilItIsOpenedAgain() async throws {
    let faults = StoreFaults([StoreFault(.commit, .dies(done: true), skipping: 1)])
    let location = MemoryLocation().with(faults)
    let store = try await location.open()
    try await Self.put("a", in: store)
    for key in ["b", "c"] {
      await #expect(throws: StoreError.self) { try await Self.put(key, in: store) }
    }
    await #expect(throws: StoreError.self) { try await Self.keys(store) }
    try await store.close()
    #expect(try await Self.keys(try await location.open()) == ["a", "b"])
  }

  @Test func aDroppedWriteIsReportedAsDone() async throws {
    let store = try await Self.open(
      StoreFaults([StoreFault(.put, .isDropped), StoreFault(.commit, .isDropped, skipping: 1)]), at: MemoryLocation())
    try await store.write { transaction in
      try transaction.put([:], at: "a", in: "c")
      try transaction.put([:], at: "b", in: "c")
    }
    try await Self.put("c", in: store)
    #expect(try await Self.keys(store) == ["b"])
  }

  @Test func theLatestTransactionsAreLostAtTheNextOpening() async throws {
    let faults = StoreFaults([StoreFault(.open, .losesLatest(transactions: 2), skipping: 1)])
    let location = MemoryLocation().with(faults)
    let store = try await location.open()
    for key in ["a", "b", "c"] { try await Self.put(key, in: store) }
    try await store.write { _ = try $0.delete("a", in: "c") }
    #expect(try await Self.keys(store) == ["b", "c"])
    try await store.close()
    #expect(try await Self.keys(try await location.open()) == ["a", "b"])
  }

  @Test func aCallInsideAClosureFailsWithoutEndingIt() async throws {
    let store = try await Self.open(StoreFaults([StoreFault(.put, .fails)]), at: MemoryLocation())
    try await store.write { transaction in
      _ = try? transaction.put([:], at: "a", in: "c")
      try transaction.put([:], at: "b", in: "c")
    }
    #expect(try await Self.keys(store) == ["b"])
  }

  @Test(arguments: [StoreFault.Point.open, .read, .write, .backup, .restore, .compact, .close])
  func everyCallFails(point: StoreFault.Point) async throws {
    let faults = StoreFaults()
    let location = MemoryLocation().with(faults)
    let store = try await location.open()
    faults.inject(StoreFault(point, .fails))
    await #expect { 
      switch point {
      case .open: _ = try await location.open()
      case .read: try await store.read { _ in }
      case .write: try await store.write { _ in }
      case .backup: try await store.backup(to: "/none/backup")
      case .restore: try await store.restore(from: "/none/backup")
      case .compact: try await store.compact()
      default: try await store.close()
      }
    } throws: { "\($0)".contains("a fault was injected") }
    #expect(faults.hits == [StoreFault(point, .fails)])
  }

  @Test func latenessLetsOthersGoFirstAndChangesNothing() async throws {
    let store = try await Self.open(
      StoreFaults([StoreFault(.write, .isLate(yields: 3)), StoreFault(.commit, .isLate(yields: 2))]),
      at: MemoryLocation())
    try await Self.put("a", in: store)
    #expect(try await Self.keys(store) == ["a"])
  }

  @Test func descriptionsAreSentences() {
    #expect("\(StoreFault(.commit, .fails, skipping: 2))" == "commit 3: fail")
    #expect(
      "\(StoreFault(.commit, .isUnknown(done: true), times: nil))"
        == "commit 1 and all later ones: unknown, in truth done")
    #expect(
      "\(StoreFault(.get, .dies(done: false), times: 3))" == "get 1 and the next 2: the store dies, the call not done")
  }
}
