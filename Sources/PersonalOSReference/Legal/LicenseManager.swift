import Foundation

/// A third party's work that the app is linked with.
public struct ThirdPartyLicense: Sendable, Equatable {
  public let name: String
  /// The major version that it is linked against; the system has the rest.
  public let version: String
  /// The SPDX identifier.
  public let license: String
  public let url: URL?
  /// What the licence wants to be said.
  public let notice: String

  public init(name: String, version: String, license: String, url: URL?, notice: String) {
    self.name = name
    self.version = version
    self.license = license
    self.url = url
    self.notice = notice
  }
}

/// A service of a third party that the app takes data from, and how its terms want it named.
public struct ServiceAttribution: Sendable, Equatable {
  public let service: String
  public let notice: String

  public init(service: String, notice: String) {
    self.service = service
    self.notice = notice
  }
}

/// The licences of what the app is made with, and the services that it names.
public protocol LicenseListing: Sendable {
  /// Each once, by name without regard to case, in the order of names; of several with one name the first.
  func getThirdPartyLicenses() -> [ThirdPartyLicense]
  func getServiceAttributions() -> [ServiceAttribution]
  /// The licences and attributions as one text for the settings: a paragraph each.
  func generateLicenseDocument() -> String
}

/// The reference. There are no packages; the libraries of the system that the app is linked with are named.
public final class LicenseManager: LicenseListing {
  private let licenses: [ThirdPartyLicense]
  private let services: [ServiceAttribution]

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

  /// What the package is linked with.
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

  public static let usedServices = [
    ServiceAttribution(
      service: "GitHub",
      notice: "Projects are read through GitHub's interface. The app is neither GitHub's nor endorsed by it."),
    ServiceAttribution(service: "News", notice: "Each article names its source and links to it."),
    ServiceAttribution(
      service: "Prices", notice: "Prices are for information, may be delayed, and are marked where they are."),
  ]
}
