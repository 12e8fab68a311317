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
    mustCatch: [.keepsBackupsInClear, .over(.flipsBitsAtRest)]
  ).holds(
    forAll: .zip(writingNotes.sequence(count: 0...12), .encryptionScenario),
    requiring: [
      "the app writes notes": 0.6, "the app begins over notes in clear": 0.4,
      "saves a trade": 0.3, "saves a project": 0.3, "saves two trades": 0.2, "more than a block": 0.3,
      "tampers with a bit": 0.15, "cuts": 0.08, "wrong key": 0.03,
    ]
  ) { input, system, trial in
    let (history, scenario) = input
    try await history.run(
      making: { try await AppDriver(system, $0) }, tearDown: { try await $0.close() }, trial,
      at: SourceLocation(fileID: #fileID, filePath: #filePath, line: #line))
    var encryption = try await EncryptionDriver(system)
    for payload in scenario.payloads {
      try await encryption.expectEncryption(of: payload)
      try await encryption.expectRefusal(after: scenario.tampering, with: payload)
    }
    try await encryption.save(scenario.records)
    try await encryption.expectSaved(scenario.records)
    try await encryption.expectNothingReadable(scenario)
    for payload in scenario.payloads { try await encryption.expectEncryption(of: payload) }
    try encryption.expectFreshNonces()
    try await encryption.expectOneKeyForAll(trial)
    try await encryption.expectSealedBackups(of: scenario.payloads.first ?? [])
    try await encryption.expectFirstNoteSealed()
    try await encryption.expectTamperedNotesRefused(scenario)
    try await encryption.close()

    trial.label("saves a trade", if: !scenario.trades.isEmpty)
    trial.label("saves two trades", if: scenario.trades.count > 1)
    trial.label("saves a project", if: !scenario.projects.isEmpty)
    trial.label("more than a block", if: scenario.payloads.contains { $0.count > 16 })
    trial.label(scenario.tampering.kind.rawValue)
  }

  /// Every part of the app reads what the others wrote, perhaps over what an older version left in clear. Nobody else
  /// reads the notes.
  private static let writingNotes = StateMachine(
    initially: .appWithContents,
    commands: [AppDriver.change], closing: [AppDriver.look, AppDriver.lookAtTheDisk, AppDriver.look]
  )
  .withLongCases
  .labelling("the app begins over notes in clear") { $0.layout.map { $0 > .v1 } ?? false }

  // **Feature: system-architecture-upgrade-p0, Property 16: Credential keychain storage**
  static let credentialKeychainStorage = Requirement<PersonalOSSystem>(
    "POS-16", "Credential keychain storage",
    says: """
      The app stores credentials only in the encrypted keychain; preferences, files, logs and backups \
      never show one. A credential can be stored, read and backed up only while the device lock permits \
      its access class. Device-only items stay on the device. A refused call changes nothing and leaves \
      a log entry.
      """,
    covers: "4.3", of: "SecureStorageService, KeychainStore", needs: [.storage]
  ).holds(
    of: KeychainMachine.machine, commands: 10...32, requiring: KeychainMachine.shares,
    making: { try await KeychainDriver($0) }, tearDown: { try await $0.close() })

  // **Feature: system-architecture-upgrade-p0, Property 17: Certificate pinning enforcement**
  static let certificatePinningEnforcement = Requirement<PersonalOSSystem>(
    "POS-17", "Certificate pinning enforcement",
    says: """
      The app sends a request to a critical host only if a certificate path leads from a certificate that names the \
      host or its address to one whose key is pinned for this host (SHA-256), and the path is valid by RFC 5280, for \
      servers and in date. Otherwise, the app sends nothing and throws certificateValidationFailed. For other hosts, \
      the platform decides.
      """,
    covers: "4.5", of: "SecurityValidator", needs: [.virtualTime]
  ).holds(
    forAll: .serverIdentities,
    requiring: Dictionary(uniqueKeysWithValues: ServerIdentity.Reason.allCases.map { ($0.rawValue, 0.02) })
  ) { servers, system, trial in
    for server in servers {
      trial.label(server.reason.rawValue)
      try await expectVerdict(on: server, system)
    }
  }

  private static func expectVerdict(on server: ServerIdentity, _ system: PersonalOSSystem) async throws {
    let (now, platformTrusts) = (server.now, server.platformTrusts)
    let validator = system.security.makeValidator(
      SecurityValidator.Setup(
        policy: PinPolicy(server.pins), now: { now }, platformTrusts: { _, _ in platformTrusts }))
    try expect(
      "\(server.host), \(server.reason.rawValue), is believed",
      validator.validateCertificate(server.chain, for: server.host), equals: server.isBelieved)

    let connector = ScriptedServer(certificates: server.chain, isBroken: server.isBroken)
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
    try expect(
      "what reached the server", connector.traffic.now,
      equals: ScriptedServer.Traffic(hosts: [server.host], requests: server.isBelieved ? [request] : []))

    // What is no address of HTTPS is sent to nobody.
    let transport = PinnedTransport(client)
    for url in ["http://HOST/news", "ftp://HOST", "//HOST/news", "HOST/news", "https:///news", "https:", ""] {
      let url = url.replacing("HOST", with: server.host)
      let failure = await thrownError { _ = try await transport.send(HTTPRequest(url: url)) }
      try expect("a request to “\(url)” fails", failure as? NetworkError, equals: .invalidResponse)
    }
    try expect("hosts after what is no HTTPS", connector.traffic.now.hosts, equals: [server.host])
  }
}
