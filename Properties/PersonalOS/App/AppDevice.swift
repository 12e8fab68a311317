import Foundation
import PersonalOSReference
import PlatformStandIns
import StorageContract
import Synchronization

/// What outlives the app: its store, its keychain on a disk of its own, backups, notices, the clock, the other ends.
final class AppDevice: Sendable {
  let lock = DeviceLock()
  let sandbox = AppSandbox()
  let backups = MemoryBackupPlace()
  let notifications = NotificationScheduler()
  let clock = VirtualClock(base: Date(timeIntervalSinceReferenceDate: 86_400 * 100))
  let servers = AppServers()
  let interruption = AppInterruption()
  let system: PersonalOSSystem
  private let keychainLocation = MemoryLocation()
  private let deviceKey = [UInt8](repeating: 7, count: 32)
  private let lastID = Remembered<UInt64>(0)

  init(_ system: PersonalOSSystem) {
    self.system = system
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
    let (clock, lastID) = (clock, lastID)
    let keychain = try await system.security.openKeychain(
      KeychainSetup(store: opened.keychainStore, device: lock, deviceKey: deviceKey))
    return try await system.launch(
      PersonalOSPlatform(
        store: opened.store, keychain: keychain, sandbox: sandbox, backups: backups, notifications: notifications,
        clock: clock, now: { clock.date },
        makeID: {
          UUID(number: lastID.withValue { last in
            last += 1
            return last
          })
        },
        network: NetworkAccess(
          connector: servers.news, platformTrusts: { _, _ in true }, gitHub: servers.gitHub, prices: servers.prices,
          fetchConfiguration: { [servers] _ in try servers.configuration.document() }),
        tracking: Reluctant(), sendTrackingEvent: { _ in }, build: AppBuild(
          // Where sample data may be asked for.
          environment: .development,
          baseURLs: URL(string: NewsServer.address).map { [.development: ["news": $0]] } ?? [:], userID: "user",
          isDebug: true, isSeedRequested: isSeedRequested)))
  }

  /// All that can be read of the device while the app does not run.
  func whatIsAtRest() async throws -> SecretSearch {
    var search = SecretSearch()
    search.add("on the disk", try await system.whatIsAtRest())
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
  init(number: UInt64) {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    self.init(
      uuid: (0xA, 0, 0, 0, 0, 0, 0, 0, bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]))
  }
}

/// A user who denies it when he is asked.
private struct Reluctant: TrackingAuthorizationSource {
  private let status = Remembered(TrackingAuthorizationStatus.notDetermined)

  func currentStatus() -> TrackingAuthorizationStatus { status.now }
  func requestAuthorization() async -> TrackingAuthorizationStatus {
    status.set(.denied)
    return .denied
  }
}

/// What happens in the middle of a write, of the data or of the keychain: it fails, or the app dies; or whoever asked
/// for it goes.
final class AppInterruption: Sendable {
  private struct State {
    var fails = false
    /// How many writes are still to come before the one in which the app dies.
    var kill: (writes: Int, moment: WriteMoment)?
    var isDead = false
    /// How many transactions of the data are still to come before the one at whose beginning the request is cancelled.
    var cut: (transactions: Int, cancel: @Sendable () async -> Void)?
  }

  private let state = Mutex(State())

  func failureIsToCome() { state.withLock { $0.fails = true } }
  func killIsToCome(atWrite write: Int, _ moment: WriteMoment) { state.withLock { $0.kill = (write, moment) } }
  func cutIsToCome(atTransaction transaction: Int, _ cancel: @escaping @Sendable () async -> Void) {
    state.withLock { $0.cut = (transaction, cancel) }
  }
  /// Forgets what has not come.
  func isOver() { state.withLock { $0 = State() } }

  /// The store with this in the middle of its writes and compactions.
  func over(_ base: any Store, isData: Bool = false) -> any Store {
    var hooks = StoreHooks()
    hooks.write = { [self] store, body in
      if isData { await cutIfDue() }
      try strike(at: .beforeTheTransaction)
      try await store.write { transaction in
        try body(transaction)
        try strike(at: .beforeTheCommit)
      }
      try strike(at: .afterTheCommit)
    }
    hooks.compact = { [self] store in
      try strike(at: .beforeTheTransaction)
      try await store.compact()
      try strike(at: .afterTheCommit)
    }
    return InterposedStore(base, hooks)
  }

  private func cutIfDue() async {
    let cancel = state.withLock { state -> (@Sendable () async -> Void)? in
      guard let cut = state.cut else { return nil }
      state.cut = cut.transactions > 0 ? (cut.transactions - 1, cut.cancel) : nil
      return cut.transactions > 0 ? nil : cut.cancel
    }
    await cancel?()
  }

  private func strike(at moment: WriteMoment) throws {
    try state.withLock { state in
      if let kill = state.kill, kill.moment == moment {
        if kill.writes == 0 { state.isDead = true }
        state.kill = (kill.writes - 1, moment)
      }
      if state.isDead { throw ProcessKilled() }
      guard state.fails, moment == .beforeTheCommit else { return }
      state.fails = false
      throw CommitFailed()
    }
  }
}
