import Foundation

/// Consent to tracking, the warning about the device, and what the app declares, as the properties see them.
public struct PrivacySystem: Sendable {
  /// Over whoever knows the decision; the closure hands a tracking event to whoever tracks.
  public var openConsent:
    @MainActor @Sendable (any TrackingAuthorizationSource, @escaping @Sendable (String) -> Void) -> any TrackingConsent
  /// For one launch.
  public var makeAdvisor: @Sendable () -> any JailbreakAdvising
  /// What the app declares.
  public var manifest: PrivacyManifest
  /// A manifest as an XML property list.
  public var propertyList: @Sendable (PrivacyManifest) throws -> Data

  /// The reference.
  public static let reference = PrivacySystem(
    openConsent: { PrivacyManager(source: $0, send: $1) }, makeAdvisor: { JailbreakAdvisor() },
    manifest: .personalOS, propertyList: { try $0.propertyList() })
}
