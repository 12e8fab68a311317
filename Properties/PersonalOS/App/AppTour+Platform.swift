import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

// What the app does with the platform that it is launched on: its servers, the device, and the constants for its parts.
extension AppTour {
  /// Every server is critical (requirement 4.5): whichever host has a pin that its certificate does not satisfy, that host is
  /// sent nothing, and the other hosts are.
  static func expectPinsAtEveryServer(_ system: PersonalOSSystem) async throws {
    let hosts = Set(AppServer.addresses.values.compactMap { $0.host() })
    for pinned in hosts.sorted() {
      let device = AppDevice(system)
      device.server.state.withValue { $0.articles = [1] }
      try await launch(on: device, pins: PinPolicy([pinned: ["the key of another server"]])) { tour in
        let app = tour.app
        let launch = app.core.errors.errorQueue.map(\.error)
        let refused = AppError.security(.certificateValidationFailed)
        try expect(
          "failures at a launch with a pin for \(pinned)", launch,
          equals: pinned.hasPrefix("configuration") ? [refused] : [])
        await tour.askEveryServer()
      }
      try expect("hosts asked, with a pin for \(pinned)", device.server.state.now.asked, equals: hosts.subtracting([pinned]))
    }
  }

  /// A certificate is judged when a server is asked, and not when the app is launched: it is believed from the first second
  /// of its validity to the last.
  static func expectCertificatesJudgedWhenAsked(_ system: PersonalOSSystem) async throws {
    let hosts = Set(AppServer.addresses.values.compactMap { $0.host() })
    let key = try SigningKey.ed25519(seed: Array(repeating: 5, count: 32))
    let pin = Data(SHA256Digest.of(key.subjectPublicKeyInfo)).base64EncodedString()
    // In seconds after the launch; the servers are asked after ten.
    for (validity, isBelieved) in [(-60.0...9.0, false), (-60...10, true), (10...60, true), (11...60, false)] {
      let device = AppDevice(system)
      let launch = device.clock.date
      let request = CertificateRequest(
        commonName: "all servers", dnsNames: hosts.sorted(),
        validity: launch + validity.lowerBound...launch + validity.upperBound)
      let certificate = try request.certificate(for: key, issuer: request.commonName, issuerKey: key)
      device.server.state.withValue { ($0.articles, $0.certificates) = ([1], [certificate]) }
      try await Self.launch(on: device, pins: PinPolicy(Dictionary(hosts.map { ($0, [pin]) }) { first, _ in first })) { tour in
        device.clock.advance(by: .seconds(10))
        device.server.state.withValue { $0.asked = [] }
        await tour.askEveryServer()
        await tour.app.perform("configure") { try await tour.app.configuration.remote.fetchLatestConfig() }
      }
      try expect(
        "hosts asked 10 s after the launch with a certificate for \(validity) s after it", device.server.state.now.asked,
        equals: isBelieved ? hosts : [])
    }
  }

  /// An answer counts by its status (RFC 9110, 15): what else it contains is believed after a success alone.
  static func expectAnswersJudgedByStatus(_ system: PersonalOSSystem) async throws {
    let errors: KeyValuePairs<Int, NetworkError?> = [
      200: nil, 299: nil, 300: .invalidResponse, 400: .serverError(400), 404: .serverError(404), 429: .rateLimited,
      499: .serverError(499), 500: .serverError(500), 599: .serverError(599),
    ]
    for (status, error) in errors {
      let device = AppDevice(system)
      try await launch(on: device) { tour in
        let app = tour.app
        device.server.state.withValue { ($0.status, $0.price, $0.apiKeys) = (status, 5, ["mail": "key-19d3"]) }
        let requests: KeyValuePairs<String, @MainActor @Sendable () async throws -> Void> = [
          "configuration": { try await app.configuration.remote.fetchLatestConfig() },
          "projects": { _ = try await app.work.projectSync.syncProjects(username: "user") },
        ]
        for (name, request) in requests {
          var thrown: (any Error)?
          do { try await request() } catch { thrown = error }
          var found = thrown as? NetworkError
          if case .network(let error, _) = thrown as? AppError { found = error }
          try expect("the error of the \(name) with status \(status)", found, equals: error)
          try expect("that the \(name) with status \(status) are refused", thrown != nil, equals: error != nil)
        }
        let key = app.configuration.remote.getAPIKey(for: "mail")
        try expect("the key with status \(status)", key, equals: error == nil ? "key-19d3" : nil)
        let price = try? await app.money.prices.fetchPrices(for: ["S0"])["S0"]
        try expect("whether a price with status \(status) is the feed's", price?.source == .realtime, equals: error == nil)
      }
    }
  }

