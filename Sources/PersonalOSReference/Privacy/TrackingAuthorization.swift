/// The decision about tracking, with the names of App Tracking Transparency.
public enum TrackingAuthorizationStatus: String, Sendable, CaseIterable {
  case notDetermined, restricted, denied, authorized
}

/// Knows the decision about tracking and can ask for it: App Tracking Transparency on the device.
public protocol TrackingAuthorizationSource: Sendable {
  /// The present decision. The user may change it in the settings at any time.
  func currentStatus() -> TrackingAuthorizationStatus

  /// Shows the prompt if the user was never asked, and waits for the decision.
  func requestAuthorization() async -> TrackingAuthorizationStatus
}
