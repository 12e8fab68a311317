/// How well the cloud serves the app (002 Health Monitoring State Machine).
public enum CloudHealth: String, Sendable, Equatable, CaseIterable {
  /// The app has just started, and too few outcomes are known.
  case unknown
  /// The cloud works.
  case healthy
  /// An operation failed. The app still uses the cloud, unless its policy says otherwise.
  case degraded
  /// Several operations in a row failed, so the app does better without the cloud.
  case failed
}

/// The outcome of a cloud operation. A cancelled operation says nothing about the cloud, and is not reported (A10).
public enum OperationOutcome: String, Sendable, Equatable, CaseIterable {
  case success
  case failure
}

/// A change of the cloud's health. The monitor announces each change once.
public struct HealthTransition: Sendable, Equatable {
  /// The health before the change.
  public let from: CloudHealth
  /// The health after the change, different from ``from``.
  public let to: CloudHealth
  /// The time of the change, since the device's start.
  public let at: Duration

  /// Creates a transition from its parts.
  public init(from: CloudHealth, to: CloudHealth, at: Duration) {
    self.from = from
    self.to = to
    self.at = at
  }
}
