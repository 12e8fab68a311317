import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// An app whose keychain and data lie on one disk, beside its model.
struct KeychainSession {
  private let system: PersonalOSSystem
  private let device = DeviceLock()
  private let deviceKey: [UInt8]
  private let sandbox = AppSandbox()
  private let log: any ErrorLog
  /// What the calls were to do that have failed, and are to be found in the log.
  private var refusals: [String] = []
  private var store: any Store
  private var keychain: any BackedUpKeychain
  private var storage: any SecureStorage
  private var model = KeychainModel()
  /// Every value that was ever given away to be kept.
  private var secrets: Set<[UInt8]> = []
  private var backups: [[UInt8]] = []
  /// What was encrypted last: where there is any, there is a key for data, which goes into the backups as well.
  private var sealed: [UInt8]?
  /// What came to pass, for the property's classes.
  private(set) var classes: Set<String> = []

  init(_ system: PersonalOSSystem) async throws {
    self.system = system
    deviceKey = try SecureRandom.bytes(32)
    log = system.errors.makeLog(1_000, [])
    store = try await system.openStore()
    (keychain, storage) = try await Self.launch(system, store, device, deviceKey, sandbox, log)
  }

  private static func launch(
    _ system: PersonalOSSystem, _ store: any Store, _ device: DeviceLock, _ deviceKey: [UInt8],
    _ sandbox: AppSandbox, _ log: any ErrorLog
  ) async throws -> (any BackedUpKeychain, any SecureStorage) {
    let keychain = try await system.security.openKeychain(
      KeychainSetup(store: store, device: device, deviceKey: deviceKey))
    let storage = try await system.security.openSecureStorage(
      SecureStorageSetup(
        keychain: keychain, data: DataActor(store: store), sandbox: sandbox, log: log,
        now: { .distantPast }))
    return (keychain, storage)
  }

  mutating func perform(_ step: KeychainScenario.Step) async throws {
    switch step {
    case .store(let key, let value, let accessibility):
      secrets.insert(Array(value.utf8))
      let isPermitted = model.permits(accessibility)
      classes.insert(isPermitted ? "stores" : "a store is refused")
      if isPermitted, let before = model.item(key) {
        classes.insert(
          before.accessibility == accessibility ? "replaces" : "replaces with another class")
      }
      if !isPermitted, model.item(key) != nil { classes.insert("a replacement is refused") }
      let storage = storage
      try await expect("store", describe(key), isAllowed: isPermitted) {
        try await storage.store(key: key, value: value, accessibility: accessibility)
      }
      if isPermitted {
        model.set(KeychainModel.Item(value: Array(value.utf8), accessibility: accessibility), for: key)
      }
    case .retrieve(let key): try await expectRetrieved(key)
    case .delete(let key):
      if model.item(key) != nil { classes.insert("deletes") }
      try await storage.delete(key: key)
      model.set(nil, for: key)
      try await expectRetrieved(key)
    case .encrypt(let data):
      let isPermitted = model.permits(.afterFirstUnlock)
      classes.insert(isPermitted ? "encrypts" : "encryption is refused")
      let storage = storage
      if let sealed {
        try await expect("decrypt", "what was encrypted", isAllowed: isPermitted) { _ = try await storage.decryptData(sealed) }
      }
      sealed = try await expect("encrypt", "data", isAllowed: isPermitted) {
        let sealed = try await storage.encryptData(data)
        try PropertyTesting.expect("decrypted", try await storage.decryptData(sealed), equals: data)
        return sealed
      } ?? sealed
    case .unlock:
      device.unlock()
      model.unlockDevice()
    case .lock:
      device.lock()
      model.lockDevice()
    case .restart:
      device.restart()
      model.restartDevice()
      try await relaunch()
    case .relaunch: try await relaunch()
    case .backUp: try await backUp()
    }
  }

  mutating func expectRetrieved(_ key: String) async throws {
    guard let item = model.item(key) else {
      return try PropertyTesting.expect(
        "retrieving the absent \(describe(key))", try await storage.retrieve(key: key), equals: nil)
    }
    let isPermitted = model.permits(item.accessibility)
    classes.insert(isPermitted ? "retrieves" : "a retrieval is refused")
    if isPermitted && model.lock == .locked { classes.insert("retrieves while locked") }
    if isPermitted && item.value.isEmpty { classes.insert("retrieves an empty value") }
    let storage = storage
    try await expect("retrieve", "\(describe(key)), \(item.accessibility)", isAllowed: isPermitted) {
      let value = try await storage.retrieve(key: key).map { Array($0.utf8) }
      try PropertyTesting.expect("value of \(describe(key))", value, equals: item.value)
    }
  }

