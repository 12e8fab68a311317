import PropertyTesting
import StorageContract
import Synchronization
import Testing
import TouchstoneCatalogue

/// What a property says of storage is true: whoever does not declare it is run once, not over every backend.
@Suite("What needs storage")
struct StorageNeedTests {
  @Test("A property opens a store if it says so, and only then", arguments: Environment.current.entries.map(FaultTests.Entry.init))
  func opensStores(_ entry: FaultTests.Entry) async throws {
    let backend = CountingBackend()
    let runner = Runner(settings: RunSettings(cases: 5, seed: 1, shrinks: false))
    _ = try await entry.entry.run(with: runner, on: backend)
    #expect((backend.opened > 0) == entry.entry.stores, "\(backend.opened) openings")
  }
}

/// Stores in memory, and how often one was opened.
private final class CountingBackend: Backend {
  private let memory = MemoryBackend()
  private let count = Mutex(0)

  var name: String { "memory, counted" }
  var opened: Int { count.withLock { $0 } }

  func makeLocation() async throws -> any StoreLocation {
    let location = try await memory.makeLocation()
    return AnyStoreLocation(
      open: { [self] in
        count.withLock { $0 += 1 }
        return try await location.open()
      }, rawBytes: { try await location.rawBytes() }, files: { try await location.files() })
  }

  func recycle(_ location: any StoreLocation) async {}
  func forWorker() async throws -> any Backend { self }
  func tearDown() async {}
}
