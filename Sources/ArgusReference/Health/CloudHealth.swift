/// How well the cloud serves the app (002 Health Monitoring State Machine).
public enum CloudHealth: String, Sendable, Equatable, CaseIterable {
  /// Nothing is known yet: the app has just started.
  case unknown
  case healthy
  /// Something failed. The app still uses the cloud.
  case degraded
  /// It failed so often in a row that the app does better without it.
  case failed
}

/// How a cloud operation ended. A cancelled one says nothing of the cloud, and is not reported (A10).
public enum OperationOutcome: String, Sendable, Equatable, CaseIterable {
  case success
  case failure
}

/// The cloud's health changed: what the rest of the app is told, once per change.
public struct HealthTransition: Sendable, Equatable {
  public let from: CloudHealth
  public let to: CloudHealth
  /// In the device's time since its start.
  public let at: Duration

  public init(from: CloudHealth, to: CloudHealth, at: Duration) {
    self.from = from
    self.to = to
    self.at = at
  }
}
