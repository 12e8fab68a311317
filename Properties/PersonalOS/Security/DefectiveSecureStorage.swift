import Foundation
import PersonalOSReference
import PlatformStandIns
import StorageContract

/// The good storage with one defect before it.
actor DefectiveSecureStorage: SecureStorage {
  enum Defect: Sendable {
    // Of encryption.
    case encryptsNothing, readsWithoutCheckingTheTag, encryptsWithAKeyInItsCode, keepsTheDataKeyBesideTheData
    case makesAKeyForEachCaller
    // Of credentials.
    case fallsBackToThePreferences, ignoresAccessibility, printsTokensToTheLog, cachesTokensInAFile
    case addsInsteadOfReplacing, deletesBeforeARefusedStore, sendsDeviceItemsAway
  }

  private static let keyInItsCode = Array("0123456789abcdef0123456789abcdef".utf8)

  private let base: SecureStorageService
  private let setup: SecureStorageSetup
  private let defect: Defect
  /// Only for ``Defect/addsInsteadOfReplacing``: how many values each key has.
  private var copies: [String: Int] = [:]

  init(_ setup: SecureStorageSetup, _ defect: Defect) {
    self.setup = setup
    self.defect = defect
    // Whoever looks at each call from outside logs it as well.
    var silent = setup
    silent.log = DiagnosticLog()
    base = SecureStorageService(silent)
  }

  func store(key: String, value: String, accessibility: KeychainAccessibility) async throws {
    var accessibility = accessibility
    var name = key
    var context = "store a credential"
    switch defect {
    case .ignoresAccessibility:
      accessibility =
        accessibility.staysOnThisDevice ? .afterFirstUnlockThisDeviceOnly : .afterFirstUnlock
    case .sendsDeviceItemsAway:
      accessibility = accessibility == .whenUnlockedThisDeviceOnly ? .whenUnlocked : .afterFirstUnlock
    case .deletesBeforeARefusedStore: try await base.delete(key: key)
    case .printsTokensToTheLog: context = "store \(value) as \(key)"
    case .cachesTokensInAFile: setup.sandbox.writeFile(Array(value.utf8), at: "cache/\(key)")
    case .addsInsteadOfReplacing:
      if copies[key, default: 0] > 0 { name = "\(key)#\(copies[key, default: 0])" }
    default: break
    }
    do {
      try await base.store(key: name, value: value, accessibility: accessibility)
      copies[key, default: 0] += 1
    } catch SecurityError.keychainAccessDenied where defect == .fallsBackToThePreferences {
      setup.sandbox.setPreference(value, for: key)
    } catch {
      setup.log.record(error, context: context, at: setup.now())
      throw error
    }
  }

  func retrieve(key: String) async throws -> String? {
    if defect == .fallsBackToThePreferences, let value = setup.sandbox.preferences[key] { return value }
    return try await base.retrieve(key: key)
  }

  func delete(key: String) async throws {
    setup.sandbox.setPreference(nil, for: key)
    copies[key] = nil
    try await base.delete(key: key)
  }

  func encryptData(_ data: [UInt8]) async throws -> [UInt8] {
    switch defect {
    case .encryptsNothing: return data
    case .encryptsWithAKeyInItsCode:
      return try AES256GCM.seal(data, key: Self.keyInItsCode, nonce: try SecureRandom.bytes(12))
    case .makesAKeyForEachCaller:
      if let key = try await setup.keychain.retrieve("key/data") {
        return try AES256GCM.seal(data, key: key, nonce: try SecureRandom.bytes(12))
      }
      let key = try SecureRandom.bytes(32)
      try await setup.keychain.store(key, for: "key/data", accessibility: .afterFirstUnlock)
      return try AES256GCM.seal(data, key: key, nonce: try SecureRandom.bytes(12))
    case .keepsTheDataKeyBesideTheData:
      let sealed = try await base.encryptData(data)
      if let key = try await setup.keychain.retrieve("key/data") {
        _ = try await setup.data.perform {
          try $0.live().put(["key": .text(Data(key).base64EncodedString())], at: "data", in: "settings")
        }
      }
      return sealed
    default: return try await base.encryptData(data)
    }
  }

  func decryptData(_ data: [UInt8]) async throws -> [UInt8] {
    switch defect {
    case .encryptsNothing: return data
    case .encryptsWithAKeyInItsCode: return try Self.openWithTheKeyInItsCode(data)
    case .readsWithoutCheckingTheTag:
      guard let key = try await setup.keychain.retrieve("key/data") else { throw SecurityError.encryptionFailed }
      return try Self.openUnchecked(data, key)
    default: return try await base.decryptData(data)
    }
  }

  func dataCipher(makingKey: Bool) async throws -> DataCipher? {
    guard var cipher = try await base.dataCipher(makingKey: makingKey) else { return nil }
    switch defect {
    case .encryptsNothing: cipher = DataCipher(seal: { $0 }, open: { $0 })
    case .encryptsWithAKeyInItsCode:
      cipher = DataCipher(
        seal: { try AES256GCM.seal($0, key: Self.keyInItsCode, nonce: try SecureRandom.bytes(12)) },
        open: { try Self.openWithTheKeyInItsCode($0) })
    case .readsWithoutCheckingTheTag:
      if let key = try await setup.keychain.retrieve("key/data") { cipher.open = { try Self.openUnchecked($0, key) } }
    default: break
    }
    return cipher
  }

  private static func openWithTheKeyInItsCode(_ data: [UInt8]) throws -> [UInt8] {
    do {
      return try AES256GCM.open(data, key: keyInItsCode)
    } catch {
      throw SecurityError.encryptionFailed
    }
  }

  /// The cipher adds the same stream to whatever it is given.
  private static func openUnchecked(_ data: [UInt8], _ key: [UInt8]) throws -> [UInt8] {
    guard data.count >= 28 else { throw SecurityError.encryptionFailed }
    let ciphertext = data[12..<data.count - 16]
    let zeros = [UInt8](repeating: 0, count: ciphertext.count)
    let stream = try AES256GCM.seal(zeros, key: key, nonce: Array(data.prefix(12))).dropFirst(12)
    return zip(ciphertext, stream).map { $0 ^ $1 }
  }
}

