import PersonalOSReference
import PropertyTesting

/// The first launch of a process. An earlier process may have left a cache.
public struct ConfigurationLaunch: Sendable {
  /// Names of services: random ones, which no code can know, and ``ConfigurationNames/services``.
  public let names: [String]
  /// The configuration that the earlier launch fetched. If nil, there was no earlier launch.
  public let earlier: RemoteConfiguration?
  /// Whether the cache of the earlier launch was damaged since.
  public let isCacheDamaged: Bool
  /// What the server answers at this launch.
  public let served: ServedDocument
}

extension Generator where Value == ConfigurationLaunch {
  /// Two launches in three follow an earlier one; half of all caches are damaged.
  public static var configurationLaunch: Generator {
    Generator { source in
      let word = Generator<String>.text(.of("abcdefghijklmnopqrstuvwxyz"), count: 1...10)
      let names = try source(.array(of: word, count: 1...3)) + ConfigurationNames.services
      let earlier = Generator<RemoteConfiguration>.remoteConfiguration(services: names)
      return ConfigurationLaunch(
        names: names, earlier: try source(.frequency((1, .constant(nil)), (2, earlier.map { $0 }))),
        isCacheDamaged: try source(.bool),
        served: try source(
          .frequency((1, .constant(.noAnswer)), (4, .servedDocument(services: names)))))
    }
  }
}

/// One event in the life of the configuration of one environment.
public enum ConfigurationStep: Sendable, Equatable {
  /// From now on the server answers with this document.
  case publish(ServedDocument)
  case fetch
  /// The app fetches the configuration, and there is no room to store the answer.
  case fetchWithoutRoom
  /// The app ends and starts again. If `isOnline` is false, the server does not answer at that launch.
  case relaunch(isOnline: Bool)
}

extension Generator where Value == ConfigurationStep {
  /// Fetches and documents are the most frequent; most relaunches are offline.
  public static func configurationStep(of environment: AppEnvironment = .production) -> Generator {
    .frequency(
      (4, .constant(.fetch)), (1, .constant(.fetchWithoutRoom)), (1, .constant(.relaunch(isOnline: true))),
      (3, .constant(.relaunch(isOnline: false))),
      (5, Generator<ServedDocument>.servedDocument(of: environment).map { .publish($0) }))
  }
}

extension Generator where Value == [ConfigurationStep] {
  /// 8 to 24 steps. Three histories in four begin with a fetch of a good document, so a configuration is in force from
  /// the start.
  public static var configurationHistory: Generator {
    let steps = Generator.array(of: .configurationStep(), count: 8...24)
    let start = Generator<RemoteConfiguration>.remoteConfiguration().map { configuration in
      [ConfigurationStep.publish(.good(configuration)), .fetch]
    }
    return Generator { source in
      try source(.frequency((1, .constant([])), (3, start))) + (try source(steps))
    }
  }
}

/// Three environments that share one store.
public struct EnvironmentsHistory: Sendable {
  /// One event in one environment.
  public struct Step: Sendable {
    /// The environment in which it happens.
    public let environment: AppEnvironment
    /// What happens to the configuration of that environment.
    public let step: ConfigurationStep
  }

  /// The events of all environments, in order.
  public let steps: [Step]
  /// The services whose base URLs are built into the app, for each environment. A service has another URL in each
  /// environment.
  public let baseURLServices: [AppEnvironment: Set<String>]
}

extension Generator where Value == EnvironmentsHistory {
  /// 8 to 24 steps, each in any environment, and up to 6 services with base URLs.
  public static var environmentsHistory: Generator {
    let environment = Generator<AppEnvironment>.anyCase()
    let step = Generator<EnvironmentsHistory.Step> { source in
      let environment = try source(environment)
      return EnvironmentsHistory.Step(
        environment: environment, step: try source(.configurationStep(of: environment)))
    }
    let services = Generator<Set<String>>.set(of: .element(of: ConfigurationNames.services), count: 0...6)
    return Generator { source in
      EnvironmentsHistory(
        steps: try source(.array(of: step, count: 8...24)),
        baseURLServices: [
          .development: try source(services), .staging: try source(services),
          .production: try source(services),
        ])
    }
  }
}

/// Feature flags, the users who ask for them, and changes of the flags.
public struct FlagHistory: Sendable {
  /// One step of the history. After each step every user asks for every flag.
  public enum Step: Sendable {
    /// The server sets this flag for the feature. The app applies it at the next fetch.
    case set(String, FeatureFlag)
    /// The server removes the flag of this feature, from the next fetch on.
    case remove(String)
    /// The server kills the flag of this feature, if there is one, from the next fetch on.
    case kill(String)
    case fetch
  }

  /// The ids of the users, 1 to 3. An id may be empty.
  public let users: [String]
  /// The steps in order.
  public let steps: [Step]
  /// The rollout, in hundredths of a percent, for which the case counts the users with a feature among thousands. Nil:
  /// it counts nobody.
  public let populationRollout: Int?
}

extension Generator where Value == FlagHistory {
  /// 8 to 24 steps over few features, so most changes concern a feature that has a flag.
  public static var flagHistory: Generator {
    let feature = Generator<String>.element(of: ConfigurationNames.features)
    let change = Generator<FlagHistory.Step> { .set(try $0(feature), try $0(.featureFlag)) }
    let step = Generator<FlagHistory.Step>.frequency(
      (4, .constant(.fetch)), (4, change), (1, feature.map { .remove($0) }), (4, feature.map { .kill($0) }))
    let user = Generator<String>.frequency(
      (1, .constant("")), (1, .element(of: ["e\u{301}", "\u{E9}", "user\u{0}1"])), (3, .text(count: 1...12)))
    return Generator { source in
      FlagHistory(
        users: try source(.array(of: user, count: 1...3)),
        steps: try source(.array(of: step, count: 8...24)),
        // Thousands of users take long, so only every tenth case counts them.
        populationRollout: source.size == 100 ? try source(.rollout) : nil)
    }
  }
}
