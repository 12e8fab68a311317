import PropertyTesting
import StorageContract
import StorageFaults
import Testing

/// What hooks name is theirs, and all else passes through.
@Suite struct InterposedStoreTests {
  @Test func whatIsNotNamedPassesThrough() async throws {
    let base = try await MemoryLocation().open()
    let store = InterposedStore(base, StoreHooks())
    #expect(store.capabilities == base.capabilities)
    try await Self.useAll(store)
  }

  @Test func aHookAroundEveryCallSeesEachOne() async throws {
    let kinds = Remembered<[StoreHooks.Kind]>([])
    let hooks = StoreHooks { kind, carryOut in
      kinds.withValue { $0.append(kind) }
      try await carryOut()
    }
    try await Self.useAll(InterposedStore(try await MemoryLocation().open(), hooks))
    #expect(kinds.now == [.write, .read, .backup, .restore, .compact, .close, .read])
  }

  @Test func anObserverSeesEachCallBeforeItIsMade() async throws {
    let calls = Remembered<[TransactionCall]>([])
    var hooks = StoreHooks()
    hooks.hookCalls { $0.before = { call in calls.withValue { $0.append(call) } } }
    try await Self.useAll(InterposedStore(try await MemoryLocation().open(), hooks))
    #expect(
      calls.now == [
        .put(collection: "c", key: "a"), .insert(collection: "c", key: "b"),
        .compareAndSet(collection: "c", key: "b"), .delete(collection: "c", key: "a"), .setSchemaVersion,
        .get(collection: "c", key: "b"), .scan(collection: "c"), .count(collection: "c"), .collections, .schemaVersion,
      ])
    #expect(calls.now.map(\.isWrite) == [Bool](repeating: true, count: 5) + [Bool](repeating: false, count: 5))
  }

  @Test func aCallThatAnObserverRefusesIsNotMade() async throws {
    struct Refusal: Error {}
    let base = try await MemoryLocation().open()
    var hooks = StoreHooks()
    hooks.hookCalls { $0.before = { if case .put(_, "b") = $0 { throw Refusal() } } }
    let store = InterposedStore(base, hooks)
    try await store.write { transaction in
      try transaction.put([:], at: "a", in: "c")
      #expect(throws: Refusal.self) { try transaction.put([:], at: "b", in: "c") }
    }
    #expect(try await base.read { try $0.scan("c").map(\.key) } == ["a"])
  }

  @Test func aHookMayRunTheClosureAgain() async throws {
    var hooks = StoreHooks()
    hooks.write = { store, body in
      try await store.write(body)
      try await store.write(body)
    }
    let store = InterposedStore(try await MemoryLocation().open(), hooks)
    #expect(try await store.write { try $0.put([:], at: "a", in: "c") } == 2)
  }

  @Test func aHookThatRunsNothingIsAnError() async throws {
    var hooks = StoreHooks()
    hooks.read = { _, _ in }
    let store = InterposedStore(try await MemoryLocation().open(), hooks)
    await #expect(throws: StoreError.self) { try await store.read { try $0.schemaVersion() } }
  }

  @Test func handlesEndWithTheirClosure() async throws {
    var hooks = StoreHooks()
    hooks.hookCalls { $0.before = { _ in } }
    let store = InterposedStore(try await MemoryLocation().open(), hooks)
    let version = try await store.read { transaction in
      #expect(!(transaction is any WriteTransaction))
      nonisolated(unsafe) let kept = transaction
      return { @Sendable in try kept.schemaVersion() }
    }
    #expect(throws: StoreError.transactionEnded) { try version() }
  }

  @Test func aPlaceRemembersFromOneOpeningToTheNext() async throws {
    let openings = Remembered(0)
    let count = { @Sendable (hooks: inout StoreHooks, own: Remembered<Int>) in
      hooks.close = { store in
        own.withValue { $0 += 1 }
        openings.set(own.now)
        try await store.close()
      }
    }
    var hooks = StoreHooks()
    count(&hooks, Remembered(0))
    let lasting = MemoryLocation().interposed(hooks)
    let fresh = MemoryLocation().interposed(eachOpening: {
      var hooks = StoreHooks()
      count(&hooks, Remembered(0))
      return hooks
    })
    for _ in 0..<2 { try await lasting.open().close() }
    #expect(openings.now == 2)
    for _ in 0..<2 { try await fresh.open().close() }
    #expect(openings.now == 1)
  }

  @Test func bothKindsOfHooksMayChangeTheRawBytes() async throws {
    var hooks = StoreHooks()
    hooks.rawBytes = { try await $0.rawBytes() + [7] }
    let place = AnyStoreLocation(open: { try await MemoryLocation().open() }, rawBytes: { [1] })
    let lasting = place.interposed(hooks)
    let fresh = place.interposed(eachOpening: { [hooks] in hooks })
    let untouched = place.interposed(eachOpening: { StoreHooks() })
    #expect(try await lasting.rawBytes() == [1, 7])
    #expect(try await fresh.rawBytes() == [1, 7])
    #expect(try await untouched.rawBytes() == [1])
  }

  /// Every call of a store and of its transactions, with what the contract says of each.
  private static func useAll(_ store: any Store) async throws {
    try await store.write { transaction in
      #expect(try transaction.put(["n": .int64(1)], at: "a", in: "c") == 1)
      #expect(try transaction.insert([:], at: "b", in: "c") == 2)
      #expect(try transaction.compareAndSet([:], at: "b", in: "c", version: 2) == 3)
      #expect(try transaction.delete("a", in: "c"))
      try transaction.setSchemaVersion(7)
    }
    try await store.read { transaction in
      let record = try transaction.get("b", in: "c")
      #expect(record?.version == 3)
      #expect(try transaction.scan("c", from: "b", to: nil, limit: 5).map(\.key) == ["b"])
      #expect(try transaction.count("c", from: nil, to: "b") == 0)
      #expect(try transaction.collections() == ["c"])
      #expect(try transaction.schemaVersion() == 7)
    }
    let folder = try TemporaryDirectory.make(prefix: "touchstone-test")
    defer { TemporaryDirectory.remove(folder) }
    try await store.backup(to: "\(folder)/backup")
    try await store.restore(from: "\(folder)/backup")
    try await store.compact()
    try await store.close()
    await #expect(throws: StoreError.closed) { try await store.read { try $0.schemaVersion() } }
  }
}
