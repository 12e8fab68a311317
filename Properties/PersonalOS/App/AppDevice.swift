import Foundation
import PersonalOSReference
import PlatformStandIns
import StorageContract

/// What outlives the app: its store, its keychain on a disk of its own, backups, notices, the clock, the servers.
final class AppDevice: Sendable {
  let lock = DeviceLock()
  let backups = MemoryBackupPlace()
  let notifications = NotificationScheduler()
  let clock = VirtualClock(base: Date(timeIntervalSinceReferenceDate: 86_400 * 100))
  let interruption = AppInterruption()
  let server: AppServer
  private let sandbox = AppSandbox()
  private let system: PersonalOSSystem
  private let keychainLocation = MemoryLocation()
  private let lastID = Remembered(0)

  init(_ system: PersonalOSSystem) {
    self.system = system
    server = AppServer { [interruption] in await interruption.leaveIfDue(atServer: true) }
  }

  /// What one launch has opened.
  struct Opened: Sendable {
    let store: any Store
    let keychainStore: any Store

    func close() async throws {
      try await store.close()
      try await keychainStore.close()
    }
  }

  func open() async throws -> Opened {
    Opened(
      store: interruption.over(try await system.openStore(), isData: true),
      keychainStore: interruption.over(try await keychainLocation.open()))
  }

  /// - Parameter isSeedRequested: whether the developer asks for sample data.
  /// - Throws: ``LaunchFailure``.
  func launch(_ opened: Opened, isSeedRequested: Bool = false) async throws -> PersonalOSApp {
    let (clock, lastID, server) = (clock, lastID, server)
    let keychain = try await system.security.openKeychain(
      KeychainSetup(store: opened.keychainStore, device: lock, deviceKey: Array(repeating: 7, count: 32)))
    return try await system.launch(
      PersonalOSPlatform(
        store: opened.store, keychain: keychain, sandbox: sandbox, backups: backups, notifications: notifications,
        clock: clock, now: { clock.date },
        makeID: {
          UUID(
            number: lastID.withValue { last in
              last += 1
              return last
            })
        },
        network: NetworkAccess(
          connector: server, platformTrusts: { _, _ in true }, gitHub: server, prices: server,
          fetchConfiguration: { _ in try server.configuration() }),
        tracking: Denying(), sendTrackingEvent: { _ in },
        build: AppBuild(
          // Where sample data may be asked for.
          environment: .development,
          baseURLs: URL(string: AppServer.newsAddress).map { [.development: ["news": $0]] } ?? [:], userID: "user",
          isDebug: true, isSeedRequested: isSeedRequested)))
  }

  /// All that can be read of the device while the app does not run.
  func whatIsAtRest() async throws -> SecretSearch {
    var search = SecretSearch()
    search.add("on the disk", try await system.whatIsAtRest())
    search.add("in files that are not rewritten", interruption.olderText.now)
    search.add("in the keychain's files", try await keychainLocation.rawBytes())
    search.add("in the preferences", sandbox.preferences.flatMap { [$0.key, $0.value] })
    search.add("in files", sandbox.files.values.flatMap { $0 })
    for url in await backups.all() { search.add("in a backup", try await backups.read(url)) }
    search.add("in a notice", (notifications.pending + notifications.delivered).map(\.message))
    return search
  }

  func keychainItems() async throws -> Int {
    let store = try await keychainLocation.open()
    let count = try await store.contents().records.count
    try await store.close()
    return count
  }
}

extension UUID {
  /// Its last six bytes are the number.
  init(number: Int) {
    func byte(_ place: Int) -> UInt8 { UInt8(truncatingIfNeeded: number >> (8 * place)) }
    self.init(
      uuid: (0xA, 0, 0, 0, 0, 0, 0, 0, 0, 0, byte(5), byte(4), byte(3), byte(2), byte(1), byte(0)))
  }
}

/// A user who denies it when he is asked.
private struct Denying: TrackingAuthorizationSource {
  private let status = Remembered(TrackingAuthorizationStatus.notDetermined)

  func currentStatus() -> TrackingAuthorizationStatus { status.now }
  func requestAuthorization() async -> TrackingAuthorizationStatus {
    status.set(.denied)
    return .denied
  }
}
