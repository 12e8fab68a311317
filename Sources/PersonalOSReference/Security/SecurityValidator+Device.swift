import PlatformStandIns

/// Decides whether the device protects the app's data.
public protocol DeviceChecking: Sendable {
  /// Whether there are signs that the device's protections were removed. A sound device never shows one; a jailbreak that
  /// hides may show none.
  func isJailbroken() -> Bool
  /// Whether another process controls this one now.
  func isDebuggerAttached() -> Bool
}

extension SecurityValidator: DeviceChecking {
  /// What jailbreaks leave on iOS: their package managers and the libraries that load tweaks, also under the root of
  /// rootless ones. No sound system has any of them, not even the simulator (OWASP MASTG, "Testing Jailbreak Detection").
  static let signsOfAJailbreak = [
    "/Applications/Cydia.app", "/Applications/Sileo.app", "/Applications/Zebra.app", "/private/var/lib/apt",
    "/private/var/lib/cydia", "/Library/MobileSubstrate/MobileSubstrate.dylib", "/usr/lib/libsubstitute.dylib", "/var/jb",
  ]
  /// A file that the sandbox of a sound device refuses.
  static let fileOutsideTheSandbox = "/private/jailbreak-check"

  public func isJailbroken() -> Bool {
    Self.signsOfAJailbreak.contains(where: setup.device.exists) || setup.device.canWrite(Self.fileOutsideTheSandbox)
  }

  public func isDebuggerAttached() -> Bool { setup.device.tracer != nil }
}
