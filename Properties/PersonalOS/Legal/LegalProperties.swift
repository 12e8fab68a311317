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
      The app lists each library that it is linked with once, case aside, in the order of names, with version, licence, \
      address and notice; of two of one name the first counts. The document for the settings has a paragraph for each of \
      them, or says that there are none, and then one for each service with its notice.
      """,
    covers: "17.1", "17.5", of: "LicenseManager", needs: [],
    mustCatch: LicenseTwin.twin.faults,
    [.listsTooFewLibraries, .listsALibraryThatItDoesNotUse, .listsAnotherLicense, .creditsNobody, .namesTooFewServices]
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
      The first launch offers links to the terms and the privacy policy, the settings to these and to the open-source \
      licences, in this order, each under its title and at an address of its own below the site. A site needs https, in \
      upper or lower case, and a host, and has neither user, query nor fragment; any other is refused with the reason.
      """,
    covers: "17.2", "17.4", of: "LegalDocumentProvider", needs: [], mustCatch: LegalTwin.twin.faults
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
