import PlatformStandIns

/// Decides whether a user has a feature. The answer for a given flag is the same at all times and on every device.
public enum FeatureFlagEvaluator {
  /// The user's bucket for a feature, from 0 to 9,999. It is the first eight bytes of the SHA-256 of the name, a zero byte
  /// and the user id, as a big-endian number, modulo 10,000. So a user has different buckets for different features.
  public static func bucket(of feature: String, userID: String) -> Int {
    let digest = SHA256Digest.of(Array(feature.utf8) + [0] + Array(userID.utf8))
    let number = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(number % UInt64(FeatureFlag.all))
  }

  /// Whether the user has the feature: the flag is enabled and not killed, and the user's bucket is below the rollout.
  /// - Parameter flag: Nil if the configuration does not contain the feature. Then no user has it.
  public static func isEnabled(_ flag: FeatureFlag?, named feature: String, userID: String) -> Bool {
    guard let flag, flag.enabled, !flag.killed else { return false }
    return bucket(of: feature, userID: userID) < flag.rolloutBasisPoints
  }
}
