import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Licences, attributions, and the documents that a user must be able to read.
///
/// The specification has these criteria without a numbered property.
public enum LegalProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [licensesAndAttributions, legalDocuments]

  static let licensesAndAttributions = Requirement<PersonalOSSystem>(
    "POS-N4", "Licences and attributions",
    says: """
      The app lists each linked library once, by name and regardless of case, with version, licence, address and notice. \
      If two have the same name, the first counts. The document in the settings has a paragraph for each library, or \
      says that there are none. A paragraph for each service with its notice follows.
      """,
    covers: "17.1", "17.5", of: "LicenseManager", needs: [],
    mustCatch: [.listsTooFewLibraries, .listsALibraryThatItDoesNotUse, .listsAnotherLicense, .creditsNobody, .namesTooFewServices]
  ).holds(
    forAll: .licenseList,
    requiring: [
      "one name twice": 0.15, "one name in two cases": 0.12, "one name is the beginning of another": 0.08, "no licences": 0.1,
      "no services": 0.2, "out of order": 0.25, "capitals out of order": 0.1, "no address": 0.18, "a notice of two lines": 0.3,
    ]
  ) { list, system, trial in
    LicenseModel.label(list, trial)
    let licenses = system.legal.makeLicenses(list.licenses, list.services)
    try LicenseModel(list).expectMatches(licenses)
    try LinkedSoftware.expectListed(by: system.legal.appLicenses())
  }

  static let legalDocuments = Requirement<PersonalOSSystem>(
    "POS-N5", "Legal documents within reach",
    says: """
      The first launch links to the terms and the privacy policy. The settings link to both and to the open-source \
      licences, in this order. Each link has its own title and its own address below the site. The site's address needs \
      https (in any letter case) and a host, and has no user, query or fragment. The app refuses any other address and \
      says why.
      """,
    covers: "17.2", "17.4", of: "LegalDocumentProvider", needs: [], mustCatch: [.acceptsPlainHTTP]
  ).holds(
    forAll: .legalSite,
    requiring: Dictionary(uniqueKeysWithValues: LegalSite.Flaw.allCases.map { ($0.rawValue, 0.08) })
      .merging(["a site with a path": 0.25, "a scheme in capitals": 0.2, "a slash at the end": 0.2]) { $1 }
  ) { site, system, trial in
    trial.label("a site with a path", if: !site.folders.isEmpty)
    trial.label("a scheme in capitals", if: site.scheme != site.scheme.lowercased())
    trial.label("a slash at the end", if: site.endsWithSlash)
    try LegalModel(base: site.base).expectMatches(try system.legal.openDocuments(site.text()))
    for flaw in site.flaws {
      trial.label(flaw.rawValue)
      let text = site.text(with: flaw)
      let error = try expectThrows("\(text), with \(flaw.rawValue), is refused", LegalDocumentError.self) {
        try system.legal.openDocuments(text)
      }
      try expect("the site of the error", error.site, equals: text)
      try expect("what “\(error)” lacks", LegalModel.missing(from: error), equals: [])
    }
  }
}
