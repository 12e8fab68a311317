import Foundation
import PersonalOSReference
import PropertyTesting
import Testing

/// What the requirements say of licences and legal documents.
@Suite("Legal")
struct LegalTests {
  @Test("17.1 Each library that the package is linked with is listed once, and the package uses no other")
  func dependencies() throws {
    let package = try Checkout.text("Package.swift")
    #expect(!package.contains(".package("), "a package dependency would have to be listed")
    // Pictures are QuickVault's and Markdown is Argus': PersonalOS is not linked with what reads them.
    let ofOthers: Set = ["CFreeType", "CMarkGFM"]
    let modules = package.matches(of: #/\.systemLibrary\(name: "(\w+)"/#).map { String($0.1) }.filter { !ofOthers.contains($0) }
    let linked = try modules.flatMap { module in
      try Checkout.text("Sources/\(module)/module.modulemap").matches(of: #/link "([^"]+)"/#).map { String($0.1) }
    }
    #expect(!linked.isEmpty)
    let names = ["sqlite3": "SQLite", "crypto": "OpenSSL", "pq": "PostgreSQL"]
    let listed = LicenseManager().getThirdPartyLicenses().map(\.name)
    for library in linked {
      let name = try #require(names[library], "\(library) needs a licence in LicenseManager, and a name here")
      #expect(listed.count { $0 == name } == 1, "\(name) is listed once")
    }
    #expect(listed.count == Set(linked).count)
  }

  @Test("17.1 The document lists each dependency exactly once, whatever the list")
  func document() throws {
    let license = Generator<ThirdPartyLicense> { source in
      ThirdPartyLicense(
        name: try source(.element(of: ["Alpha", "alpha", "Beta", "Gamma", "Alphabet"])),
        version: "\(try source(.int(in: 1...3)))", license: try source(.element(of: ["MIT", "Apache-2.0"])),
        url: URL(string: "https://example.org"), notice: "Copyright \(try source(.int(in: 1...9)))")
    }
    try check(
      "each name once", forAll: .array(of: license, count: 0...6),
      requiring: ["duplicates": 0.2, "none": 0.02]
    ) { licenses, trial in
      let manager = LicenseManager(licenses: licenses, services: [])
      let names = Set(licenses.map { $0.name.lowercased() })
      trial.label("duplicates", if: names.count < licenses.count)
      trial.label("none", if: licenses.isEmpty)
      let document = manager.generateLicenseDocument()
      let headings = document.split(separator: "\n").filter { $0.hasPrefix("## ") }
        .map { $0.dropFirst(3).prefix { $0 != " " }.lowercased() }
      try expect("headings", headings.sorted(), equals: names.sorted())
      for license in manager.getThirdPartyLicenses() {
        try expect("licence and notice", document.contains("Licence: \(license.license) "))
        try expect("notice", document.contains(license.notice))
      }
      try expect("a document even without any", !document.isEmpty)
    }
  }

  @Test("17.2 The first launch links to the terms of service and the privacy policy")
  func firstLaunch() throws {
    let provider = try LegalDocumentProvider(site: "https://personalos.example")
    #expect(
      provider.firstLaunchLinks.map(\.url) == [provider.getTermsOfService(), provider.getPrivacyPolicy()])
    #expect(provider.firstLaunchLinks.allSatisfy { !$0.title.isEmpty })
  }

  @Test("17.4 The settings link to three documents with three addresses over HTTPS")
  func settings() throws {
    for site in ["https://personalos.example", "https://personalos.example/", "HTTPS://a.example/legal/en"] {
      let provider = try LegalDocumentProvider(site: site)
      let urls = [
        provider.getTermsOfService(), provider.getPrivacyPolicy(), provider.getOpenSourceLicenses(),
      ]
      #expect(provider.settingsLinks.map(\.url) == urls)
      #expect(Set(urls.map(\.absoluteString)).count == 3)
      #expect(urls.allSatisfy { $0.scheme?.lowercased() == "https" && $0.host?.isEmpty == false })
      #expect(urls.allSatisfy { $0.lastPathComponent.count > 1 })
    }
  }

  @Test("17.4 An address that is none over HTTPS is refused", arguments: [
    "", "http://personalos.example", "personalos.example", "https://", "ftp://personalos.example",
    "https://personalos.example@other.example", "https://personalos.example?page=1",
    "https://personalos.example#terms",
  ])
  func refusedSites(_ site: String) {
    let error = #expect(throws: LegalDocumentError.self) { try LegalDocumentProvider(site: site) }
    #expect(error?.description.contains("https://personalos.example\"") == true)
  }

  @Test("17.5 Each library's notice and each service's attribution are in the document")
  func attributions() {
    let manager = LicenseManager()
    let document = manager.generateLicenseDocument()
    for license in manager.getThirdPartyLicenses() {
      #expect(!license.notice.isEmpty && document.contains(license.notice))
      #expect(license.url?.scheme == "https")
    }
    // Each service that has a transport, a client or a feed in the reference.
    #expect(manager.getServiceAttributions().map(\.service) == ["GitHub", "News", "Prices"])
    for service in manager.getServiceAttributions() {
      #expect(!service.notice.isEmpty && document.contains(service.notice))
    }
  }
}
