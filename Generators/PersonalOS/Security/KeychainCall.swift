import PlatformStandIns
import PropertyTesting

/// A call of the secure storage, or what happens to the device that holds the credentials.
public enum KeychainCall: Sendable {
  /// Stores a value under a key, readable in these states of the device.
  case store(key: String, value: String, KeychainAccessibility)
  case retrieve(key: String)
  case delete(key: String)
  /// While the disk refuses all writes.
  case deleteInVain(key: String)
  /// Encrypts data that the app stores elsewhere, with a key from the keychain, and decrypts them.
  case encrypt([UInt8])
  /// Decrypts what was encrypted last.
  case decrypt
  case unlock
  case lock
  /// The device and the app restart. The device is locked afterwards.
  case restart
  case relaunch
  /// The device makes a backup, which is restored on another device.
  case backUp
  /// The app ends, and somebody searches all that it has left anywhere.
  case search

  /// Every key that is used. Some differ only in case or in Unicode normalisation.
  public static let keys = ["token", "Token", "", "caf\u{E9}", "cafe\u{301}", "key/data", "a\u{0}b"]
}

extension Generator where Value == KeychainCall {
  /// About half of the calls have the key "token".
  public static var keychainCall: Generator {
    let key = Generator<String>.frequency((2, .constant("token")), (1, .element(of: KeychainCall.keys)))
    let value = Generator<String>.frequency((1, .constant("")), (5, .marker))
    return .frequency(
      (6, .build({ .store(key: $0, value: $1, $2) }, from: key, value, Generator<KeychainAccessibility>.anyCase())),
      (6, key.map { .retrieve(key: $0) }), (2, key.map { .delete(key: $0) }), (1, key.map { .deleteInVain(key: $0) }),
      (2, Generator<[UInt8]>.bytes(count: 0...20).map { .encrypt($0) }), (1, .constant(.decrypt)),
      (2, .constant(.unlock)), (3, .constant(.lock)), (1, .constant(.restart)), (1, .constant(.relaunch)),
      (3, .constant(.backUp)))
  }
}
