import Foundation

/// A link on a screen to a document that the user must be able to read.
public struct LegalLink: Sendable, Equatable {
  /// The text of the link.
  public var title: String
  /// The address of the document.
  public var url: URL

  /// Creates a link from its parts.
  public init(title: String, url: URL) {
    self.title = title
    self.url = url
  }
}

/// The addresses of the terms, the privacy policy and the licences.
public protocol LegalDocuments: Sendable {
  /// The address of the terms of service.
  func getTermsOfService() -> URL
  /// The address of the privacy policy.
  func getPrivacyPolicy() -> URL
  /// The address of the licences of open-source software.
  func getOpenSourceLicenses() -> URL
  /// The links on the first launch: the terms and the privacy policy.
  var firstLaunchLinks: [LegalLink] { get }
  /// The links in the settings: the terms, the privacy policy and the licences.
  var settingsLinks: [LegalLink] { get }
}

/// The reference: three pages of one web site.
public final class LegalDocumentProvider: LegalDocuments {
  private let site: URL

  /// Checks the address of the web site. It connects to nothing.
  /// - Parameter site: The app's web site, such as "https://personalos.example".
  /// - Throws: ``LegalDocumentError`` unless it is an `https` URL with a host and without user, query and fragment.
  public init(site: String) throws(LegalDocumentError) {
    guard let url = URL(string: site), url.scheme?.lowercased() == "https", url.host?.isEmpty == false,
      url.user == nil, url.query == nil, url.fragment == nil
    else { throw LegalDocumentError(site: site) }
    self.site = url
  }

  public func getTermsOfService() -> URL { site.appendingPathComponent("terms") }
  public func getPrivacyPolicy() -> URL { site.appendingPathComponent("privacy") }
  public func getOpenSourceLicenses() -> URL { site.appendingPathComponent("licenses") }

  public var firstLaunchLinks: [LegalLink] {
    [
      LegalLink(title: "Terms of Service", url: getTermsOfService()),
      LegalLink(title: "Privacy Policy", url: getPrivacyPolicy()),
    ]
  }

  public var settingsLinks: [LegalLink] {
    firstLaunchLinks + [LegalLink(title: "Open-Source Licences", url: getOpenSourceLicenses())]
  }
}

/// The web site cannot have legal documents, because its address is unusable.
public struct LegalDocumentError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The address that was refused.
  public let site: String

  /// Creates an error for the address that was refused.
  public init(site: String) {
    self.site = site
  }

  public var description: String {
    """
    \(site.debugDescription) is no site for legal documents: an address such as \
    "https://personalos.example", with https, a host, and neither user, query nor fragment
    """
  }
}