  private mutating func relaunch() async throws {
    try await store.close()
    store = try await system.openStore()
    (keychain, storage) = try await Self.launch(system, store, device, deviceKey, sandbox, log)
  }

  /// Backs the keychain up and restores it on a device of its own.
  private mutating func backUp() async throws {
    let travelling = model.inBackups
    let isPermitted =
      travelling.values.allSatisfy { model.permits($0.accessibility) }
      && (sealed == nil || model.permits(.afterFirstUnlock))
    let backupKey = try SecureRandom.bytes(32)
    guard isPermitted else {
      classes.insert("a backup is refused")
      do {
        _ = try await keychain.exportBackup(key: backupKey)
      } catch KeychainError.locked {
        return
      }
      return try PropertyTesting.expect("a backup of items that are locked is refused", false)
    }
    // Data go into backups as they are, encrypted; without their key they are lost there.
    let data = Array("data".utf8)
    let sealed = sealed == nil ? nil : try await storage.encryptData(data)
    let backup = try await keychain.exportBackup(key: backupKey)
    backups.append(backup)

    let otherStore = try await MemoryLocation().open()
    let (otherKeychain, otherStorage) = try await Self.launch(
      system, otherStore, DeviceLock(), try SecureRandom.bytes(32), AppSandbox(), log)
    try await otherKeychain.restoreBackup(backup, key: backupKey)
    for key in KeychainScenario.keys {
      let restored = try await otherStorage.retrieve(key: key).map { Array($0.utf8) }
      let travels = travelling[Array(key.utf8)]
      classes.insert(
        travels != nil ? "restores elsewhere" : model.item(key) != nil ? "stays on its device" : "")
      try PropertyTesting.expect(
        "\(describe(key)) on the other device", restored, equals: travels?.value)
    }
    if let sealed {
      classes.insert("data restored elsewhere")
      try PropertyTesting.expect(
        "data on the other device", try await otherStorage.decryptData(sealed), equals: data)
    }
    try await otherStore.close()
  }

  /// Unlocks the device, reads everything, ends the app and searches all that it has left anywhere.
  mutating func end() async throws {
    device.unlock()
    model.unlockDevice()
    try await relaunch()
    for key in KeychainScenario.keys { try await expectRetrieved(key) }
    try await store.close()
    var search = SecretSearch()
    search.add("on the disk", try await system.whatIsAtRest())
    search.add("in the preferences", sandbox.preferences.flatMap { [$0.key, $0.value] })
    search.add("in files", sandbox.files.values.flatMap { $0 })
    search.add("in the log", log.entries.flatMap { [$0.context, $0.debugDescription] })
    search.add("in backups", backups.flatMap { $0 })
    try PropertyTesting.expect("refusals in the log", log.entries.map(\.caseName), equals: Array(
      repeating: "SecurityError.keychainAccessDenied", count: refusals.count))
    for (entry, operation) in zip(log.entries, refusals) {
      try PropertyTesting.expect("the log says what it was to do (\(entry.context)): \(operation)", entry.context.hasPrefix(operation))
    }
    try await expectFailedDeletionLogged()
    for secret in secrets { try PropertyTesting.expect("a credential", search.find(secret), equals: nil) }
  }

  /// Deleting needs no access: the store alone can refuse it.
  private func expectFailedDeletionLogged() async throws {
    struct Refused: Error {}
    let (log, store) = (system.errors.makeLog(10, []), try await MemoryLocation().open())
    let refusing = StoreTrace(store) { _, _ in throw Refused() }
    let (_, storage) = try await Self.launch(system, refusing.store, DeviceLock(), deviceKey, AppSandbox(), log)
    let failure = await thrownError { try await storage.delete(key: "a") }
    try PropertyTesting.expect("that a deletion which the store refuses fails", failure != nil)
    try PropertyTesting.expect(
      "what the log says of it", log.entries.map { String($0.context.prefix { $0 != " " }) }, equals: ["delete"])
  }

  /// - Parameter operation: the word that the log has for it.
  @discardableResult
  private mutating func expect<Result>(
    _ operation: String, _ object: String, isAllowed: Bool, _ body: () async throws -> Result
  ) async throws -> Result? {
    let claim = "to \(operation) \(object)"
    let result: Result
    do {
      result = try await body()
    } catch SecurityError.keychainAccessDenied {
      refusals.append(operation)
      try PropertyTesting.expect("\(claim) is allowed while \(model.lock)", !isAllowed)
      return nil
    }
    try PropertyTesting.expect("\(claim) is denied while \(model.lock)", isAllowed)
    return result
  }
}
