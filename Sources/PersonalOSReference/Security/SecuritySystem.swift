/// Encryption, keychain and certificate pinning, as the properties see it: one closure per thing it does.
public struct SecuritySystem: Sendable {
  /// The reference.
  public static let reference = SecuritySystem()
}
