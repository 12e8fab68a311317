import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// What has to be listed, and what the document must say of it: the oracle of POS-N4.
struct LicenseModel {
  private(set) var licenses: [ThirdPartyLicense] = []
  private let services: [ServiceAttribution]

  init(_ list: LicenseList) {
    services = list.services
    for license in list.licenses where !licenses.contains(where: { Self.key($0) == Self.key(license) }) {
      let place = licenses.firstIndex { Self.key($0) > Self.key(license) } ?? licenses.endIndex
      licenses.insert(license, at: place)
    }
  }

  /// Case does not count.
  private static func key(_ license: ThirdPartyLicense) -> String { license.name.lowercased() }

  static func label(_ list: LicenseList, _ trial: Trial) {
    let (names, keys) = (list.licenses.map(\.name), list.licenses.map(key))
    trial.label("one name twice", if: Set(names).count < names.count)
    trial.label("one name in two cases", if: Set(keys).count < Set(names).count)
    trial.label(
      "one name is the beginning of another", if: keys.contains { key in keys.contains { $0 != key && $0.hasPrefix(key) } })
    trial.label("no licences", if: names.isEmpty)
    trial.label("no services", if: list.services.isEmpty)
    trial.label("out of order", if: keys != keys.sorted())
    let listed = LicenseModel(list).licenses.map(\.name)
    trial.label("capitals out of order", if: listed != listed.sorted())
    trial.label("no address", if: list.licenses.contains { $0.url == nil })
    trial.label("a notice of two lines", if: list.licenses.contains { $0.notice.contains("\n") })
  }

  func expectMatches(_ listing: any LicenseListing) throws {
    try expect("licences", listing.getThirdPartyLicenses(), equals: licenses)
    try expect("services", listing.getServiceAttributions(), equals: services)
    try expectMatches(document: listing.generateLicenseDocument())
  }

  /// A paragraph each, in this order: a title, the licences, and a title and the services if there are any.
  private func expectMatches(document: String) throws {
    try expect("the document ends with one line break", document.hasSuffix("\n") && !document.hasSuffix("\n\n"))
    var paragraphs = Self.paragraphs(of: document)[...]
    func next(_ what: String) throws -> [String] {
      try expect("there is a paragraph with \(what)", !paragraphs.isEmpty)
      return paragraphs.removeFirst()
    }
    try expectTitle(try next("the title"), says: ["licences": ["licence", "license"]])
    for license in licenses { try expectMatches(license, try next("\(license.name)")) }
    if licenses.isEmpty {
      let none: Wording = ["that there are none": ["no software", "none", "nothing"], "of whom": ["third part"]]
      let text = try next("the absence of licences").joined(separator: " ")
      try expect("what “\(text)” lacks", none.missing(from: text), equals: [])
    }
    if !services.isEmpty { try expectTitle(try next("the title of services"), says: ["services": ["service"]]) }
    for service in services {
      let lines = try next(service.service)
      try expect("the paragraph of \(service.service)", lines, equals: [service.service] + Self.lines(of: service.notice))
    }
    try expect("paragraphs that belong to nothing", Array(paragraphs), equals: [])
  }

  private func expectTitle(_ lines: [String], says wording: Wording) throws {
    try expect("lines of the title \(lines)", lines.count, equals: 1)
    try expect("what the title \(lines) lacks", wording.missing(from: lines.joined()), equals: [])
  }

  private func expectMatches(_ license: ThirdPartyLicense, _ lines: [String]) throws {
    let notice = Self.lines(of: license.notice)
    try expect("the first line of \(license.name)", lines.first, equals: "\(license.name) \(license.version)")
    try expect("the notice of \(license.name)", Array(lines.suffix(notice.count)), equals: notice)
    let terms = lines.dropFirst().dropLast(notice.count).joined(separator: " ")
    let words = terms.split { " ()".contains($0) }.map(String.init)
    try expect("“\(terms)” names the licence of \(license.name)", words.contains(license.license))
    let addresses = words.filter { $0.contains("://") }
    try expect("addresses of \(license.name)", addresses, equals: license.url.map { [$0.absoluteString] } ?? [])
  }

