import Foundation

/// A third-party library that the app is linked with, and its licence.
public struct ThirdPartyLicense: Sendable, Equatable {
  /// The name of the library.
  public let name: String
  /// The major version that the app is linked against. The system's library has a minor version, too.
  public let version: String
  /// The SPDX identifier of the licence.
  public let license: String
  /// The address of the licence's text, or nil if there is none.
  public let url: URL?
  /// The notice that the licence requires.
  public let notice: String

  /// Creates an entry from its parts.
  public init(name: String, version: String, license: String, url: URL?, notice: String) {
    self.name = name
    self.version = version
    self.license = license
    self.url = url
    self.notice = notice
  }
}

/// A third-party service from which the app takes data, with the attribution that its terms require.
public struct ServiceAttribution: Sendable, Equatable {
  /// The name of the service.
  public let service: String
  /// The attribution that the service's terms require.
  public let notice: String

  /// Creates an attribution from its parts.
  public init(service: String, notice: String) {
    self.service = service
    self.notice = notice
  }
}

/// The licences of the libraries and the attributions of the services that the app uses.
public protocol LicenseListing: Sendable {
  /// The licences in the order of their names, without regard to case. If several have the same name, only the first is
  /// included.
  func getThirdPartyLicenses() -> [ThirdPartyLicense]
  /// The attributions in the order in which they were given.
  func getServiceAttributions() -> [ServiceAttribution]
  /// The licences and attributions as one text for the settings, each in its own paragraph.
  func generateLicenseDocument() -> String
}

/// The reference. The app depends on no packages, so the default list names the system libraries that it is linked with.
public final class LicenseManager: LicenseListing {
  private let licenses: [ThirdPartyLicense]
  private let services: [ServiceAttribution]

  /// Creates a list. By default it is that of the app: ``linkedLibraries`` and ``usedServices``.
  public init(
    licenses: [ThirdPartyLicense] = LicenseManager.linkedLibraries,
    services: [ServiceAttribution] = LicenseManager.usedServices
  ) {
    self.licenses = licenses
    self.services = services
  }

  public func getThirdPartyLicenses() -> [ThirdPartyLicense] {
    let byName = Dictionary(licenses.map { ($0.name.lowercased(), $0) }) { first, _ in first }
    return byName.sorted { $0.key < $1.key }.map(\.value)
  }

  public func getServiceAttributions() -> [ServiceAttribution] { services }

  public func generateLicenseDocument() -> String {
    let licenses = getThirdPartyLicenses().map { license in
      """
      ## \(license.name) \(license.version)
      Licence: \(license.license)\(license.url.map { " (\($0.absoluteString))" } ?? "")
      \(license.notice)
      """
    }
    let services = services.map { "## \($0.service)\n\($0.notice)" }
    let none = "No software of third parties is used."
    return (["# Open-source licences"] + (licenses.isEmpty ? [none] : licenses)
      + (services.isEmpty ? [] : ["# Services"] + services)).joined(separator: "\n\n") + "\n"
  }

  /// The libraries that this package is linked with.
  public static let linkedLibraries = [
    ThirdPartyLicense(
      name: "OpenSSL", version: "3", license: "Apache-2.0",
      url: URL(string: "https://www.openssl.org/source/license.html"),
      notice: "Copyright The OpenSSL Project Authors."),
    ThirdPartyLicense(
      name: "PostgreSQL", version: "15", license: "PostgreSQL",
      url: URL(string: "https://www.postgresql.org/about/licence/"),
      notice: "Portions Copyright The PostgreSQL Global Development Group and The Regents of the University of California."),
    ThirdPartyLicense(
      name: "SQLite", version: "3", license: "blessing", url: URL(string: "https://sqlite.org/copyright.html"),
      notice: "SQLite is in the public domain."),
  ]

  /// The services from which the app takes data.
  public static let usedServices = [
    ServiceAttribution(
      service: "GitHub",
      notice: "Projects are read through GitHub's interface. The app is neither GitHub's nor endorsed by it."),
    ServiceAttribution(service: "News", notice: "Each article names its source and links to it."),
    ServiceAttribution(
      service: "Prices", notice: "Prices are for information, may be delayed, and are marked where they are."),
  ]
}
