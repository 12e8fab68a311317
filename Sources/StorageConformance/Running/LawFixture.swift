import PropertyTesting
import StorageContract
import Synchronization

extension Backend {
  /// The places that a law is tried on, over this backend.
  func fixture(_ capabilities: StoreCapabilities, for law: StorageLaw) async throws -> Fixture<LawSubject> {
    let layered = self as? any FileLayeredBackend
    return Fixture(
      name: name,
      place: { try await Places(of: self) },
      system: { places in
        LawSubject(
          location: places.first, makeLocation: { try await places.makeAnother() },
          makeRecycledLocation: { try await places.makeAnother(after: $0) }, capabilities: capabilities,
          process: places.first as? any KillableLocation, files: layered)
      },
      cleanUp: { await $0.recycle() })
  }
}

/// The locations of one case.
private final class Places: Sendable {
  let first: any StoreLocation
  private let backend: any Backend
  private let others = Mutex<[any StoreLocation]>([])

  init(of backend: any Backend) async throws {
    self.backend = backend
    first = try await backend.makeLocation()
  }

  func makeAnother() async throws -> any StoreLocation {
    let location = try await backend.makeLocation()
    others.withLock { $0.append(location) }
    return location
  }

  /// Another one, once `use` has left its traces in one that was then recycled.
  func makeAnother(after use: LawSubject.Use) async throws -> any StoreLocation {
    let used = try await backend.makeLocation()
    do {
      try await use(used)
    } catch {
      await backend.recycle(used)
      throw error
    }
    await backend.recycle(used)
    return try await makeAnother()
  }

  func recycle() async {
    for location in others.withLock({ $0 }) + [first] { await backend.recycle(location) }
  }
}
