import PlatformStandIns

/// Decides whether a user has a feature: the same for ever, on every device.
public enum FeatureFlagEvaluator {
  /// The user's place among 10,000, another one for each feature: the first eight bytes, as a big-endian
  /// number, of the SHA-256 of name, a zero byte and user id, modulo 10,000.
  public static func bucket(of feature: String, userID: String) -> Int {
    let digest = SHA256Digest.of(Array(feature.utf8) + [0] + Array(userID.utf8))
    let number = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(number % UInt64(FeatureFlag.all))
  }

  /// - Parameter flag: nil for a feature that the configuration does not know, which nobody has.
  public static func isEnabled(_ flag: FeatureFlag?, named feature: String, userID: String) -> Bool {
    guard let flag, flag.enabled, !flag.killed else { return false }
    return bucket(of: feature, userID: userID) < flag.rolloutBasisPoints
  }
}
