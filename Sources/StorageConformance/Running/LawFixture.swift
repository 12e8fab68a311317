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
        let process = places.first as? any KillableLocation
        let points = KillPoints()
        return LawSubject(
          location: process.map { CountedLocation(base: $0, points: points) } ?? places.first,
          makeLocation: { try await places.makeAnother() }, capabilities: capabilities, process: process,
          killPoints: points, files: layered)
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

  func recycle() async {
    for location in others.withLock({ $0 }) + [first] { await backend.recycle(location) }
  }
}
