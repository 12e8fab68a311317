import Foundation

/// The privacy functions that the properties test: consent to tracking, the warning about the device, and the app's
/// declarations.
public struct PrivacySystem: Sendable {
  /// Makes the consent over the source of the decision. The closure sends a tracking event to the tracking service.
  public var openConsent:
    @MainActor @Sendable (any TrackingAuthorizationSource, @escaping @Sendable (String) -> Void) -> any TrackingConsent
  /// Makes an advisor for one launch.
  public var makeAdvisor: @Sendable () -> any JailbreakAdvising
  /// The app's declarations.
  public var manifest: PrivacyManifest
  /// Writes a manifest as an XML property list.
  public var propertyList: @Sendable (PrivacyManifest) throws -> Data

  /// The reference implementation.
  public static let reference = PrivacySystem(
    openConsent: { PrivacyManager(source: $0, send: $1) }, makeAdvisor: { JailbreakAdvisor() },
    manifest: .personalOS, propertyList: { try $0.propertyList() })
}
