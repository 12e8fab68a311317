import Synchronization

/// A sensor that gives everybody one answer until it is given another: stands in for the device's own.
public final class ScriptedBiometrics: BiometricAuthenticator {
  private struct State {
    var outcome = BiometricOutcome.unavailable
    var reasons: [String] = []
  }

  private let state = Mutex(State())
  private let beforeAnswering: @Sendable () async -> Void

  /// - Parameter beforeAnswering: runs while the user looks at the sensor.
  public init(beforeAnswering: @escaping @Sendable () async -> Void = {}) {
    self.beforeAnswering = beforeAnswering
  }

  /// The answer from now on; before the first it is ``BiometricOutcome/unavailable``.
  public func says(_ outcome: BiometricOutcome) { state.withLock { $0.outcome = outcome } }

  /// What the user read, each time that somebody was asked to be recognised.
  public var reasons: [String] { state.withLock { $0.reasons } }

  public func evaluate(reason: String) async -> BiometricOutcome {
    await beforeAnswering()
    return state.withLock { state in
      state.reasons.append(reason)
      return state.outcome
    }
  }
}
