import PersonalOSReference
import PropertyTesting
import StorageContract

// Parts that are not the app's own: replaced ones, such as cannot be opened, and the keys of its servers.
extension AppTour {
  /// With posts of another type, so that the container's can be told from the app's.
  static func withOtherPosts(_ system: PersonalOSSystem) -> PersonalOSSystem {
    var system = system
    let open = system.social.openRepository
    system.social.openRepository = { OtherPosts(base: try await open($0)) }
    return system
  }

  private struct OtherPosts: SocialPostRepository {
    let base: any SocialPostRepository

    func save(_ post: SocialPost) async throws { try await base.save(post) }
    func delete(_ post: SocialPost) async throws { try await base.delete(post) }
    func fetchAll() async throws -> [SocialPost] { try await base.fetchAll() }
  }

  /// Whichever part cannot be opened, the app does not start, and says so once. A part that the app has of its own
  /// cannot be broken here: the app never asks for the one in its place, and nothing is claimed of it.
  static func expectUnopenedPartsShown(_ system: PersonalOSSystem) async throws {
    for (part, breaking) in unopened {
      var broken = system
      let wasAsked = Remembered(false)
      breaking(&broken) {
        wasAsked.set(true)
        throw CancellationError()
      }
      var shown: [PresentedError]?
      do { try await launch(on: AppDevice(broken)) { _ in } } catch { shown = (error as? LaunchFailure)?.errors ?? [] }
      guard wasAsked.now else { continue }
      try expect("failures shown of an app whose \(part) cannot be opened", shown?.count, equals: 1)
      try expect("that they say what the app was doing", !(shown ?? []).contains(where: \.isNameless))
    }
  }

  private typealias Breaking = @Sendable (inout PersonalOSSystem, @escaping @Sendable () throws -> Never) -> Void

  private static let unopened: KeyValuePairs<String, Breaking> = [
    "secure storage": { system, refuse in system.security.openSecureStorage = { _ in try refuse() } },
    "migrator": { system, refuse in system.migration.openMigrator = { _, _ in try refuse() } },
    "sample data": { system, refuse in system.migration.openSeeding = { _ in try refuse() } },
    "backup service": { system, refuse in system.backup.openService = { _ in try refuse() } },
    "ledger": { system, refuse in system.trading.openLedger = { _ in try refuse() } },
    "posts": { system, refuse in system.social.openRepository = { _ in try refuse() } },
  ]

  /// The app has one log, and no API key gets into it: neither one that comes with the launch or later, nor one of an
  /// earlier launch without the server.
  static func expectKeysKeptFromTheLog(_ system: PersonalOSSystem) async throws {
    let (make, logs) = (system.errors.makeLog, Remembered(0))
    var counting = system
    counting.errors.makeLog = { capacity, secrets in
      logs.withValue { $0 += 1 }
      return make(capacity, secrets)
    }
    let device = AppDevice(counting)
    let (first, second) = ("key-4f1d0c7a9b", "key-88e2b6305d")
    let other = "key-2c77aa0e31"
    device.server.state.withValue { $0.apiKeys = ["mail": first, "maps": other] }
    try await launch(on: device) { tour in
      try expect("logs of an app", logs.now, equals: 1)
      for key in [first, other] { try tour.expectKeptFromTheLog(key) }
      device.server.state.withValue { $0.apiKeys = ["mail": second] }
      try await tour.app.configuration.remote.fetchLatestConfig()
      try tour.expectKeptFromTheLog(second)
    }
    device.server.state.withValue { $0.isDown = true }
    try await launch(on: device, isAnew: false) { tour in
      let key = tour.app.configuration.remote.getAPIKey(for: "mail")
      try expect("the key that an earlier launch has left", key, equals: second)
      try tour.expectKeptFromTheLog(second)
    }
  }

  private func expectKeptFromTheLog(_ key: String) throws {
    let log = app.core.log
    log.note("asked with \(key)", context: "mail", at: app.core.platform.now())
    let entry = log.entries.first { $0.debugDescription.contains(key) || $0.context.contains(key) }
    try expect("an entry of the log with an API key", entry?.debugDescription, equals: nil)
  }
}
