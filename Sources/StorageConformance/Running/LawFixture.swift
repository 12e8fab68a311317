import ProcessStorage
import PropertyTesting
import StorageContract
import Synchronization

extension StorageLaw {
  /// The places over `backend` on which the law runs.
  public func fixture(over backend: any Backend, sizes: SizeBudget = .standard) -> Fixture<LawSubject> {
    fixture(over: backend, sizes: sizes, clock: nil)
  }

  /// - Parameter clock: notes the beginning of each case in this process.
  func fixture(over backend: any Backend, sizes: SizeBudget, clock: CaseClock?) -> Fixture<LawSubject> {
    let declared = DeclaredCapabilities(of: backend)
    let isInAnotherProcess = needs.contains(where: \.isInAnotherProcess)
    return Fixture(
      name: backend.name,
      place: {
        clock?.caseBegins()
        return try await LawPlaces(of: backend, declared.value(), isInAnotherProcess)
      },
      system: { places in
        let process = places.first as? any KillableLocation
        let points = KillPoints()
        var subject = LawSubject(
          location: process.map { $0.interposed(points.hooks) } ?? places.first,
          makeLocation: { try await places.makeAnother() },
          makeRecycledLocation: { try await places.makeAnother(after: $0) }, capabilities: places.capabilities,
          process: process, killPoints: points, sizes: sizes, files: backend as? any FileLayeredBackend)
        guard comparesRanks(places.capabilities) else { return subject }
        let ranks = VersionRanks()
        subject.versionRanks = ranks
        let (backups, location) = (ranks.backups, subject.location)
        subject.wrapPlaces { $0.ranked(by: VersionRanks(backups)) }
        subject.location = location.ranked(by: ranks)
        return subject
      },
      cleanUp: { await $0.recycle() }
    ).inWorkers {
      let own = try await backend.forWorker()
      return (fixture(over: own, sizes: sizes), { await own.tearDown() })
    }
  }

  /// Why the law does not run over this backend: the backend does not declare a capability, or the kit cannot observe it.
  /// Nil if the law runs.
  public func reasonToSkip(_ backend: any Backend, _ capabilities: StoreCapabilities) -> String? {
    reasonToSkip(capabilities) ?? reasonNotToExamine(backend)
  }

  /// Why what the backend declares cannot be looked at; nil: it can.
  func reasonNotToExamine(_ backend: any Backend) -> String? {
    if needs.contains(where: \.isOverFiles), !(backend is any FileLayeredBackend) {
      return "the kit cannot reach its file calls"
    }
    guard needs.contains(where: \.isRecorded), let obstacle = CallRecording.obstacle else { return nil }
    return "the system does not allow the kit to record a process's calls (\(obstacle))"
  }
}

/// What a backend's stores declare, asked for once.
final class DeclaredCapabilities: Sendable {
  private let backend: any Backend
  private let known = Mutex<StoreCapabilities?>(nil)

  init(of backend: any Backend) {
    self.backend = backend
  }

  /// - Throws: ``StoreError`` where there can be no store.
  func value() async throws -> StoreCapabilities {
    if let known = known.withLock({ $0 }) { return known }
    let location = try await backend.makeLocation()
    do {
      let store = try await location.open()
      let capabilities = store.capabilities
      try await store.close()
      await backend.recycle(location)
      known.withLock { $0 = capabilities }
      return capabilities
    } catch {
      await backend.recycle(location)
      throw error
    }
  }
}

/// The locations of one case.
private final class LawPlaces: Sendable {
  let first: any StoreLocation
  let capabilities: StoreCapabilities
  private let backend: any Backend
  private let others = Mutex<[any StoreLocation]>([])

  /// - Parameter isInAnotherProcess: whether the locations have to be ones whose process can be killed.
  init(of backend: any Backend, _ capabilities: StoreCapabilities, _ isInAnotherProcess: Bool) async throws {
    self.backend = isInAnotherProcess ? try await backend.inAnotherProcess(capabilities) : backend
    self.capabilities = capabilities
    first = try await self.backend.makeLocation()
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
