import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting

/// Secrets: encrypted, in the keychain, sent to nobody but whom they are for.
public enum SecurityProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    sensitiveDataEncryption, credentialKeychainStorage, certificatePinningEnforcement,
  ]

  // **Feature: system-architecture-upgrade-p0, Property 15: Sensitive data encryption**
  static let sensitiveDataEncryption = Requirement<PersonalOSSystem>(
    "POS-15", "Sensitive data encryption",
    says: """
      Every part of the app encrypts the notes of trades and projects with AES-256-GCM, a keychain key and a fresh \
      nonce each time. No file shows a note or the key. Every part reads notes back byte for byte, including notes \
      that were stored unencrypted. All parts use the same key, even if several need the first key at the same \
      time. The app refuses changed, cut or exchanged data, and a wrong key.
      """,
    covers: "4.2", of: "SecureStorageService, PersonalOSApp", needs: [.storage],
    mustCatch: [
      .encryptsWithOneNonce, .countsNoncesAnewAtEachLaunch, .forgetsToEncryptProjectNotes, .writesTradesInClear, .importsInClear,
      .syncsInClear, .restoresInClear, .movesAsideInClear, .keepsBackupsInClear, .readsNoOlderNotes, .insertsInClear,
      .over(.flipsBitsAtRest),
    ]
  ).holds(
    forAll: .sealedHistory,
    requiring: [
      "the app writes notes": 0.6, "the app begins over notes in clear": 0.4,
      "saves a trade": 0.3, "saves a project": 0.3, "saves two trades": 0.2, "more than a block": 0.3,
      "tampers with a bit": 0.15, "cuts": 0.08, "wrong key": 0.03,
    ]
  ) { history, system, trial in
    try await history.expectSealed(system)
    trial.label("the app writes notes", if: history.changes.contains { $0.lastNote >= 0 })
    trial.label("the app begins over notes in clear", if: history.start.nextNote > 0)
    let scenario = history.scenario
    var session = try await EncryptionSession(system)
    for payload in scenario.payloads {
      try await session.expectEncryption(of: payload)
      try await session.expectRefusal(after: scenario.tampering, with: payload)
      trial.label("nothing to encrypt", if: payload.isEmpty)
      trial.label("more than a block", if: payload.count > 16)
      trial.label("64 KiB", if: payload.count == 65_536)
    }
    try await session.save(scenario)
    try await session.expectSaved(scenario)
    try await session.expectNothingReadable(scenario)
    try await session.expectSaved(scenario)
    for payload in scenario.payloads { try await session.expectEncryption(of: payload) }
    try session.expectFreshNonces()
    try await session.expectOneKeyForAll(trial)
    try await session.expectSealedBackups(of: scenario.payloads.first ?? [])
    try await session.expectSealedThoughNobodyWaits()
    try await session.expectTamperedNotesRefused(scenario.trades)
    try await session.end()

    trial.label("saves a trade", if: !scenario.trades.isEmpty)
    trial.label("saves two trades", if: Set(scenario.trades.map(\.id)).count >= 2)
    trial.label("saves a project", if: !scenario.projects.isEmpty)
    switch scenario.tampering {
    case .flippedBit: trial.label("tampers with a bit")
    case .cut, .cutInFront: trial.label("cuts")
    case .wrongKey: trial.label("wrong key")
    case .byteAdded: trial.label("adds a byte")
    }
  }

  // **Feature: system-architecture-upgrade-p0, Property 16: Credential keychain storage**
  static let credentialKeychainStorage = Requirement<PersonalOSSystem>(
    "POS-16", "Credential keychain storage",
    says: """
      The app stores credentials only in the encrypted keychain; preferences, files, logs and backups \
      never show one. A credential can be stored, read and backed up only while the device lock permits \
      its access class. Device-only items stay on the device. A refused call changes nothing and leaves \
      a log entry.
      """,
    covers: "4.3", of: "SecureStorageService, KeychainStore", needs: [.storage],
    mustCatch: [
      .losesEmptyCredentials, .findsReplacedCredentials, .keepsTheDataKeyOnItsDevice, .logsNoRefusals,
    ]
  ).holds(
    forAll: .keychainScenario,
    requiring: [
      "stores": 0.5, "a store is refused": 0.25, "replaces": 0.03, "replaces with another class": 0.12,
      "a replacement is refused": 0.06, "retrieves": 0.5, "a retrieval is refused": 0.01,
      "retrieves while locked": 0.03, "retrieves an empty value": 0.05, "deletes": 0.1, "encrypts": 0.2,
      "encryption is refused": 0.01, "restores elsewhere": 0.06, "stays on its device": 0.07,
      "a backup is refused": 0.01, "data restored elsewhere": 0.08,
    ]
  ) { scenario, system, trial in
    var session = try await KeychainSession(system)
    for step in scenario.steps {
      trial.note("\(step)")
      try await session.perform(step)
    }
    try await session.end()
    for name in session.classes where !name.isEmpty { trial.label(name) }
  }

  // **Feature: system-architecture-upgrade-p0, Property 17: Certificate pinning enforcement**
  static let certificatePinningEnforcement = Requirement<PersonalOSSystem>(
    "POS-17", "Certificate pinning enforcement",
    says: """
      The app sends a request to a critical host only if a certificate path leads from a certificate that names the \
      host or its address to one whose key is pinned for this host (SHA-256), and the path is valid by RFC 5280, for \
      servers and in date. Otherwise, the app sends nothing and throws certificateValidationFailed. For other hosts, \
      the platform decides.
      """,
    covers: "4.5", of: "SecurityValidator", needs: [.virtualTime],
    mustCatch: [.takesPinsOfAllHosts]
  ).holds(
    forAll: .serverIdentities,
    requiring: Dictionary(
      uniqueKeysWithValues: ServerIdentity.Reason.allCases.map { ($0.rawValue, 0.02) })
  ) { servers, system, trial in
    for server in servers {
      trial.label(server.reason.rawValue)
      try await expectVerdict(on: server, system)
    }
  }

  private static func expectVerdict(on server: ServerIdentity, _ system: PersonalOSSystem) async throws {
    let now = server.now
    let platformTrusts = server.platformTrusts
    let validator = system.security.makeValidator(
      SecurityValidator.Setup(
        policy: PinPolicy(server.pins), now: { now }, platformTrusts: { _, _ in platformTrusts }))
    try expect(
      "\(server.host), \(server.reason.rawValue), is believed\(server.detail.isEmpty ? "" : " (\(server.detail))")",
      validator.validateCertificate(server.chain, for: server.host), equals: server.isBelieved)

    let connector = ScriptedServer(presenting: server.chain, isBroken: server.isBroken)
    let client = system.security.makePinnedClient(validator, connector)
    let request = HTTPRequest(url: "https://\(server.host)/news", headers: [HTTPHeader("Token", "secret")])
    do {
      let response = try await client.send(request, to: server.host)
      try expect("only what is believed answers", server.isBelieved && !server.isBroken)
      try expect("the answer", response, equals: ScriptedServer.answer)
    } catch NetworkError.timeout {
      try expect("only a server that is broken does not answer", server.isBelieved && server.isBroken)
    } catch SecurityError.certificateValidationFailed {
      try expect("what is believed is not refused", !server.isBelieved)
    }
    try expect("connected to", connector.hosts, equals: [server.host])
    try expect("sent", connector.requests, equals: server.isBelieved ? [request] : [])
    try expect("connections left open", connector.openConnections, equals: 0)
    try await expectOnlyHTTPS(of: server.host, client, connector)
  }

  /// What is no address of HTTPS is sent to nobody.
  private static func expectOnlyHTTPS(
    of host: String, _ client: any PinnedRequesting, _ connector: ScriptedServer
  ) async throws {
    let (transport, hosts) = (PinnedTransport(client), connector.hosts)
    for url in ["http://\(host)/news", "ftp://\(host)", "//\(host)/news", "\(host)/news", "https:///news", "https:", ""] {
      let failure = await thrownError { _ = try await transport.send(HTTPRequest(url: url)) }
      try expect("a request to “\(url)” fails", failure as? NetworkError, equals: .invalidResponse)
    }
    try expect("hosts after what is no HTTPS", connector.hosts, equals: hosts)
  }
}
