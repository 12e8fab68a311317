import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract
import StorageFaults
import Synchronization

// Faults of configuration: another service, another cache, or another rule for flags.

extension Fault<PersonalOSSystem> {
  // POS-01.

  static let configurationHasOneHardCodedKey = Fault(
    "configurationHasOneHardCodedKey", "has a built-in key for weather") { system in
    let open = system.configuration.openService
    system.configuration.openService = { await HardCodedKey(try await open($0)) }
  }

  static let configurationCachesPlainText = Fault(
    "configurationCachesPlainText", "caches API keys for everybody to read") { system in
    system.configuration.openCache = { data, _ in PlainCache(data: data) }
  }

  static let configurationCachesUnencrypted = Fault(
    "configurationCachesUnencrypted", "caches API keys as bytes, and does not encrypt them") {
    system in
    let open = system.configuration.openCache
    system.configuration.openCache = { open($0, OpenStorage(base: $1)) }
  }

  // POS-02.

  static let configurationRevivesKilledFeatures = Fault(
    "configurationRevivesKilledFeatures", "keeps no record of which features were killed") {
    system in
    let open = system.configuration.openCache
    system.configuration.openCache = { RevivingCache(base: open($0, $1)) }
  }

  // POS-03.

  static let configurationSharesItsCache = Fault(
    "configurationSharesItsCache", "keeps one cache for all environments") { system in
    let open = system.configuration.openCache
    system.configuration.openCache = { SharedCache(base: open($0, $1)) }
  }

  static let configurationFallsBackToStaging = Fault(
    "configurationFallsBackToStaging", "falls back to staging in production") { system in
    let open = system.configuration.openEnvironment
    system.configuration.openEnvironment = { environment, baseURLs in
      var changed = baseURLs
      if environment == .production {
        changed[.production, default: [:]].merge(baseURLs[.staging] ?? [:]) { own, _ in own }
      }
      return open(environment, changed)
    }
  }

  static let configurationDebugsProduction = Fault(
    "configurationDebugsProduction", "has debug mode in production") { system in
    let open = system.configuration.openEnvironment
    system.configuration.openEnvironment = { environment, baseURLs in
      open(environment == .production ? .staging : environment, baseURLs)
    }
  }

  /// The environment is that of whoever was opened last, for everybody.
  static let configurationLeaksTheEnvironment = Fault(
    "configurationLeaksTheEnvironment", "keeps the current environment in one place for all") {
    system in
    let open = system.configuration.openService
    let last = SharedEnvironment()
    system.configuration.openService = { setup in
      last.environment = setup.environment
      var changed = setup
      changed.fetch = { try await setup.fetch(last.environment ?? $0) }
      return try await open(changed)
    }
  }

  static let configurationSharesNamespaces = Fault(
    "configurationSharesNamespaces", "runs over a backend whose namespaces share one file (BF-8)"
  ) { system in
    let place = AnyStoreLocation(open: system.openStore).with(.sharesNamespaces)
    system.openStore = { try await place.open() }
  }

  // POS-04.

  static let flagsAskTheHashValue = flags(
    "flagsAskTheHashValue", "computes the bucket from Swift's hash value") { flag, feature, userID in
    guard let flag, flag.enabled, !flag.killed else { return false }
    var hasher = Hasher()
    hasher.combine(feature)
    hasher.combine(userID)
    return Int(hasher.finalize().magnitude % 10_000) < flag.rolloutBasisPoints
  }

  static let flagsIncludeTheBound = flags("flagsIncludeTheBound", "counts the bucket at the bound as inside") {
    flag, feature, userID in
    guard let flag, flag.enabled, !flag.killed else { return false }
    return FeatureFlagEvaluator.bucket(of: feature, userID: userID) <= flag.rolloutBasisPoints
  }

  static let flagsIgnoreTheFeature = flags(
    "flagsIgnoreTheFeature", "gives every feature to the same users first") { flag, _, userID in
    guard let flag, flag.enabled, !flag.killed else { return false }
    return FeatureFlagEvaluator.bucket(of: "", userID: userID) < flag.rolloutBasisPoints
  }

  static let flagsKillOnlyOutside = flags(
    "flagsKillOnlyOutside", "kills a feature only for those who do not have it") {
    flag, feature, userID in
    guard let flag, flag.enabled else { return false }
    return FeatureFlagEvaluator.bucket(of: feature, userID: userID) < flag.rolloutBasisPoints
  }

  static let flagsAreOnWhereMissing = flags(
    "flagsAreOnWhereMissing", "turns unknown features on") { flag, feature, userID in
    flag.map { FeatureFlagEvaluator.isEnabled($0, named: feature, userID: userID) } ?? true
  }

  static let flagsIgnoreEnabled = flags("flagsIgnoreEnabled", "looks only at the rollout") { flag, feature, userID in
    guard let flag, !flag.killed else { return false }
    return FeatureFlagEvaluator.bucket(of: feature, userID: userID) < flag.rolloutBasisPoints
  }

  // How they are made.

  private static func flags(
    _ id: String, _ fact: String, _ isEnabled: @escaping @Sendable (FeatureFlag?, String, String) -> Bool
  ) -> Fault {
    Fault(id, fact) { system in
      let open = system.configuration.openService
      system.configuration.isFeatureEnabled = isEnabled
      system.configuration.openService = { setup in
        await FlagsAround(base: try await open(setup), userID: setup.userID, isEnabled: isEnabled)
      }
    }
  }
}

/// A configuration with a key in its source.
@MainActor
private final class HardCodedKey: RemoteConfigurations {
  private let base: any RemoteConfigurations

  init(_ base: any RemoteConfigurations) { self.base = base }

  var isReady: Bool { base.isReady }
  var configuration: RemoteConfiguration? { base.configuration }
  var featureFlags: [String: Bool] { base.featureFlags }
  var apiEndpoints: [String: String] { base.apiEndpoints }
  func initialize() async throws { try await base.initialize() }
  func fetchLatestConfig() async throws { try await base.fetchLatestConfig() }
  func isFeatureEnabled(_ feature: String) -> Bool { base.isFeatureEnabled(feature) }
  func getAPIKey(for service: String) -> String? { base.getAPIKey(for: service) ?? (service == "weather" ? "w-1" : nil) }
  func getEndpoint(for service: String) -> String? { base.getEndpoint(for: service) }
  func makeRequest(to service: String) -> ServiceRequest? { base.makeRequest(to: service) }
}
