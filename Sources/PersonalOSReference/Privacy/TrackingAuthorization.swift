/// What the user has decided about tracking.
public enum TrackingAuthorizationStatus: String, Sendable, CaseIterable {
  case notDetermined, restricted, denied, authorized
}

/// Who knows the decision and can ask for it: App Tracking Transparency on the device.
public protocol TrackingAuthorizationSource: Sendable {
  /// The decision as it stands: the user may change it in the settings at any time.
  func currentStatus() -> TrackingAuthorizationStatus

  /// Shows the prompt where the user was never asked, and waits for the decision.
  func requestAuthorization() async -> TrackingAuthorizationStatus
}
