import CountMeReference
import Foundation
import PlatformStandIns
import StorageContract
import Synchronization
import Testing

/// What the app passes to its parts: the machine of CM-APP has too few entries to see a cap.
@Suite(.tags(.robustnessHardening))
struct AppTests {
  @Test("The app opens its queue with the specified cap, over its own store, and retries as specified")
  func constants() async throws {
    let store = try await MemoryBackend().makeLocation().open()
    var parts = CountMeSystem.reference(location: try await MemoryBackend().makeLocation())
    let setups = Mutex<[SyncSetup]>([])
    let policies = Mutex<[RetryPolicy]>([])
    let open = parts.openSyncEngine
    parts.openSyncEngine = { setup in
      setups.withLock { $0.append(setup) }
      return try await open(setup)
    }
    let retry = parts.retry
    parts.retry = { policy, clock, operation in
      policies.withLock { $0.append(policy) }
      try await retry(policy, clock, operation)
    }
    let platform = CountMePlatform(store: store, server: EmptyServer(), isOnline: { true }, clock: VirtualClock())
    let app = try await CountMeApp.launch(platform, parts)
    try await app.synchronize()
    #expect(setups.withLock { $0.map(\.maxQueueSize) } == [1_000])
    #expect(setups.withLock { $0.allSatisfy { $0.store === store } })
    #expect(policies.withLock { Set($0.map(\.maxRetries)) } == [3])
    #expect(policies.withLock { Set($0.map(\.baseDelay)) } == [.seconds(1)])
  }

  @Test("A row that does not read is left out and noted, and the server's document replaces it")
  func damagedRow() async throws {
    let store = try await MemoryBackend().makeLocation().open()
    let parts = CountMeSystem.reference(location: try await MemoryBackend().makeLocation())
    try await store.write { _ = try $0.put(["name": .text("?")], at: UUID().uuidString, in: "entries_foodItem") }
    let platform = CountMePlatform(store: store, server: EmptyServer(), isOnline: { true }, clock: VirtualClock())
    let app = try await CountMeApp.launch(platform, parts)
    #expect(try await app.entries().isEmpty)
    #expect(await app.notices.count == 1)
    try await app.synchronize()
    #expect(try await store.read { try $0.collections() }.isEmpty)
  }
}

private struct EmptyServer: DocumentServer {
  func set(_ document: FirestoreData, at id: UUID, of type: SyncEntityType) async throws {}
  func remove(_ id: UUID, of type: SyncEntityType) async throws {}
  func documents(of type: SyncEntityType) async throws -> [String: FirestoreData] { [:] }
}
