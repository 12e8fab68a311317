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

/// Documents whose addresses are put together as text.
struct LegalTwin: LegalDocuments {
  enum Defect: String, CaseIterable, Sendable {
    case acceptsPlainHTTP = "accepts a site without encryption"
    case acceptsNoHost = "accepts a site without a host"
    case acceptsUsers = "accepts a site with a user"
    case acceptsQueries = "accepts a site with a query"
    case acceptsFragments = "accepts a site with a fragment"
    case acceptsSchemesThatBeginAlike = "accepts a scheme that begins as https does"
    case refusesCapitals = "refuses a scheme in capitals"
    case refusesPaths = "refuses a site with a path"
    case forgetsThePath = "looks for documents beside the site's path"
    case keepsTheSlash = "writes two slashes after a site that ends with one"
    case showsTermsForPolicy = "shows the terms for the privacy policy"
    case hidesThePolicyAtFirst = "does not link to the privacy policy at the first launch"
    case hidesTheLicenses = "does not link to the licences in the settings"
    case callsAllDocumentsAlike = "gives all links one title"
    case exchangesTitles = "exchanges the titles of terms and privacy policy"
    case namesAnotherSite = "names another site than the refused one"
  }

  static let twin = Twin<PersonalOSSystem, Defect>("LegalTwin") { system, defect in
    system.legal.openDocuments = { try LegalTwin($0, defect) }
  }

  private let base: String
  private let defect: Defect?

  init(_ site: String, _ defect: Defect?) throws {
    self.defect = defect
    let parts = site.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let scheme = parts.count == 2 ? parts[0] : ""
    let rest = parts.last ?? ""
    let authority = String(rest.prefix { !"/?#".contains($0) })
    let path = String(rest.dropFirst(authority.count).prefix { !"?#".contains($0) })
    let tail = rest.dropFirst(authority.count + path.count)
    let isGood =
      Self.accepts(scheme, defect) && (!authority.isEmpty || defect == .acceptsNoHost)
      && (!authority.contains("@") || defect == .acceptsUsers) && (!tail.hasPrefix("?") || defect == .acceptsQueries)
      && (!tail.contains("#") || defect == .acceptsFragments) && (path.count < 2 || defect != .refusesPaths)
    guard isGood else { throw LegalDocumentError(site: defect == .namesAnotherSite ? authority : site) }
    let folder = defect == .forgetsThePath ? "" : path
    base = "\(scheme)://\(authority)\(folder.hasSuffix("/") && defect != .keepsTheSlash ? String(folder.dropLast()) : folder)"
  }

  private static func accepts(_ scheme: String, _ defect: Defect?) -> Bool {
    switch defect {
    case .refusesCapitals: scheme == "https"
    case .acceptsPlainHTTP: ["http", "https"].contains(scheme.lowercased())
    case .acceptsSchemesThatBeginAlike: scheme.lowercased().hasPrefix("https")
    default: scheme.lowercased() == "https"
    }
  }

  private func page(_ name: String) -> URL { URL(string: "\(base)/\(name)") ?? URL(filePath: name) }

  func getTermsOfService() -> URL { page("terms-of-use.html") }
  func getPrivacyPolicy() -> URL { defect == .showsTermsForPolicy ? getTermsOfService() : page("privacy.html") }
  func getOpenSourceLicenses() -> URL { page("licences.html") }

  var firstLaunchLinks: [LegalLink] {
    let titles =
      defect == .exchangesTitles ? ["Privacy policy", "Terms of use"] : ["Terms of use", "Privacy policy"]
    let links = [link(titles[0], getTermsOfService()), link(titles[1], getPrivacyPolicy())]
    return defect == .hidesThePolicyAtFirst ? Array(links.prefix(1)) : links
  }

  var settingsLinks: [LegalLink] {
    let policy = defect == .hidesThePolicyAtFirst ? [link("Privacy policy", getPrivacyPolicy())] : []
    let licenses = defect == .hidesTheLicenses ? [] : [link("Licences of open source", getOpenSourceLicenses())]
    return firstLaunchLinks + policy + licenses
  }

  private func link(_ title: String, _ url: URL) -> LegalLink {
    LegalLink(title: defect == .callsAllDocumentsAlike ? "Legal" : title, url: url)
  }
}
