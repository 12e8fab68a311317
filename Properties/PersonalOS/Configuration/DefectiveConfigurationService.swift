import Foundation
import PersonalOSReference

/// A configuration service that does one thing wrong.
@MainActor
final class DefectiveConfigurationService: RemoteConfigurations {
  enum Defect: Sendable {
    case ownKey, readyWithNothing, prefersCache, givesProxyKey, complainsOfCache, forgetsCase
    case remembersFirstKeys, merges, takesHalf, cachesUnchecked, cachesFirst
  }

  private(set) var configuration: RemoteConfiguration?
  private let setup: ConfigurationSetup
  private let defect: Defect
  private var isReadyAnyway = false
  private var firstKeys: [String: String] = [:]

  init(_ setup: ConfigurationSetup, _ defect: Defect) {
    self.setup = setup
    self.defect = defect
  }

  var isReady: Bool { configuration != nil || isReadyAnyway }
  var apiEndpoints: [String: String] { configuration?.endpoints ?? [:] }

  var featureFlags: [String: Bool] {
    (configuration?.featureFlags ?? [:]).reduce(into: [:]) { $0[$1.key] = isFeatureEnabled($1.key) }
  }

  func initialize() async throws {
    if defect == .prefersCache, let cached = try await setup.cache?.load(setup.environment) {
      configuration = cached
      return
    }
    do {
      configuration = try await fetch()
    } catch {
      if defect == .complainsOfCache {
        configuration = try await setup.cache?.load(setup.environment)
      } else {
        configuration = try? await setup.cache?.load(setup.environment)
      }
      guard configuration == nil else { return }
      if defect == .readyWithNothing { isReadyAnyway = true }
      throw error
    }
    if let configuration { try? await setup.cache?.save(configuration, for: setup.environment) }
  }

  func fetchLatestConfig() async throws {
    let fetched = try await fetch()
    if defect != .cachesFirst { configuration = fetched }
    try await setup.cache?.save(fetched, for: setup.environment)
    configuration = fetched
  }

  private func fetch() async throws -> RemoteConfiguration {
    let document = try await setup.fetch(setup.environment)
    // What the document says as far as it reads, right or wrong.
    let unchecked = try? JSONDecoder().decode(RemoteConfiguration.self, from: Data(document))
    if defect == .takesHalf, let unchecked { configuration?.apiKeys = unchecked.apiKeys }
    if defect == .cachesUnchecked, let unchecked {
      try await setup.cache?.save(unchecked, for: setup.environment)
    }
    var fetched = try RemoteConfiguration(document: document)
    if defect == .merges, let old = configuration {
      fetched.apiKeys.merge(old.apiKeys) { new, _ in new }
      fetched.endpoints.merge(old.endpoints) { new, _ in new }
    }
    return fetched
  }

  func isFeatureEnabled(_ feature: String) -> Bool {
    FeatureFlagEvaluator.isEnabled(configuration?.featureFlags[feature], named: feature, userID: setup.userID)
  }

  func getAPIKey(for service: String) -> String? {
    if service == "news" && defect != .givesProxyKey { return nil }
    var key = configuration?.apiKeys[service]
    if defect == .forgetsCase {
      let name = service.lowercased()
      key = key ?? configuration?.apiKeys.first(where: { $0.key.lowercased() == name })?.value
    }
    switch defect {
    case .ownKey:
      return key ?? "none"
    case .remembersFirstKeys:
      if let first = firstKeys[service] { return first }
      firstKeys[service] = key
      return key
    default:
      return key
    }
  }

  func getEndpoint(for service: String) -> String? { configuration?.endpoints[service] }

  func makeRequest(to service: String) -> ServiceRequest? {
    getEndpoint(for: service).map { ServiceRequest(url: $0, apiKey: getAPIKey(for: service)) }
  }
}
