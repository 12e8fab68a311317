import PersonalOSReference
import PropertyTesting

/// A list of licences that is put in order as it is made.
struct LicenseTwin: LicenseListing {
  enum Defect: String, CaseIterable, Sendable {
    case listsDuplicates = "lists a library for each time that it is named"
    case tellsNamesApartByCase = "treats names in another case as other libraries"
    case keepsTheLastOfOneName = "keeps the last of several of one name"
    case takesBeginningsForNames = "treats names with the same beginning as one"
    case keepsTheOrderGiven = "lists libraries in the order that they are given in"
    case putsCapitalsFirst = "lists names with a capital before others"
    case leavesOutTheLast = "leaves out the last library"
    case leavesOutNotices = "leaves out the notices of the licences"
    case leavesOutAddresses = "leaves out the addresses of the licences"
    case leavesOutVersions = "leaves out the versions"
    case leavesOutServices = "leaves out the services"
    case leavesOutNoticesOfServices = "leaves out the notices of the services"
    case listsServicesAsLibraries = "lists services among the libraries"
    case saysNothingOfNone = "does not say that there are no libraries"
    case saysNoneOfSome = "says that there are no libraries if there are"
    case announcesNoServices = "announces services if there are none"
    case runsParagraphsTogether = "runs paragraphs together"
  }

  static let twin = Twin<PersonalOSSystem, Defect>("LicenseTwin") { system, defect in
    system.legal.makeLicenses = { LicenseTwin($0, $1, defect) }
  }

  private let licenses: [ThirdPartyLicense]
  private let services: [ServiceAttribution]
  private let defect: Defect?

  init(_ given: [ThirdPartyLicense], _ services: [ServiceAttribution], _ defect: Defect?) {
    self.services = services
    self.defect = defect
    func isOne(_ left: ThirdPartyLicense, _ right: ThirdPartyLicense) -> Bool {
      switch defect {
      case .listsDuplicates: false
      case .tellsNamesApartByCase: left.name == right.name
      case .takesBeginningsForNames: left.name.prefix(4).uppercased() == right.name.prefix(4).uppercased()
      default: left.name.uppercased() == right.name.uppercased()
      }
    }
    var licenses: [ThirdPartyLicense] = []
    for license in defect == .keepsTheLastOfOneName ? given.reversed() : given
    where !licenses.contains(where: { isOne($0, license) }) {
      licenses.append(license)
    }
    switch defect {
    case .keepsTheOrderGiven: break
    case .putsCapitalsFirst: licenses.sort { $0.name < $1.name }
    default: licenses.sort { $0.name.lowercased() < $1.name.lowercased() }
    }
    self.licenses = defect == .leavesOutTheLast ? licenses.dropLast() : licenses
  }

  func getThirdPartyLicenses() -> [ThirdPartyLicense] { licenses }
  func getServiceAttributions() -> [ServiceAttribution] { services }

  func generateLicenseDocument() -> String {
    var text = "Licences of what this app is made with\n"
    func add(_ lines: String?...) {
      if defect != .runsParagraphsTogether { text += "\n" }
      for line in lines { if let line { text += line + "\n" } }
    }
    let showsNone = licenses.isEmpty ? defect != .saysNothingOfNone : defect == .saysNoneOfSome
    if showsNone { add("Nothing of third parties is used.") }
    for license in licenses {
      let address = defect == .leavesOutAddresses ? nil : license.url?.absoluteString
      add(
        "\(license.name)\(defect == .leavesOutVersions ? "" : " \(license.version)")",
        "Under \(license.license)\(address.map { " \($0)" } ?? "")",
        defect == .leavesOutNotices ? nil : license.notice)
    }
    if defect == .leavesOutServices { return text }
    if defect != .listsServicesAsLibraries, !services.isEmpty || defect == .announcesNoServices { add("Services used") }
    for service in services {
      add(service.service, defect == .leavesOutNoticesOfServices ? nil : service.notice)
    }
    return text
  }
}
