import PlatformStandIns
import PropertyTesting

/// What happens to credentials, and to the device that they are on.
public struct KeychainScenario: Sendable {
  public enum Step: Sendable {
    case store(key: String, value: String, KeychainAccessibility)
    case retrieve(key: String)
    case delete(key: String)
    /// Of data that lie elsewhere, which takes a key from the keychain.
    case encrypt([UInt8])
    case unlock
    case lock
    /// The device starts anew, and the app with it.
    case restart
    case relaunch
    /// A backup goes to another device.
    case backUp
  }

  public let steps: [Step]

  /// Every key that a scenario uses.
  public static let keys = ["token", "Token", "", "caf\u{E9}", "cafe\u{301}", "key/data", "a\u{0}b"]
}

extension Generator where Value == KeychainScenario {
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
