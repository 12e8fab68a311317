import PlatformStandIns

/// A keychain and a device's lock as the requirement tells of them: the oracle of POS-16.
struct KeychainModel {
  enum Lock { case neverUnlocked, unlocked, locked }

  struct Item: Equatable {
    let value: [UInt8]
    let accessibility: KeychainAccessibility
  }

  /// By the bytes of the key: two spellings of an accent are two keys.
  private(set) var items: [[UInt8]: Item] = [:]
  private(set) var lock = Lock.unlocked

  /// Readable and writable now.
  func permits(_ accessibility: KeychainAccessibility) -> Bool {
    switch lock {
    case .unlocked: true
    case .neverUnlocked: false
    case .locked:
      [.afterFirstUnlock, .afterFirstUnlockThisDeviceOnly].contains(accessibility)
    }
  }

  func item(_ key: String) -> Item? { items[Array(key.utf8)] }

  mutating func set(_ item: Item?, for key: String) { items[Array(key.utf8)] = item }

  /// What goes with a backup to another device.
  var inBackups: [[UInt8]: Item] {
    items.filter {
      $0.value.accessibility == .whenUnlocked || $0.value.accessibility == .afterFirstUnlock
    }
  }

  mutating func unlockDevice() { lock = .unlocked }
  mutating func lockDevice() { if lock == .unlocked { lock = .locked } }
  mutating func restartDevice() { lock = .neverUnlocked }
}
