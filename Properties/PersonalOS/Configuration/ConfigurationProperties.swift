import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// Remote configuration: what was fetched, and nothing else, is in force.
public enum ConfigurationProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    keysComeFromTheServer, fetchedConfigurationIsInForce, environmentsDoNotMix, flagsFollowTheServer,
  ]

  // **Feature: system-architecture-upgrade-p0, Property 1: Remote configuration initialization**
  static let keysComeFromTheServer = Requirement<PersonalOSSystem>(
    "POS-01", "Remote configuration initialization",
    says: """
      At launch, the app fetches its API keys from the configuration server. If the fetch fails, the \
      app uses its encrypted cache. If there is no readable cache either, initialization fails. The app \
      never returns a key that the server did not serve, and never the news key, which belongs to the \
      proxy.
      """,
    covers: "1.1", of: "RemoteConfigService", needs: [.storage],
    mustCatch: []
  ).holds(
    forAll: .configurationLaunch,
    requiring: [
      "fetches": 0.25, "takes what an earlier launch fetched": 0.02, "has neither": 0.01,
      "an earlier launch fetched something else": 0.1, "the key of a proxied service is served": 0.01,
      "has nothing but a damaged cache": 0.01, "keeps an API key long enough to be looked for": 0.06,
    ]
  ) { launch, system, trial in
    trial.label(
      "an earlier launch fetched something else",
      if: launch.earlier != nil && launch.served.configuration != nil)
    var session = try await ConfigurationDriver(system)
    if let earlier = launch.earlier {
      session.publish(.good(earlier))
      try await session.initialize()
      if launch.isCacheDamaged { try await session.damageCache() }
      try await session.relaunch()
    }
    session.publish(launch.served)
    let names = launch.names + launch.names.flatMap { ConfigurationNames.nearMisses(of: $0) }
    // Before that there is no key, and nothing else.
    try await session.expectModel(services: names)
    try await session.initialize()
    try await session.expectModel(services: names)
    let isOffline = launch.served.configuration == nil
    let hasEarlier = launch.earlier != nil
    trial.label("fetches", if: !isOffline)
    trial.label(
      "takes what an earlier launch fetched", if: isOffline && hasEarlier && !launch.isCacheDamaged)
    trial.label("has nothing but a damaged cache", if: isOffline && hasEarlier && launch.isCacheDamaged)
    trial.label("has neither", if: isOffline && !hasEarlier)
    trial.label(
      "the key of a proxied service is served", if: launch.served.configuration?.apiKeys["news"] != nil)
    try await session.end(trial)
  }

  // **Feature: system-architecture-upgrade-p0, Property 2: Configuration update responsiveness**
  static let fetchedConfigurationIsInForce = Requirement<PersonalOSSystem>(
    "POS-02", "Configuration update responsiveness",
    says: """
      A successful fetch replaces the whole configuration at once, even if the device has no room to \
      cache it: new keys take effect and dropped keys are gone. A failed or invalid fetch changes \
      nothing. An offline launch uses the last cached configuration.
      """,
    covers: "1.2", of: "RemoteConfigService", needs: [.storage],
    mustCatch: [.over(.servesStaleReads), .over(.losesUnflushedWrites)]
  ).holds(
    forAll: .configurationHistory,
    requiring: [
      "a key is rotated": 0.1, "a key is revoked": 0.1, "a fetch fails": 0.3,
      "starts offline with a cache that was replaced": 0.1, "what is fetched cannot be kept": 0.1,
      "keeps an API key long enough to be looked for": 0.1,
    ]
  ) { steps, system, trial in
    var session = try await ConfigurationDriver(system)
    for step in steps {
      trial.note("\(step)")
      for label in try await session.take(step) { trial.label(label) }
      try await session.expectModel()
    }
    try await session.end(trial)
  }
}