/// Encrypts notes, and does not say in them which record they belong to.
struct UnboundSealing: FieldSealing {
  let storage: any SecureStorage

  func sealPlainRows(of store: any Store) async throws -> Bool { false }

  func over(_ store: any Store) -> any Store {
    let storage = storage
    var hooks = StoreHooks()
    hooks.read = { store, body in
      let hooks = Self.hooks(try await storage.dataCipher(makingKey: true))
      try await store.read { try body(hooks().over($0)) }
    }
    hooks.write = { store, body in
      let hooks = Self.hooks(try await storage.dataCipher(makingKey: true))
      try await store.write { try body(hooks().over($0)) }
    }
    return InterposedStore(store, hooks)
  }

  private static func hooks(_ cipher: DataCipher?) -> @Sendable () -> TransactionHooks {
    {
      var hooks = TransactionHooks()
      hooks.get = { try $0.get($1, in: $2).map { opened($0, cipher) } }
      hooks.scan = { try $0.scan($1).map { opened($0, cipher) } }
      hooks.put = { try $0.put(sealed($1, cipher), at: $2, in: $3) }
      hooks.insert = { try $0.insert(sealed($1, cipher), at: $2, in: $3) }
      hooks.compareAndSet = { try $0.compareAndSet(sealed($1, cipher), at: $2, in: $3, version: $4) }
      return hooks
    }
  }

  private static func sealed(_ fields: [String: FieldValue], _ cipher: DataCipher?) throws -> [String: FieldValue] {
    guard case .text(let notes)? = fields["notes"], let cipher else { return fields }
    return fields.merging(["notes": .bytes(try cipher.seal(Array(notes.utf8)))]) { $1 }
  }

  private static func opened(_ record: Record, _ cipher: DataCipher?) -> Record {
    guard case .bytes(let sealed)? = record.fields["notes"], let notes = try? cipher?.open(sealed) else { return record }
    let fields = record.fields.merging(["notes": .text(String(decoding: notes, as: UTF8.self))]) { $1 }
    return Record(key: record.key, version: record.version, fields: fields)
  }
}
