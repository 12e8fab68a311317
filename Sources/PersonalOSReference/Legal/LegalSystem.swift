/// How the properties make the licences and the legal documents.
public struct LegalSystem: Sendable {
  /// Opens the legal documents of a web site.
  /// - Throws: ``LegalDocumentError`` if the address is unusable.
  public var openDocuments: @Sendable (_ site: String) throws -> any LegalDocuments
  /// Makes the list of the app's own licences and attributions.
  public var appLicenses: @Sendable () -> any LicenseListing
  /// Makes a list of any licences and attributions.
  public var makeLicenses: @Sendable ([ThirdPartyLicense], [ServiceAttribution]) -> any LicenseListing

  /// The components of the reference core.
  public static let reference = LegalSystem(
    openDocuments: { try LegalDocumentProvider(site: $0) }, appLicenses: { LicenseManager() },
    makeLicenses: { LicenseManager(licenses: $0, services: $1) })
}
