import Foundation
import PersonalOSReference
import PlatformStandIns

/// Another validator, with one defect. Without any it holds POS-17.
struct DefectiveValidator: CertificateValidating {
  enum Defect: Sendable {
    case pinsTheWholeCertificate, matchesTheSubjectsText, matchesHostsBySuffix, matchesWildcardsAcrossLabels
    case trustsTheCommonName, acceptsCriticalHostsWithoutPins, trustsCriticalHostsAsThePlatformDoes
    case looksForPinsAnywhereInTheChain, takesAnyIssuerForAnAuthority, ignoresTheValidity
    case comparesHostsByCase, matchesWildcardsOfTopLevelDomains
  }

  let setup: SecurityValidator.Setup
  let defect: Defect?

  func validateCertificate(_ chain: [[UInt8]], for host: String) -> Bool {
    if defect == .comparesHostsByCase, host != host.lowercased() { return setup.platformTrusts(chain, host) }
    guard let pins = setup.policy.pins(for: HostName(host)) else {
      return setup.platformTrusts(chain, host)
    }
    if pins.isEmpty { return defect == .acceptsCriticalHostsWithoutPins }
    if defect == .trustsCriticalHostsAsThePlatformDoes, setup.platformTrusts(chain, host) { return true }
    let certificates = chain.compactMap { try? Certificate(der: $0) }
    guard let leaf = certificates.first, leaf.der == chain.first else { return false }
    if defect != .ignoresTheValidity, !leaf.validity.contains(setup.now()) { return false }
    let name = host.lowercased().trimmingCharacters(in: ["."])
    guard leaf.dnsNames.contains(where: { isName($0.lowercased(), of: name) })
        || defect == .trustsTheCommonName && leaf.subject.lowercased() == "cn=\(name)"
    else { return false }
    return path(certificates).contains { certificate in
      switch defect {
      case .pinsTheWholeCertificate:
        pins.contains(Data(SHA256Digest.of(certificate.der)).base64EncodedString())
      case .matchesTheSubjectsText: certificate.subject.lowercased().hasSuffix(name)
      default: pins.contains(certificate.pin)
      }
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

  private func path(_ certificates: [Certificate]) -> [Certificate] {
    if defect == .looksForPinsAnywhereInTheChain { return certificates }
    var path: [Certificate] = []
    for certificate in certificates {
      if let last = path.last, !isIssued(last, by: certificate) { break }
      path.append(certificate)
    }
    return path
  }

  private func isIssued(_ certificate: Certificate, by issuer: Certificate) -> Bool {
    defect == .takesAnyIssuerForAnAuthority
      ? certificate.isSigned(by: issuer) : certificate.isIssued(by: issuer)
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
