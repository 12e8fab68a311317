import Foundation

/// A document that the user must be able to read, as a screen links to it.
public struct LegalLink: Sendable, Equatable {
  public let title: String
  public let url: URL
}

/// Where the terms, the privacy policy and the licences are to be read.
public final class LegalDocumentProvider: Sendable {
  private let site: URL

  /// - Parameter site: the app's web site: "https://personalos.example".
  /// - Throws: ``LegalDocumentError`` for an address that is not one of a web site over HTTPS.
  public init(site: String) throws(LegalDocumentError) {
    guard let url = URL(string: site), url.scheme?.lowercased() == "https", url.host?.isEmpty == false,
      url.user == nil, url.query == nil, url.fragment == nil
    else { throw LegalDocumentError(site: site) }
    self.site = url
  }

  public func getTermsOfService() -> URL { site.appendingPathComponent("terms") }
  public func getPrivacyPolicy() -> URL { site.appendingPathComponent("privacy") }
  public func getOpenSourceLicenses() -> URL { site.appendingPathComponent("licenses") }

  /// What the first launch offers to read.
  public var firstLaunchLinks: [LegalLink] {
    [
      LegalLink(title: "Terms of Service", url: getTermsOfService()),
      LegalLink(title: "Privacy Policy", url: getPrivacyPolicy()),
    ]
  }

  /// What the settings offer to read.
  public var settingsLinks: [LegalLink] {
    firstLaunchLinks + [LegalLink(title: "Open-Source Licences", url: getOpenSourceLicenses())]
  }
}

/// An address that no legal document can be found at.
public struct LegalDocumentError: Error, Sendable, Equatable, CustomStringConvertible {
  public let site: String

  public init(site: String) { self.site = site }

  public var description: String {
    """
    \(site.debugDescription) is no site for legal documents: an address such as \
    "https://personalos.example", with https, a host, and neither user, query nor fragment
    """
  }
}
