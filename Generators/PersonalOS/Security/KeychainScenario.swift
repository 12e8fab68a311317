import PlatformStandIns
import PropertyTesting

/// What happens to credentials, and to the device that holds them.
public struct KeychainScenario: Sendable {
  /// One step of the scenario.
  public enum Step: Sendable {
    /// The app stores a value under a key, readable in these states of the device.
    case store(key: String, value: String, KeychainAccessibility)
    case retrieve(key: String)
    case delete(key: String)
    /// The app encrypts data that it stores elsewhere, with a key from the keychain.
    case encrypt([UInt8])
    case unlock
    case lock
    /// The device and the app restart. The device is locked afterwards.
    case restart
    case relaunch
    /// The device makes a backup, which goes to another device.
    case backUp
  }

  /// The steps in order.
  public let steps: [Step]

  /// Every key that a scenario uses. Some differ only in case or in Unicode normalisation.
  public static let keys = ["token", "Token", "", "caf\u{E9}", "cafe\u{301}", "key/data", "a\u{0}b"]
}

extension Generator where Value == KeychainScenario {
  /// 10 to 32 steps, about half of them with the key "token".
  public static var keychainScenario: Generator {
    Generator<[KeychainScenario.Step]>.array(of: .keychainStep, count: 10...32).map {
      KeychainScenario(steps: $0)
    }
  }
}

extension Generator where Value == KeychainScenario.Step {
  fileprivate static var keychainStep: Generator {
    let key = Generator<String>.oneOf(
      .constant("token"), .constant("token"), .element(of: KeychainScenario.keys))
    let value = Generator<String>.frequency((1, .constant("")), (5, .marker))
    let storing = Generator { source in
      Value.store(key: try source(key), value: try source(value), try source(.anyCase()))
    }
    return .frequency(
      (6, storing),
      (6, key.map { .retrieve(key: $0) }), (2, key.map { .delete(key: $0) }),
      (2, Generator<[UInt8]>.bytes(count: 0...20).map { .encrypt($0) }),
      (2, .constant(.unlock)), (3, .constant(.lock)), (1, .constant(.restart)),
      (1, .constant(.relaunch)), (3, .constant(.backUp)))
  }
}
