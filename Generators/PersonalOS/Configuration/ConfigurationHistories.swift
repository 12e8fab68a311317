import PersonalOSReference
import PropertyTesting

/// The first launch of a process, after an earlier one that may have left a cache.
public struct ConfigurationLaunch: Sendable {
  /// Of services: random ones, which no code can know, and others that come up everywhere.
  public let names: [String]
  /// What the earlier launch fetched; nil: there was none.
  public let earlier: RemoteConfiguration?
  /// Whether what the earlier launch left on the disk was damaged since.
  public let isCacheDamaged: Bool
  public let served: ServedDocument
}

extension Generator where Value == ConfigurationLaunch {
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

/// What happens to the configuration of one environment.
public enum ConfigurationStep: Sendable, Equatable {
  /// From now on the server answers so.
  case publish(ServedDocument)
  case fetch
  /// The server answers, and there is no room to keep the answer.
  case fetchWithoutRoom
  /// The app ends and starts again; the server may be out of reach at that time.
  case relaunch(isOnline: Bool)
}

extension Generator where Value == ConfigurationStep {
  public static func configurationStep(of environment: AppEnvironment = .production) -> Generator {
    .frequency(
      (4, .constant(.fetch)), (1, .constant(.fetchWithoutRoom)), (1, .constant(.relaunch(isOnline: true))),
      (3, .constant(.relaunch(isOnline: false))),
      (5, Generator<ServedDocument>.servedDocument(of: environment).map { .publish($0) }))
  }
}

extension Generator where Value == [ConfigurationStep] {
  /// As a rule something is in force from the start.
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

/// Three environments side by side over one store.
public struct EnvironmentsHistory: Sendable {
  public struct Step: Sendable {
    public let environment: AppEnvironment
    public let step: ConfigurationStep
  }

  public let steps: [Step]
  /// Base URLs that the app was built with: of every service another one in each environment, if it has one
  /// there.
  public let baseURLServices: [AppEnvironment: Set<String>]
}

extension Generator where Value == EnvironmentsHistory {
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

/// Flags, who asks for them, and how they change.
public struct FlagHistory: Sendable {
  public enum Step: Sendable {
    /// In force at the next fetch.
    case set(String, FeatureFlag)
    case remove(String)
    case kill(String)
    case fetch
  }

  public let users: [String]
  public let steps: [Step]
  /// Where it is set, shares among many users are counted with this rollout.
  public let populationRollout: Int?
}

extension Generator where Value == FlagHistory {
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
        // Thousands of users take their time: in every tenth case.
        populationRollout: source.size == 100 ? try source(.rollout) : nil)
    }
  }
}
