import Foundation
import PersonalOSReference
import PlatformStandIns
import StorageContract

/// The good storage with one defect before it.
actor DefectiveSecureStorage: SecureStorage {
  enum Defect: Sendable {
    // Of encryption.
    case encryptsNothing, readsWithoutCheckingTheTag, encryptsWithAKeyInItsCode, keepsTheDataKeyBesideTheData
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
    case .encryptsWithAKeyInItsCode:
      do {
        return try AES256GCM.open(data, key: Self.keyInItsCode)
      } catch {
        throw SecurityError.encryptionFailed
      }
    case .readsWithoutCheckingTheTag:
      guard data.count >= 28, let key = try await setup.keychain.retrieve("key/data") else {
        throw SecurityError.encryptionFailed
      }
      // The cipher adds the same stream to whatever it is given.
      let ciphertext = data[12..<data.count - 16]
      let zeros = [UInt8](repeating: 0, count: ciphertext.count)
      let stream = try AES256GCM.seal(zeros, key: key, nonce: Array(data.prefix(12))).dropFirst(12)
      return zip(ciphertext, stream).map { $0 ^ $1 }
    default: return try await base.decryptData(data)
    }
  }
}

/// A repository that encrypts notes, and does not say in them which record they belong to.
struct UnboundRepository: ModelRepository {
  let data: DataActor
  let storage: any SecureStorage

  func fetch() async throws -> [TradeRecord] {
    var trades: [TradeRecord] = []
    for record in try await data.perform({ try $0.live().scan(TradeRecord.collection) }) {
      var fields = record.fields
      guard case .bytes(let sealed)? = fields["notes"] else { throw SecurityError.encryptionFailed }
      fields["notes"] = .text(String(decoding: try await storage.decryptData(sealed), as: UTF8.self))
      trades.append(
        try TradeRecord(
          stored: StoredRecord(collection: TradeRecord.collection, key: record.key, fields: fields)))
    }
    return trades
  }

  func save(_ trade: TradeRecord) async throws {
    var fields = trade.storedFields
    fields["notes"] = .bytes(try await storage.encryptData(Array(trade.notes.utf8)))
    let sealed = fields
    _ = try await data.perform {
      try $0.live().put(sealed, at: trade.storageKey, in: TradeRecord.collection)
    }
  }

  func delete(_ trade: TradeRecord) async throws {
    _ = try await data.perform { try $0.delete(TradeRecord.self, key: trade.storageKey) }
  }
}