  /// Of each its lines, without the marks of titles.
  private static func paragraphs(of document: String) -> [[String]] {
    lines(of: document).split(separator: "").map { $0.map { line in String(line.trimmingPrefix { "# ".contains($0) }) } }
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// What the package is linked with (its manifest's system libraries) and the services that the app talks to.
enum LinkedSoftware {
  private static let libraries: [(name: String, version: String, license: String, address: String, notice: Wording)] = [
    // libcrypto
    (
      "OpenSSL", "3", "Apache-2.0", "https://www.openssl.org/source/license.html",
      ["whose it is": ["copyright"], "who": ["openssl project authors"]]
    ),
    // libpq
    (
      "PostgreSQL", "15", "PostgreSQL", "https://www.postgresql.org/about/licence/",
      [
        "whose it is": ["copyright"], "who": ["postgresql global development group"],
        "who else": ["regents of the university of california"],
      ]
    ),
    // sqlite3
    (
      "SQLite", "3", "blessing", "https://sqlite.org/copyright.html",
      ["what": ["sqlite"], "that it is nobody's": ["public domain"]]
    ),
  ]

  private static let services: [(name: String, notice: Wording)] = [
    ("GitHub", ["whose interface is used": ["github's interface"], "who does not endorse": ["nor endorsed", "not endorsed"]]),
    ("News", ["what is named": ["source"], "what it leads to": ["link"]]),
    (
      "Prices",
      ["what they are for": ["information"], "that they may be late": ["delayed"], "that this is to be seen": ["marked"]]
    ),
  ]

  static func expectListed(by listing: any LicenseListing) throws {
    let licenses = listing.getThirdPartyLicenses()
    try expect("libraries", licenses.map(\.name), equals: libraries.map(\.name))
    for (license, library) in zip(licenses, libraries) {
      try expect("version of \(library.name)", license.version, equals: library.version)
      try expect("licence of \(library.name)", license.license, equals: library.license)
      try expect("address of \(library.name)'s licence", license.url?.absoluteString, equals: library.address)
      try expect("what the notice of \(library.name) lacks", library.notice.missing(from: license.notice), equals: [])
    }
    let attributions = listing.getServiceAttributions()
    try expect("services", attributions.map(\.service), equals: services.map(\.name))
    for (attribution, service) in zip(attributions, services) {
      try expect("what the notice of \(service.name) lacks", service.notice.missing(from: attribution.notice), equals: [])
    }
    // What is listed, as a document.
    try LicenseModel(LicenseList(licenses: licenses, services: attributions)).expectMatches(listing)
  }
}

// What POS-N4 must catch of the app's own list.
extension Fault<PersonalOSSystem> {
  static let listsTooFewLibraries = lists("listsTooFewLibraries", "leaves out a library that it is linked with") {
    licenses, _ in licenses.removeAll { $0.name == "SQLite" }
  }
  static let listsALibraryThatItDoesNotUse = lists("listsALibraryThatItDoesNotUse", "lists a library that it is not linked with") {
    licenses, _ in
    licenses.append(ThirdPartyLicense(name: "zlib", version: "1", license: "Zlib", url: nil, notice: "Copyright"))
  }
  static let listsAnotherLicense = lists("listsAnotherLicense", "names the licence of an earlier version") { licenses, _ in
    licenses = licenses.map {
      $0.name == "OpenSSL"
        ? ThirdPartyLicense(name: $0.name, version: $0.version, license: "OpenSSL", url: $0.url, notice: $0.notice) : $0
    }
  }
  static let creditsNobody = lists("creditsNobody", "names services without the notices that their terms require") {
    _, services in services = services.map { ServiceAttribution(service: $0.service, notice: "Thank you.") }
  }
  static let namesTooFewServices = lists("namesTooFewServices", "does not name the source of prices") {
    _, services in services.removeLast()
  }

  private static func lists(
    _ id: String, _ fact: String,
    _ change: @escaping @Sendable (inout [ThirdPartyLicense], inout [ServiceAttribution]) -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      var (licenses, services) = (LicenseManager.linkedLibraries, LicenseManager.usedServices)
      change(&licenses, &services)
      let listing = system.legal.makeLicenses(licenses, services)
      system.legal.appLicenses = { listing }
    }
  }
}
