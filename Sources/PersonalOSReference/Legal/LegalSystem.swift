/// Licences and legal documents, as the properties see them.
public struct LegalSystem: Sendable {
  /// The documents of a web site.
  /// - Throws: ``LegalDocumentError``.
  public var openDocuments: @Sendable (_ site: String) throws -> any LegalDocuments
  /// The app's own licences and attributions.
  public var appLicenses: @Sendable () -> any LicenseListing
  /// Those of any app.
  public var makeLicenses: @Sendable ([ThirdPartyLicense], [ServiceAttribution]) -> any LicenseListing

  /// The reference.
  public static let reference = LegalSystem(
    openDocuments: { try LegalDocumentProvider(site: $0) }, appLicenses: { LicenseManager() },
    makeLicenses: { LicenseManager(licenses: $0, services: $1) })
}
