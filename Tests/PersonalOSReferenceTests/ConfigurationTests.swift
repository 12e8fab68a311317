import Foundation
import PersonalOSReference
import StorageContract
import Testing

@Suite("Configuration")
struct ConfigurationTests {
  /// Computed with another SHA-256: the first eight bytes of `hashlib.sha256(name + b"\0" + user)` modulo
  /// 10,000.
  @Test(
    "Buckets are the same in every process, on every platform",
    arguments: [
      ("charts", "", 3977), ("charts", "me", 5258), ("sync", "me", 168), ("charts", "\u{E9}", 6139),
      ("charts", "e\u{301}", 5496), ("a", "b\u{0}c", 6871), ("", "", 3192),
    ])
  func bucket(feature: String, userID: String, bucket: Int) {
    #expect(FeatureFlagEvaluator.bucket(of: feature, userID: userID) == bucket)
  }

  @Test("Decision: a flag that is killed or disabled is off for everybody, one that is missing too")
  func offForEverybody() {
    let all = FeatureFlag.all
    for flag in [
      nil, FeatureFlag(enabled: false, rolloutBasisPoints: all),
      FeatureFlag(enabled: true, rolloutBasisPoints: all, killed: true),
      FeatureFlag(enabled: true, rolloutBasisPoints: 0),
    ] {
      #expect(!FeatureFlagEvaluator.isEnabled(flag, named: "charts", userID: "me"))
    }
    let flag = FeatureFlag(enabled: true, rolloutBasisPoints: all)
    #expect(FeatureFlagEvaluator.isEnabled(flag, named: "charts", userID: "me"))
  }

  @Test(
    "Documents are refused with the reason",
    arguments: [
      (#"{"apiKeys":{},"endpoints":{"a":"http://a.example"},"featureFlags":{}}"#, "https"),
      (
        #"{"apiKeys":{},"endpoints":{},"featureFlags":"#
          + #"{"f":{"enabled":true,"rolloutBasisPoints":10001,"killed":false}}}"#,
        "0 to 10000"
      ),
      (#"{"apiKeys":{},"endpoints":{}}"#, "featureFlags"), ("<html>", ""),
    ])
  func refusal(document: String, reason: String) {
    let error = #expect(throws: ConfigurationError.self) {
      try RemoteConfiguration(document: Array(document.utf8))
    }
    guard case .invalidDocument(let found) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.isEmpty || found.contains(reason))
  }

  @MainActor
  @Test("Decision: the key of a service behind the proxy is never handed out, and everybody else has theirs")
  func proxiedKeys() async throws {
    let configuration = RemoteConfiguration(
      apiKeys: ["news": "n", "prices": "p"],
      endpoints: ["news": "https://proxy.example", "prices": "https://prices.example"], featureFlags: [:])
    let document = try configuration.document
    let service = RemoteConfigService(
      ConfigurationSetup(environment: .production, fetch: { _ in document }, cache: nil, userID: "me"))
    #expect(service.getAPIKey(for: "prices") == nil)
    try await service.initialize()
    #expect(service.getAPIKey(for: "prices") == "p")
    #expect(service.getAPIKey(for: "news") == nil)
    #expect(service.makeRequest(to: "news") == ServiceRequest(url: "https://proxy.example", apiKey: nil))
    #expect(service.makeRequest(to: "weather") == nil)
  }

  @Test("Only the environment's own base URLs are known, and the error names what is missing")
  func baseURLs() throws {
    let url = try #require(URL(string: "https://staging.example"))
    let tables: [AppEnvironment: [String: URL]] = [.staging: ["prices": url]]
    let open = ConfigurationSystem.reference.openEnvironment
    #expect(try open(.staging, tables).baseURL(for: "prices") == url)
    #expect(throws: ConfigurationError.unknownService("prices", environment: .production)) {
      try open(.production, tables).baseURL(for: "prices")
    }
  }

  /// What looks like a key: 16 characters or more without a space, letters and digits mixed.
  private static func keyLikeLiterals(in source: String) -> [Substring] {
    source.matches(of: #/"([A-Za-z0-9_\-+\/=.]{16,})"/#).map { $0.1 }
      .filter { $0.contains(where: \.isNumber) && $0.contains(where: \.isLetter) }
  }

  @Test("The sources of the configuration hold no key, and one would be found there")
  func noCompiledKeys() throws {
    #expect(Self.keyLikeLiterals(in: #"let key = "sk_live_4eC39HqLyjWDarjtT1zdp7dc""#).count == 1)
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/PersonalOSReference/Configuration").standardized
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }
    #expect(files.contains { $0.lastPathComponent == "RemoteConfigService.swift" })
    for file in files {
      let found = Self.keyLikeLiterals(in: try String(contentsOf: file, encoding: .utf8))
      #expect(found.isEmpty, "\(file.lastPathComponent)")
    }
  }
}
