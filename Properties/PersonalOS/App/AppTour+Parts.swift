import PersonalOSReference
import PropertyTesting
import StorageContract

// Parts that are not the app's own: replaced ones, and such as cannot be opened.
@MainActor
extension AppTour {
  /// With posts of another type, so that the container's can be told from the app's.
  static func withOtherPosts(_ system: PersonalOSSystem) -> PersonalOSSystem {
    var system = system
    let open = system.social.openRepository
    system.social.openRepository = { OtherPosts(base: try await open($0)) }
    return system
  }

  /// Whichever part cannot be opened, the app does not start, and says so once. A part that the app has of its own cannot be broken
  /// here: the app never asks for the one in its place, and nothing is claimed of it.
  /// - Postcondition: the store is empty.
  static func expectUnopenedPartsShown(_ system: PersonalOSSystem) async throws {
    for (part, breaking) in unopened {
      var broken = system
      let wasAsked = Remembered(false)
      breaking(&broken) {
        wasAsked.set(true)
        throw Unopened()
      }
      let device = AppDevice(broken)
      let opened = try await device.open()
      var shown: [PresentedError]?
      do {
        _ = try await device.launch(opened)
      } catch {
        shown = (error as? LaunchFailure)?.errors ?? []
      }
      if wasAsked.now {
        try expect("failures shown of an app whose \(part) cannot be opened", shown?.count, equals: 1)
        try AppSession.expectNamed(shown ?? [])
      }
      try await opened.store.fill(with: StoreContents(schemaVersion: 0, records: []))
      try await opened.close()
    }
  }

  private static let unopened: KeyValuePairs<String, @Sendable (inout PersonalOSSystem, @escaping @Sendable () throws -> Never) -> Void> = [
    "secure storage": { system, refuse in system.security.openSecureStorage = { _ in try refuse() } },
    "migrator": { system, refuse in system.migration.openMigrator = { _, _ in try refuse() } },
    "sample data": { system, refuse in system.migration.openSeeding = { _ in try refuse() } },
    "backup service": { system, refuse in system.backup.openService = { _ in try refuse() } },
    "ledger": { system, refuse in system.trading.openLedger = { _ in try refuse() } },
    "posts": { system, refuse in system.social.openRepository = { _ in try refuse() } },
  ]
}

private struct Unopened: Error {}

private struct OtherPosts: SocialPostRepository {
  let base: any SocialPostRepository

  func save(_ post: SocialPost) async throws { try await base.save(post) }
  func delete(_ post: SocialPost) async throws { try await base.delete(post) }
  func fetchAll() async throws -> [SocialPost] { try await base.fetchAll() }
}

extension Fault<PersonalOSSystem> {
  static let opensPartsInSilence = Fault(
    "opensPartsInSilence", "throws why it cannot open a part, and shows it to nobody"
  ) { system in
    let launch = system.launch
    system.launch = { platform, parts in
      do {
        return try await launch(platform, parts)
      } catch let failure as LaunchFailure where failure.errors.contains(where: { $0.operation == "start the app" }) {
        throw Unopened()
      }
    }
  }

  static let givesPostsOfItsOwn = Fault(
    "givesPostsOfItsOwn", "gives whoever asks the container posts of its own in place of the app's"
  ) { system in
    let make = system.dataAccess.makeContainer
    system.dataAccess.makeContainer = { ContainerWithPosts(base: make()) }
  }
}

/// A container that keeps the first posts that it was told of.
private final class ContainerWithPosts: DependencyRegistry {
  private let base: any DependencyRegistry
  private let hasPosts = Remembered(false)

  init(base: any DependencyRegistry) {
    self.base = base
  }

  func register<Service: Sendable>(
    _ key: DependencyKey<Service>, _ make: @escaping @Sendable (any DependencyResolving) throws -> Service
  ) {
    if key.name == AppServices.posts.name {
      if hasPosts.now { return }
      hasPosts.set(true)
    }
    base.register(key, make)
  }

  func resolve<Service: Sendable>(_ key: DependencyKey<Service>) throws -> Service { try base.resolve(key) }
}
