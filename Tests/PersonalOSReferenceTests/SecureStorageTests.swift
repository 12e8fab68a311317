import PersonalOSReference
import PlatformStandIns
import StorageContract
import Testing

@Suite("Secure storage")
struct SecureStorageTests {
  let device = DeviceLock()
  let location = MemoryLocation()

  func keychain() async throws -> KeychainStore {
    try KeychainStore(store: try await location.open(), device: device, deviceKey: Array(0..<32))
  }

  func storage(_ keychain: any Keychain) async throws -> SecureStorageService {
    let data = DataActor(store: try await MemoryLocation().open())
    return SecureStorageService(
      SecureStorageSetup(
        keychain: keychain, data: data, sandbox: AppSandbox(), log: DiagnosticLog(), now: { .distantPast }))
  }

  @Test("Decision: a locked device lets items be deleted, and absent ones be looked for")
  func lockedDevice() async throws {
    let keychain = try await keychain()
    try await keychain.store([1], for: "token", accessibility: .whenUnlocked)
    device.lock()
    await #expect(throws: KeychainError.locked(key: "token", accessibility: .whenUnlocked)) {
      try await keychain.retrieve("token")
    }
    #expect(try await keychain.retrieve("absent") == nil)
    try await keychain.delete("token")
    device.unlock()
    #expect(try await keychain.retrieve("token") == nil)
  }

  @Test("Decision: the class of the item that is written decides, not that of the one it replaces")
  func replacing() async throws {
    let keychain = try await keychain()
    try await keychain.store([1], for: "token", accessibility: .whenUnlocked)
    device.lock()
    try await keychain.store([2], for: "token", accessibility: .afterFirstUnlock)
    #expect(try await keychain.retrieve("token") == [2])
  }

  @Test("An item that was changed, or moved to another's place, is damaged")
  func damage() async throws {
    let store = try await location.open()
    let keychain = try KeychainStore(store: store, device: device, deviceKey: Array(0..<32))
    try await keychain.store([1], for: "one", accessibility: .whenUnlocked)
    try await keychain.store([2], for: "two", accessibility: .whenUnlocked)
    try await store.write { transaction in
      let records = try transaction.scan("keychain_items")
      try transaction.put(records[0].fields, at: records[1].key, in: "keychain_items")
      try transaction.put(records[1].fields, at: records[0].key, in: "keychain_items")
    }
    await #expect(throws: KeychainError.damaged(key: "one")) { try await keychain.retrieve("one") }
    try await keychain.deleteAll()
    #expect(try await keychain.retrieve("one") == nil)
  }

  @Test("No nonce is used twice, whatever is stored where")
  func nonces() async throws {
    let store = try await location.open()
    let keychain = try KeychainStore(store: store, device: device, deviceKey: Array(0..<32))
    var nonces: [[UInt8]] = []
    for (key, value) in [("one", 1), ("one", 1), ("one", 2), ("two", 1)] {
      try await keychain.store([UInt8(value)], for: key, accessibility: .whenUnlocked)
      for record in try await store.read({ try $0.scan("keychain_items") }) {
        guard case .bytes(let sealed)? = record.fields["item"] else { continue }
        let nonce = Array(sealed.prefix(AES256GCM.nonceSize))
        if !nonces.contains(nonce) { nonces.append(nonce) }
      }
    }
    #expect(nonces.count == 4)
    // Those of a restored backup, too.
    for key in ["three", "four"] { try await keychain.store([3], for: key, accessibility: .afterFirstUnlock) }
    try await keychain.restoreBackup(try await keychain.exportBackup(key: Array(0..<32)), key: Array(0..<32))
    let restored = try await store.read { try $0.scan("keychain_items") }.compactMap { record -> [UInt8]? in
      if case .bytes(let sealed)? = record.fields["item"] { Array(sealed.prefix(AES256GCM.nonceSize)) } else { nil }
    }
    #expect(restored.count == 4 && Set(restored).count == 4)
  }

  @Test("A backup that was changed restores nothing")
  func brokenBackup() async throws {
    let keychain = try await keychain()
    try await keychain.store([1], for: "one", accessibility: .afterFirstUnlock)
    var backup = try await keychain.exportBackup(key: Array(0..<32))
    backup[20] ^= 1
    try await keychain.deleteAll()
    await #expect(throws: CryptographyError.sealBroken) {
      try await keychain.restoreBackup(backup, key: Array(0..<32))
    }
    #expect(try await keychain.retrieve("one") == nil)
  }

  @Test("Decision: the key for data needs the first unlock, and no more")
  func dataKey() async throws {
    let storage = try await storage(try await keychain())
    let sealed = try await storage.encryptData([1, 2, 3])
    device.lock()
    #expect(try await storage.decryptData(sealed) == [1, 2, 3])
    device.restart()
    await #expect(throws: SecurityError.keychainAccessDenied) { try await storage.decryptData(sealed) }
    await #expect(throws: SecurityError.keychainAccessDenied) { try await storage.encryptData([1]) }
  }

  @Test("When the keychain was emptied nothing decrypts, and new data get a new key at once")
  func emptiedKeychain() async throws {
    let keychain = try await keychain()
    let storage = try await storage(keychain)
    let sealed = try await storage.encryptData([1, 2, 3])
    try await keychain.deleteAll()
    await #expect(throws: SecurityError.encryptionFailed) { try await storage.decryptData(sealed) }
    let again = try await storage.encryptData([4])
    #expect(try await storage.decryptData(again) == [4])
    await #expect(throws: SecurityError.encryptionFailed) { try await storage.decryptData(sealed) }
  }

  @Test("Many who encrypt for the first time at once use one key")
  func firstUse() async throws {
    let storage = try await storage(try await keychain())
    let sealed = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for number in 0..<20 as Range<UInt8> { group.addTask { try await storage.encryptData([number]) } }
      return try await group.reduce(into: [[UInt8]]()) { $0.append($1) }
    }
    for bytes in sealed { #expect(try await storage.decryptData(bytes).count == 1) }
  }
}
