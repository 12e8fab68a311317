/// What the device's sensor says of who is in front of it.
public enum BiometricOutcome: Sendable, Equatable, CaseIterable {
  case succeeded
  /// Somebody else, or a finger that is not clean.
  case failed
  /// The user dismissed the question.
  case cancelled
  /// There is no sensor, nobody is enrolled, or the system has shut it off.
  case unavailable
}

/// Recognises the device's user: LocalAuthentication's `LAContext`, or what stands in for it.
public protocol BiometricAuthenticator: Sendable {
  /// Asks the user to be recognised.
  /// - Parameter reason: what the user reads.
  func evaluate(reason: String) async -> BiometricOutcome
}

#if canImport(LocalAuthentication)
  import LocalAuthentication

  /// The device's own sensor.
  public struct DeviceBiometrics: BiometricAuthenticator {
    public init() {}

    public func evaluate(reason: String) async -> BiometricOutcome {
      do {
        return try await LAContext().evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: reason)
          ? .succeeded : .failed
      } catch LAError.authenticationFailed {
        return .failed
      } catch LAError.userCancel, LAError.appCancel, LAError.systemCancel, LAError.userFallback {
        return .cancelled
      } catch {
        return .unavailable
      }
    }
  }
#endif
