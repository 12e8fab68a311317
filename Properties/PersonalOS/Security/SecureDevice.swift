import PersonalOSReference
import PlatformStandIns
import StorageContract

/// A device whose one disk has the data and the keychain of an app; the app is launched again and again.
struct SecureDevice: Sendable {
  let system: PersonalOSSystem
  let lock = DeviceLock()
  let log: any ErrorLog
  /// Every value that the keychain was given to store, oldest first.
  let stored = Remembered<[[UInt8]]>([])
  let refusesWrites = Remembered(false)
  private let sandbox = AppSandbox()
  private let deviceKey: [UInt8]

  init(_ system: PersonalOSSystem) throws {
    self.system = system
    log = system.errors.makeLog(1_000, [])
    deviceKey = try SecureRandom.bytes(32)
  }

  /// A device with a disk, keys and a log of its own.
  static func another(_ system: PersonalOSSystem) throws -> SecureDevice {
    let location = MemoryLocation()
    var other = system
    other.openStore = { try await location.open() }
    return try SecureDevice(other)
  }

  struct App {
    let store: any Store
    let keychain: any BackedUpKeychain
    let storage: any SecureStorage
    /// The store for everybody who works with notes.
    let sealed: any Store
  }

  func launch() async throws -> App {
    let store = StoreTrace(try await system.openStore()) { [refusesWrites] _, _ in
      if refusesWrites.now { throw RefusedCommit() }
    }.store
    let keychain = RecordingKeychain(
      base: try await system.security.openKeychain(KeychainSetup(store: store, device: lock, deviceKey: deviceKey)),
      stored: stored)
    let storage = try await system.security.openSecureStorage(
      SecureStorageSetup(
        keychain: keychain, data: DataActor(store: store), sandbox: sandbox, log: log, now: { .distantPast }))
    return App(
      store: store, keychain: keychain, storage: storage, sealed: system.security.makeSealing(storage).over(store))
  }

  /// All that can be read of the device without its keys. Only while the app does not run.
  func whatIsAtRest() async throws -> SecretSearch {
    var search = SecretSearch()
    search.add("on the disk", try await system.whatIsAtRest())
    search.add("in the preferences", sandbox.preferences.flatMap { [$0.key, $0.value] })
    search.add("in files", sandbox.files.values.flatMap { $0 })
    search.add("in the log", log.entries.flatMap { [$0.context, $0.debugDescription] })
    return search
  }
}

private struct RecordingKeychain: BackedUpKeychain {
  let base: any BackedUpKeychain
  let stored: Remembered<[[UInt8]]>

  func store(_ value: [UInt8], for key: String, accessibility: KeychainAccessibility) async throws {
    try await base.store(value, for: key, accessibility: accessibility)
    stored.withValue { $0.append(value) }
  }

  /// Whoever else wants something of the keychain may come in between.
  func retrieve(_ key: String) async throws -> [UInt8]? {
    let value = try await base.retrieve(key)
    await Task.yield()
    return value
  }

  func delete(_ key: String) async throws { try await base.delete(key) }
  func deleteAll() async throws { try await base.deleteAll() }
  func exportBackup(key: [UInt8]) async throws -> [UInt8] { try await base.exportBackup(key: key) }
  func restoreBackup(_ backup: [UInt8], key: [UInt8]) async throws { try await base.restoreBackup(backup, key: key) }
}
