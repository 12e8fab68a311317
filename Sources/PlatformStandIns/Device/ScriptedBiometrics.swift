import Synchronization

/// A sensor that says what it was told to: stands in for the device's own.
public final class ScriptedBiometrics: BiometricAuthenticator {
  private struct State {
    var next: [BiometricOutcome] = []
    var evaluations = 0
  }

  private let state = Mutex(State())
  private let beforeAnswering: @Sendable () async -> Void

  /// - Parameter beforeAnswering: runs while the user looks at the sensor.
  public init(beforeAnswering: @escaping @Sendable () async -> Void = {}) {
    self.beforeAnswering = beforeAnswering
  }

  /// The next answer, after those that were set before; without one it is ``BiometricOutcome/unavailable``.
  public func willSay(_ outcome: BiometricOutcome) {
    state.withLock { $0.next.append(outcome) }
  }

  /// How often somebody was asked to be recognised.
  public var evaluations: Int { state.withLock { $0.evaluations } }

  public func evaluate(reason: String) async -> BiometricOutcome {
    await beforeAnswering()
    return state.withLock { state in
      state.evaluations += 1
      return state.next.isEmpty ? .unavailable : state.next.removeFirst()
    }
  }
}
