import Foundation
import PersonalOSReference
import PropertyTesting

/// Where a user must find which document: the oracle of POS-N5.
struct LegalModel {
  /// The site, without a slash at its end.
  let base: String

  private struct Document {
    let name: String
    let title: Wording
    let page: Wording
  }

  private static let terms = Document(
    name: "the terms", title: ["whose terms": ["terms of service", "terms of use"]], page: ["terms": ["terms"]])
  private static let policy = Document(
    name: "the privacy policy", title: ["which policy": ["privacy policy"]], page: ["privacy": ["privacy"]])
  private static let licenses = Document(
    name: "the licences", title: ["licences": ["licence", "license"], "of what": ["open-source", "open source"]],
    page: ["licences": ["licence", "license"]])

  func expectMatches(_ documents: any LegalDocuments) throws {
    let (terms, policy, licenses) = (
      documents.getTermsOfService(), documents.getPrivacyPolicy(), documents.getOpenSourceLicenses()
    )
    try expect(Self.terms, at: terms)
    try expect(Self.policy, at: policy)
    try expect(Self.licenses, at: licenses)
    try PropertyTesting.expect("each has an address of its own", Set([terms, policy, licenses]).count, equals: 3)

    let firstLaunch = documents.firstLaunchLinks
    try PropertyTesting.expect("links of the first launch", firstLaunch.map(\.url), equals: [terms, policy])
    try expectTitles(firstLaunch, [Self.terms, Self.policy])
    let settings = documents.settingsLinks
    try PropertyTesting.expect("links of the settings", settings.map(\.url), equals: [terms, policy, licenses])
    try expectTitles(settings, [Self.terms, Self.policy, Self.licenses])
  }

  /// A page of the site, named after what it shows.
  private func expect(_ document: Document, at url: URL) throws {
    let address = url.absoluteString
    try PropertyTesting.expect("\(address) of \(document.name) is below the site", address.hasPrefix(base + "/"))
    let page = String(address.dropFirst(base.count + 1))
    try PropertyTesting.expect("\(page) is one page", !page.contains("/"))
    try PropertyTesting.expect("what the page \(page) lacks", document.page.missing(from: page), equals: [])
  }

  private func expectTitles(_ links: [LegalLink], _ documents: [Document]) throws {
    for (link, document) in zip(links, documents) {
      try PropertyTesting.expect(
        "what the title “\(link.title)” of \(document.name) lacks", document.title.missing(from: link.title), equals: [])
    }
  }

  /// What the refusal of a site does not say: which site, what is wrong with it, and what a good one is.
  static func missing(from error: LegalDocumentError) -> [String] {
    let reason: Wording = [
      "what the address was for": ["legal documents"], "the scheme": ["https,", "https and", "https:// "], "the host": ["host"],
      "the user": ["user"], "the query": ["query"], "the fragment": ["fragment"], "an example": ["https://personalos.example"],
    ]
    let text = error.description
    return reason.missing(from: text) + (text.contains(error.site.debugDescription) ? [] : ["the site"])
  }
}

// What POS-N5 must catch.
extension Fault<PersonalOSSystem> {
  static let acceptsPlainHTTP = Fault("acceptsPlainHTTP", "accepts a site without encryption") { system in
    let open = system.legal.openDocuments
    system.legal.openDocuments = { try open($0.replacing("http://", with: "https://")) }
  }
}
