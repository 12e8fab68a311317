import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

extension ConfigurationProperties {
  // **Feature: system-architecture-upgrade-p0, Property 3: Environment configuration isolation**
  static let environmentsDoNotMix = Requirement<PersonalOSSystem>(
    "POS-03", "Environment configuration isolation",
    says: """
      Development, staging and production stay apart: no environment shows what another one publishes, fetches or \
      caches, or uses its base URL. The news feed asks only the proxy of its own environment, and no server if there is \
      none. Production turns debug mode and sample data off. Development and staging turn both on.
      """,
    covers: "1.3", of: "EnvironmentManager, RemoteConfigService cache, NewsNetwork", needs: [.storage],
    mustCatch: [
      .configurationFallsBackToStaging, .configurationDebugsProduction,
      .configurationLeaksTheEnvironment, .configurationSharesNamespaces,
      .newsAsksStagingInProduction, .newsAsksTheFirstProxy,
    ]
  ).holds(
    forAll: .environmentsHistory,
    requiring: [
      "is asked while others are busy": 0.8, "others have fetched before it starts offline": 0.12,
      "production lacks a service that staging has": 0.3,
    ]
  ) { history, system, trial in
    let store = try await system.openStore()
    for observed in AppEnvironment.allCases {
      // What it sees is the same without the others: they might as well not be there.
      let alone = history.steps.filter { $0.environment == observed }
      guard !alone.isEmpty else { continue }
      trial.label("is asked while others are busy", if: alone.count < history.steps.count)
      trial.label(
        "others have fetched before it starts offline",
        if: history.othersFetchedBeforeOfflineStart(of: observed))
      var session = try await EnvironmentsDriver(system, over: store)
      let inCompany = try await session.observe(observed, during: history.steps)
      session = try await EnvironmentsDriver(system, over: store)
      let byItself = try await session.observe(observed, during: alone)
      for (index, (seen, expected)) in zip(inCompany, byItself).enumerated() {
        try expect("what \(observed) sees after its step \(index + 1), among others", seen, equals: expected)
      }
    }
    try await store.close()

    let baseURLs = history.baseURLs
    for environment in AppEnvironment.allCases {
      let expected = baseURLs[environment]?["news"].map { ["\($0)/v1/news?category=a"] } ?? []
      try expect(
        "what the news feed asks in \(environment)", try await askedForNews(in: environment, baseURLs, system),
        equals: expected)
    }
    for service in ConfigurationNames.services {
      var urls: [URL] = []
      for environment in AppEnvironment.allCases {
        let rules = system.configuration.openEnvironment(environment, baseURLs)
        let url = try? rules.baseURL(for: service)
        try expect("base URL of \(service) in \(environment)", url, equals: baseURLs[environment]?[service])
        try expect("debug mode in \(environment)", rules.isDebugMode(), equals: environment != .production)
        try expect(
          "samples wanted in \(environment)", rules.shouldSeedMockData(), equals: environment != .production)
        if let url { urls.append(url) }
      }
      try expect("that no two environments share a URL of \(service)", Set(urls).count == urls.count)
      trial.label(
        "production lacks a service that staging has",
        if: baseURLs[.production]?[service] == nil && baseURLs[.staging]?[service] != nil)
    }
  }
}

/// The addresses that the app's news feed asks.
private func askedForNews(
  in environment: AppEnvironment, _ baseURLs: [AppEnvironment: [String: URL]], _ system: PersonalOSSystem
) async throws -> [String] {
  let asked = Remembered<[String]>([])
  let network = NewsNetwork(
    NewsNetwork.Setup(
      proxy: NewsProxyClient.Setup(
        environment: environment, proxyURLs: baseURLs.compactMapValues { $0["news"]?.absoluteString }, apiKeys: [:],
        transport: AskedTransport(asked: asked)),
      limits: ThrottleLimits(), clock: VirtualClock(), log: system.errors.makeLog(1, []), now: { .distantPast }),
    of: system.api)
  _ = try? await network.feed.articles(category: "a")
  return asked.now
}

private struct AskedTransport: HTTPTransport {
  let asked: Remembered<[String]>

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    asked.withValue { $0.append(request.url) }
    return HTTPResponse(status: 404)
  }
}

extension Fault<PersonalOSSystem> {
  fileprivate static let newsAsksStagingInProduction = Fault(
    "newsAsksStagingInProduction", "asks the news proxy of staging if production has none") { system in
    let make = system.api.makeNewsClient
    system.api.makeNewsClient = { setup in
      var setup = setup
      setup.proxyURLs[.production] = setup.proxyURLs[.production] ?? setup.proxyURLs[.staging]
      return try make(setup)
    }
  }
  fileprivate static let newsAsksTheFirstProxy = Fault(
    "newsAsksTheFirstProxy", "asks the news proxy of development in every environment") { system in
    let make = system.api.makeNewsClient
    system.api.makeNewsClient = { setup in
      var setup = setup
      if setup.proxyURLs[.development] != nil { setup.environment = .development }
      return try make(setup)
    }
  }
}

extension EnvironmentsHistory {
  /// Of each service another one in each environment.
  var baseURLs: [AppEnvironment: [String: URL]] {
    AppEnvironment.allCases.reduce(into: [:]) { tables, environment in
      for (number, service) in ConfigurationNames.services.enumerated()
      where baseURLServices[environment]?.contains(service) == true {
        tables[environment, default: [:]][service] = URL(string: "https://\(environment).example/\(number)")
      }
    }
  }

  func othersFetchedBeforeOfflineStart(of observed: AppEnvironment) -> Bool {
    guard
      let start = steps.lastIndex(where: {
        $0.environment == observed && $0.step == .relaunch(isOnline: false)
      })
    else { return false }
    let earlier = steps[..<start]
    return AppEnvironment.allCases.contains { other in
      guard other != observed else { return false }
      guard
        let published = earlier.firstIndex(where: { step in
          guard step.environment == other, case .publish(.good) = step.step else { return false }
          return true
        })
      else { return false }
      return earlier[published...].contains { $0.environment == other && $0.step == .fetch }
    }
  }
}
