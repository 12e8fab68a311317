import Foundation
import PersonalOSReference
import PlatformStandIns

/// Another validator, with one defect. Without any it holds POS-17. It reads the names itself, and leaves the path to the
/// platform's library.
struct DefectiveValidator: CertificateValidating {
  enum Defect: Sendable, Equatable {
    case pinsTheWholeCertificate, matchesTheSubjectsText, matchesHostsBySuffix, matchesWildcardsAcrossLabels
    case trustsTheCommonName, acceptsCriticalHostsWithoutPins, trustsCriticalHostsAsThePlatformDoes
    case looksForPinsAnywhereInTheChain, takesAnyIssuerForAnAuthority
    case comparesHostsByCase, matchesWildcardsOfTopLevelDomains, takesAddressesForNames, refusesAddresses
    case readsLeadingZeros
    case takesPinsOfAllHosts
    /// Takes a path for good that fails in this way alone.
    case ignores(TrustFailure)
  }

  let setup: SecurityValidator.Setup
  let defect: Defect?

  func validateCertificate(_ chain: [[UInt8]], for host: String) -> Bool {
    if defect == .comparesHostsByCase, host != host.lowercased() { return setup.platformTrusts(chain, host) }
    guard var pins = setup.policy.pins(for: HostName(host)) else { return setup.platformTrusts(chain, host) }
    if pins.isEmpty { return defect == .acceptsCriticalHostsWithoutPins }
    if defect == .takesPinsOfAllHosts { pins = setup.policy.pins.values.reduce(pins) { $0.union($1) } }
    if defect == .trustsCriticalHostsAsThePlatformDoes, setup.platformTrusts(chain, host) { return true }
    let certificates = chain.compactMap { try? Certificate(der: $0) }
    guard let leaf = certificates.first, leaf.der == chain.first else { return false }
    let name = host.lowercased().trimmingCharacters(in: ["."])
    let isAddress = name.split(separator: ".").allSatisfy { Int($0) != nil }
    if isAddress, defect == .refusesAddresses { return false }
    let isAmbiguous = isAddress && name.split(separator: ".").contains { $0.count > 1 && $0.hasPrefix("0") }
    if isAmbiguous, defect != .readsLeadingZeros { return false }
    let isLibrarysName = isAddress && defect != .takesAddressesForNames
    guard isLibrarysName || leaf.dnsNames.contains(where: { isName($0.lowercased(), of: name) })
      || defect == .trustsTheCommonName && leaf.subject.lowercased() == "cn=\(name)"
    else { return false }
    let pinned = certificates.indices.filter { isPinned(certificates[$0], pins, name) }
    if defect == .looksForPinsAnywhereInTheChain { return !pinned.isEmpty }
    return pinned.contains { place in
      let path = Array(certificates[...place])
      if defect == .takesAnyIssuerForAnAuthority {
        return zip(path, path.dropFirst()).allSatisfy { $0.isSigned(by: $1) } && leaf.validity.contains(setup.now())
      }
      let failure = leaf.trustFailure(
        as: isLibrarysName ? name : nil, at: setup.now(), through: Array(path.dropFirst().dropLast()),
        under: certificates[place])
      return failure.map { defect == .ignores($0) } ?? true
    }
  }

  private func isPinned(_ certificate: Certificate, _ pins: Set<String>, _ name: String) -> Bool {
    switch defect {
    case .pinsTheWholeCertificate: pins.contains(Data(SHA256Digest.of(certificate.der)).base64EncodedString())
    case .matchesTheSubjectsText: certificate.subject.lowercased().hasSuffix(name)
    default: pins.contains(certificate.pin)
    }
  }

  private func isName(_ name: String, of host: String) -> Bool {
    if defect == .matchesHostsBySuffix, name.hasSuffix(host) { return true }
    guard name.hasPrefix("*.") else { return name == host }
    let rest = name.dropFirst()
    if defect == .matchesWildcardsAcrossLabels { return host.hasSuffix(rest) }
    return host.drop { $0 != "." } == rest
      && (rest.dropFirst().contains(".") || defect == .matchesWildcardsOfTopLevelDomains)
  }
}

/// A client with one defect.
struct DefectivePinnedClient: PinnedRequesting {
  enum Defect: Sendable { case ignoresTheValidator, validatesAfterSending, leavesAFailedConnectionOpen }

  let validator: any CertificateValidating
  let connector: any TLSConnector
  let defect: Defect

  func send(_ request: HTTPRequest, to host: String) async throws -> HTTPResponse {
    let connection = try await connector.connect(to: host)
    if defect == .leavesAFailedConnectionOpen {
      guard validator.validateCertificate(connection.certificates, for: host) else {
        await connection.close()
        throw SecurityError.certificateValidationFailed
      }
    }
    let response = try await connection.send(request)
    await connection.close()
    let isBelieved = validator.validateCertificate(connection.certificates, for: host)
    if defect == .validatesAfterSending, !isBelieved { throw SecurityError.certificateValidationFailed }
    return response
  }
}
