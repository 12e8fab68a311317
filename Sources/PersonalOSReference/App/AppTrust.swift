import PlatformStandIns

/// Whom the app trusts, and what it owes to the user's trust: servers, the device, consent, legal texts.
@MainActor
public struct AppTrust {
  public let validator: any CertificateValidating
  /// HTTP to servers that are who they should be.
  public let transport: any HTTPTransport
  public let consent: any TrackingConsent
  public let documents: any LegalDocuments
  public let licenses: any LicenseListing

  init(_ core: AppCore) throws {
    let (platform, parts) = (core.platform, core.parts)
    validator = parts.security.makeValidator(
      SecurityValidator.Setup(
        policy: platform.build.pins, now: platform.now, platformTrusts: platform.network.platformTrusts))
    transport = PinnedTransport(parts.security.makePinnedClient(validator, platform.network.connector))
    consent = parts.privacy.openConsent(platform.tracking, platform.sendTrackingEvent)
    documents = try parts.legal.openDocuments(platform.build.legalSite)
    licenses = parts.legal.appLicenses()
  }
}
