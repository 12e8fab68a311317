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
  let watch = StoreWatch()
  let signs = DeviceSigns()
  let user: AskedUser
  private let system: PersonalOSSystem
  private let keychainLocation = MemoryLocation()
  private let lastID = Remembered(0)

  init(_ system: PersonalOSSystem) {
    self.system = watch.noting(system)
    let server = AppServer { [interruption] in await interruption.leaveIfDue(atServer: true) }
    self.server = server
    user = AskedUser { server.state.now.asked }
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
      store: watch.over(interruption.over(try await system.openStore(), isData: true)),
      keychainStore: interruption.over(try await keychainLocation.open()))
  }

  /// - Parameters:
  ///   - isSeedRequested: whether the developer asks for sample data.
  ///   - pins: by default no host is pinned, and every certificate is accepted.
  /// - Throws: ``LaunchFailure``.
  func launch(_ opened: Opened, isSeedRequested: Bool = false, pins: PinPolicy = PinPolicy([:])) async throws
    -> PersonalOSApp
  {
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
        network: NetworkAccess(connector: server, platformTrusts: { _, _ in true }), tracking: user,
        device: signs, sendTrackingEvent: { _ in },
        build: AppBuild(
          // Where sample data may be asked for.
          environment: .development, baseURLs: [.development: AppServer.addresses], pins: pins, userID: "user",
          isDebug: false, isSeedRequested: isSeedRequested,
          mockPrice: { $0.hasPrefix("MOCK") ? 3 : nil })))
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
struct AskedUser: TrackingAuthorizationSource {
  /// How often he was asked.
  let prompts = Remembered(0)
  /// The hosts that had been asked by then.
  let hostsBefore = Remembered<Set<String>>([])
  private let asked: @Sendable () -> Set<String>

  init(_ asked: @escaping @Sendable () -> Set<String>) { self.asked = asked }

  func currentStatus() -> TrackingAuthorizationStatus { prompts.now == 0 ? .notDetermined : .denied }
  func requestAuthorization() async -> TrackingAuthorizationStatus {
    hostsBefore.set(asked())
    prompts.withValue { $0 += 1 }
    return .denied
  }
}

/// What a device shows of its protections: as long as nothing is set, that they are on.
final class DeviceSigns: DeviceProbe {
  /// A file that is there, a file that can be written, and the debugger.
  let shown = Remembered<(file: String?, writable: String?, tracer: Int?)>((nil, nil, nil))

  func exists(_ path: String) -> Bool { shown.now.file == path }
  func canWrite(_ path: String) -> Bool { shown.now.writable.map { path.hasPrefix($0) } ?? false }
  var tracer: Int? { shown.now.tracer }
}

/// Sees each record on its way to the data's store. The accesses that the app's factory has made own the data: whoever else
/// writes writes beside them. And each sealed value begins with a nonce, which no other value may have (NIST SP 800-38D, 8).
final class StoreWatch: Sendable {
  private let accesses = Remembered<[any DataAccess]>([])
  private let beside = Remembered(0)
  private let nonces = Remembered<(sealed: [[UInt8]: [UInt8]], reused: Int)>(([:], 0))

  /// How many records were written from outside of a closure of an owner.
  var writesBeside: Int { beside.now }

  var reusedNonces: Int { nonces.now.reused }

  func noting(_ system: PersonalOSSystem) -> PersonalOSSystem {
    var system = system
    let open = system.dataAccess.openData
    system.dataAccess.openData = { [accesses] store in
      let access = open(store)
      accesses.withValue { $0.append(access) }
      return access
    }
    return system
  }

  func over(_ store: any Store) -> any Store {
    var hooks = StoreHooks()
    hooks.write = { [self] store, body in try await store.write { try body(writes.over($0)) } }
    return InterposedStore(store, hooks)
  }

  private var writes: TransactionHooks {
    var hooks = TransactionHooks()
    hooks.put = { [self] transaction, fields, key, collection in
      noteWrite()
      for case .bytes(let sealed) in fields.values { noteNonce(of: sealed) }
      return try transaction.put(fields, at: key, in: collection)
    }
    hooks.delete = { [self] transaction, key, collection in
      noteWrite()
      return try transaction.delete(key, in: collection)
    }
    return hooks
  }

  private func noteNonce(of sealed: [UInt8]) {
    nonces.withValue { known in
      // A restored backup writes the configuration's row as it was.
      if let other = known.sealed.updateValue(sealed, forKey: Array(sealed.prefix(12))), other != sealed { known.reused += 1 }
    }
  }

  private func noteWrite() {
    if !accesses.now.contains(where: \.isPerforming) { beside.withValue { $0 += 1 } }
  }
}
