import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting

/// An app that keeps credentials, on its device.
struct KeychainDriver {
  private let device: SecureDevice
  private var app: SecureDevice.App
  /// What was encrypted last.
  private var encrypted: [UInt8]?
  private var backups: [[UInt8]] = []
  /// Every value that was ever given away to be kept.
  private var secrets: Set<[UInt8]> = []

  init(_ system: PersonalOSSystem) async throws {
    device = try SecureDevice(system)
    app = try await device.launch()
  }

  /// What the log says: which operation, and whether the keychain denied it.
  var log: [String] {
    device.log.entries.map { entry in
      let operation = entry.context.prefix { $0 != " " }
      return "\(operation) \(entry.caseName == "SecurityError.keychainAccessDenied" ? "denied" : "failed")"
    }
  }

  mutating func perform(_ call: KeychainCall) async throws -> KeychainModel.Answer {
    let app = app
    switch call {
    case .store(let key, let value, let accessibility):
      secrets.insert(Array(value.utf8))
      try await app.storage.store(key: key, value: value, accessibility: accessibility)
    case .retrieve(let key): return .value(try await app.retrieve(key))
    case .delete(let key):
      try await app.storage.delete(key: key)
      return .value(try await app.retrieve(key))
    case .deleteInVain(let key):
      device.refusesWrites.set(true)
      defer { device.refusesWrites.set(false) }
      return await thrownError { try await app.storage.delete(key: key) } == nil ? .done : .failed
    case .encrypt(let data):
      let encrypted = try await app.storage.encryptData(data)
      self.encrypted = encrypted
      return .value(try await app.storage.decryptData(encrypted))
    case .decrypt:
      guard let encrypted else { return .value(nil) }
      return .value(try await app.storage.decryptData(encrypted))
    case .unlock: device.lock.unlock()
    case .lock: device.lock.lock()
    case .restart:
      device.lock.restart()
      try await relaunch()
    case .relaunch: try await relaunch()
    case .backUp: return try await backUp()
    case .search: return .found(try await search())
    }
    return .done
  }

  private mutating func relaunch() async throws {
    try await app.store.close()
    app = try await device.launch()
  }

  /// Backs the keychain up, and restores it on another device.
  private mutating func backUp() async throws -> KeychainModel.Answer {
    let backupKey = try SecureRandom.bytes(32)
    let backup: [UInt8]
    do {
      backup = try await app.keychain.exportBackup(key: backupKey)
    } catch KeychainError.locked {
      throw SecurityError.keychainAccessDenied
    }
    backups.append(backup)
    let other = try await SecureDevice.another(device.system).launch()
    try await other.keychain.restoreBackup(backup, key: backupKey)
    var credentials: [[UInt8]: [UInt8]] = [:]
    for key in KeychainCall.keys {
      credentials[Array(key.utf8)] = try await other.retrieve(key)
    }
    // Data go into backups as they are, encrypted; without their key they are lost there.
    let data: [UInt8]? = if let encrypted { try await other.storage.decryptData(encrypted) } else { nil }
    try await other.store.close()
    return .restored(credentials, data: data)
  }

  private mutating func search() async throws -> String? {
    try await app.store.close()
    var search = try await device.whatIsAtRest()
    search.add("in backups", backups.flatMap { $0 })
    app = try await device.launch()
    return secrets.compactMap { search.find($0) }.min()
  }

  func close() async throws { try await app.store.close() }
}

extension SecureDevice.App {
  fileprivate func retrieve(_ key: String) async throws -> [UInt8]? {
    try await storage.retrieve(key: key).map { Array($0.utf8) }
  }
}