  /// All but the configuration, which the launch asks.
  private func askEveryServer() async {
    await app.perform("sync projects") { [app] in _ = try await app.work.projectSync.syncProjects(username: "user") }
    await app.perform("show prices") { [app] in _ = try await app.money.prices.fetchPrices(for: ["S0"]) }
    await app.perform("read the news") { [app] in _ = try await app.reading.news.fetchNews(category: "science") }
  }

  /// The launch and each return to the foreground look at the device. The user is warned once a launch, and of a debugger
  /// only the log knows.
  static func expectAdviceOnDevices(_ system: PersonalOSSystem) async throws {
    let signs: [(file: String?, writable: String?, tracer: Int?)] = [
      ("/Applications/Cydia.app", nil, nil), ("/var/jb", nil, nil), (nil, "/private/", nil), (nil, nil, 1), (nil, nil, nil),
    ]
    for sign in signs {
      let device = AppDevice(system)
      let isJailbroken = sign.file != nil || sign.writable != nil
      func noted(_ app: PersonalOSApp) -> Int {
        app.core.log.entries.count { $0.debugDescription.contains("a debugger is attached") }
      }
      device.signs.shown.set(sign)
      try await launch(on: device) { tour in
        let app = tour.app
        let warning = SecurityWarning(cause: .jailbroken)
        try expect("the warning at a launch on a device with \(sign)", app.deviceWarning, equals: isJailbroken ? warning : nil)
        try expect("notes of a debugger", noted(app), equals: sign.tracer == nil ? 0 : 1)
        await app.enterForeground()
        try expect("the warning that nobody has dismissed", app.deviceWarning, equals: isJailbroken ? warning : nil)
        app.dismissDeviceWarning()
        await app.enterForeground()
        try expect("the warning after it was dismissed", app.deviceWarning, equals: nil)
        device.signs.shown.set(("/var/jb", nil, 7))
        await app.enterForeground()
        try expect("the warning at the return", app.deviceWarning, equals: isJailbroken ? nil : warning)
        try expect("notes of a debugger at the return", noted(app) > 0)
      }
    }
  }

  /// What the app gives its parts: room for 500 entries of the log, 60 requests for news a minute, and a back-off with jitter.
  static func expectConstantsPassed(_ system: PersonalOSSystem) async throws {
    let (capacity, limits, hasJitter) = (Remembered(0), Remembered<ThrottleLimits?>(nil), Remembered(false))
    var observed = system
    let (makeLog, makeThrottle, makeBackoff) = (
      system.errors.makeLog, system.api.makeThrottle, system.api.makeBackoff
    )
    observed.errors.makeLog = { entries, secrets in
      capacity.set(entries)
      return makeLog(entries, secrets)
    }
    observed.api.makeThrottle = { given in
      limits.set(given)
      return makeThrottle(given)
    }
    observed.api.makeBackoff = { jitter in
      hasJitter.set(jitter != nil)
      return makeBackoff(jitter)
    }
    try await launch(on: AppDevice(observed)) { _ in }
    try expect("entries that the log keeps", capacity.now, equals: 500)
    try expect("limits of the throttle", limits.now, equals: ThrottleLimits(requests: 60, window: .seconds(60)))
    try expect("that the back-off has jitter", hasJitter.now)
  }
}
