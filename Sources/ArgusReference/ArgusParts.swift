import PlatformStandIns

/// How each part of the app is made. ``ArgusApp`` makes all of them here, so that replacing one replaces it for the whole
/// app: an adopter's own, or one with a fault.
public struct ArgusParts: Sendable {
  public static let reference = ArgusParts()
}
