import PlatformStandIns

/// Trust in both directions: the app checks servers and the device, and it asks the user's consent and shows him the legal
/// texts.
@MainActor
public struct AppTrust {
  /// Checks the certificates of servers against the build's pins, and whether the device protects the app.
  public let validator: any CertificateValidating & DeviceChecking
  /// The rules of the environment that the app was built for, with its base URLs.
  public let environment: any EnvironmentRules
  /// The app's HTTP client. It talks only to servers that the ``validator`` accepts.
  public let transport: any HTTPTransport
  /// All servers beside the news proxy. They are asked through ``transport``.
  public let servers: AppServers
  /// Asks the user's consent to tracking, and drops tracking events without it.
  public let consent: any TrackingConsent
  /// The addresses of the terms, the privacy policy and the licences.
  public let documents: any LegalDocuments
  /// The licences of third-party software and the attributions of services.
  public let licenses: any LicenseListing

  init(_ core: AppCore) throws {
    let (platform, parts) = (core.platform, core.parts)
    validator = parts.security.makeValidator(
      SecurityValidator.Setup(
        policy: platform.build.pins, now: platform.now, platformTrusts: platform.network.platformTrusts,
        device: platform.device))
    transport = PinnedTransport(parts.security.makePinnedClient(validator, platform.network.connector))
    environment = parts.configuration.openEnvironment(platform.build.environment, platform.build.baseURLs)
    servers = AppServers(environment, transport, readPrices: parts.money.readPrices)
    consent = parts.privacy.openConsent(platform.tracking, platform.sendTrackingEvent)
    documents = try parts.legal.openDocuments(platform.build.legalSite)
    licenses = parts.legal.appLicenses()
  }
}
