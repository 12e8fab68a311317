import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns

/// A keychain and a device's lock as the requirement tells of them: the oracle of POS-16.
struct KeychainModel {
  enum Lock { case neverUnlocked, unlocked, locked }

  struct Item {
    let value: [UInt8]
    let accessibility: KeychainAccessibility
  }

  enum Answer: Equatable {
    case done, failed
    /// What is read then.
    case value([UInt8]?)
    /// The credentials that another device reads from a backup, and the data that it decrypts.
    case restored([[UInt8]: [UInt8]], data: [UInt8]?)
    /// Which credential can be read without the device's keys, and where.
    case found(String?)
  }

  /// By the bytes of the key: two spellings of an accent are two keys.
  private(set) var items: [[UInt8]: Item] = [:]
  private(set) var lock = Lock.unlocked
  /// What was encrypted last. If there is any, there is a key for data, which goes into the backups as well.
  private(set) var encrypted: [UInt8]?
  /// The operations that failed, in order.
  private(set) var log: [String] = []

  mutating func perform(_ call: KeychainCall) throws -> Answer {
    switch call {
    case .store(let key, let value, let accessibility):
      try demand(accessibility, to: "store")
      items[Array(key.utf8)] = Item(value: Array(value.utf8), accessibility: accessibility)
    case .retrieve(let key):
      guard let item = item(key) else { return .value(nil) }
      try demand(item.accessibility, to: "retrieve")
      return .value(item.value)
    case .delete(let key):
      items[Array(key.utf8)] = nil
      return .value(nil)
    case .deleteInVain:
      // Deleting needs no access: the disk alone can refuse it.
      log.append("delete failed")
      return .failed
    case .encrypt(let data):
      try demand(.afterFirstUnlock, to: "encrypt")
      encrypted = data
      return .value(data)
    case .decrypt:
      guard let encrypted else { return .value(nil) }
      try demand(.afterFirstUnlock, to: "decrypt")
      return .value(encrypted)
    case .unlock: lock = .unlocked
    case .lock: if lock == .unlocked { lock = .locked }
    case .restart: lock = .neverUnlocked
    case .relaunch: break
    case .search: return .found(nil)
    case .backUp:
      guard backedUp.values.allSatisfy({ permits($0.accessibility) }), encrypted == nil || permits(.afterFirstUnlock)
      else { throw SecurityError.keychainAccessDenied }
      return .restored(backedUp.mapValues(\.value), data: encrypted)
    }
    return .done
  }

  func item(_ key: String) -> Item? { items[Array(key.utf8)] }

  /// What goes with a backup to another device.
  var backedUp: [[UInt8]: Item] { items.filter { [.whenUnlocked, .afterFirstUnlock].contains($0.value.accessibility) } }

  /// Readable and writable now.
  private func permits(_ accessibility: KeychainAccessibility) -> Bool {
    switch lock {
    case .unlocked: true
    case .neverUnlocked: false
    case .locked: [.afterFirstUnlock, .afterFirstUnlockThisDeviceOnly].contains(accessibility)
    }
  }

  private mutating func demand(_ accessibility: KeychainAccessibility, to operation: String) throws {
    if permits(accessibility) { return }
    log.append("\(operation) denied")
    throw SecurityError.keychainAccessDenied
  }
}
