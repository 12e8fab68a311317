import Foundation
import PersonalOSReference
import PropertyTesting

/// The names of services and features in generated configurations. There are few, so configurations share them.
public enum ConfigurationNames {
  /// The names of services. The proxy holds the key of "news".
  public static let services = ["prices", "news", "github", "Prices", "News", "wetter-ä"]
  /// Names of services in other apps. If the app has a key for one of them though no server sent it, the key is built
  /// into the app.
  public static let wellKnown = [
    "ai", "alphavantage", "amplitude", "analytics", "apple", "assistant", "auth", "aws", "azure", "backend", "backup", "bing",
    "calendar", "chat", "claude", "cloud", "config", "crash", "crashlytics", "currency", "database", "default", "email",
    "exchange", "feedback", "finance", "finnhub", "firebase", "gemini", "geocoding", "google", "guardian", "iex", "images",
    "location", "mail", "maps", "mastodon", "mixpanel", "newsapi", "notion", "nytimes", "openai", "payments", "polygon",
    "proxy", "push", "reddit", "search", "segment", "sentry", "slack", "social", "speech", "stocks", "storage", "stripe",
    "sync", "test", "tiingo", "translate", "twitter", "unsplash", "video", "weather", "yahoo", "youtube",
  ]
  /// The names of features, some of which differ only in case or begin alike.
  public static let features = ["charts", "sync", "charts2", "Charts", "nächte"]

  /// Names that a careless comparison mistakes for this one.
  public static func nearMisses(of name: String) -> [String] {
    [name.uppercased(), name.capitalized, name + " ", name + "\u{0}", String(name.dropLast())]
  }
}

extension Generator where Value == RemoteConfiguration {
  /// Some services with random keys, endpoints on hosts of this environment, and some flags.
  public static func remoteConfiguration(
    of environment: AppEnvironment = .production, services: [String] = ConfigurationNames.services
  ) -> Generator {
    let service = Generator<String>.element(of: services)
    let key = Generator<String>.text(.asciiPrintable, count: 0...20)
    let odd = Generator<String>.storedText
    // Configurations mostly have many keys, however small the case, so that two of them have some in common.
    let keys = Generator<[String: String]>.oneOf(
      .dictionary(of: service, .frequency((4, key), (1, odd)), count: 0...3),
      .dictionary(of: service, key, count: 3...5))
    let path = Generator<String>.text(.of("abcdefghijklmnopqrstuvwxyz0123456789"), count: 1...8)
    let endpoint = path.map { "https://\(environment.rawValue).example/\($0)" }
    return Generator { source in
      RemoteConfiguration(
        apiKeys: try source(keys),
        endpoints: try source(.dictionary(of: service, endpoint, count: 0...4)),
        featureFlags: try source(
          .dictionary(of: .element(of: ConfigurationNames.features), .featureFlag, count: 0...3)))
    }
  }
}

extension Generator where Value == FeatureFlag {
  /// Three flags in four are enabled; one in five is killed.
  public static var featureFlag: Generator {
    Generator { source in
      FeatureFlag(
        enabled: try source(.frequency((3, .constant(true)), (1, .constant(false)))),
        rolloutBasisPoints: try source(.rollout),
        killed: try source(.frequency((4, .constant(false)), (1, .constant(true)))))
    }
  }
}

extension Generator where Value == Int {
  /// Shares of users in hundredths of a percent, 0 to 10,000. The bounds and their neighbours are frequent.
  public static var rollout: Generator {
    .frequency((2, .element(of: [0, 1, 9_999, 10_000])), (3, .int(in: 0...10_000)))
  }
}

/// The answer of a server to a request for the configuration.
public enum ServedDocument: Sendable, Equatable {
  /// A document that the app must accept, with this content.
  case good(RemoteConfiguration)
  /// A document one edit away from a good one. The app must refuse it.
  case broken(RemoteConfiguration, Edit)
  case noAnswer

  /// An edit that makes a good document invalid.
  public enum Edit: Sendable, CaseIterable {
    case cutShort, rolloutAboveAll, negativeRollout, endpointWithoutTLS, endpointWithoutHost, keyIsANumber
    case noFlags
  }

  /// The bytes of the document. Nil if the server does not answer.
  public var bytes: [UInt8]? {
    switch self {
    case .good(let configuration): configuration.served
    case .broken(let configuration, let edit): configuration.served(after: edit)
    case .noAnswer: nil
    }
  }

  /// The configuration that the app must accept. Nil if it must refuse the document or there is none.
  public var configuration: RemoteConfiguration? {
    if case .good(let configuration) = self { configuration } else { nil }
  }
}

extension Generator where Value == ServedDocument {
  /// One answer in eight is missing, five are good, and two are broken.
  public static func servedDocument(
    of environment: AppEnvironment = .production, services: [String] = ConfigurationNames.services
  ) -> Generator {
    let configuration = Generator<RemoteConfiguration>.remoteConfiguration(
      of: environment, services: services)
    return .frequency(
      (1, .constant(.noAnswer)), (5, configuration.map { .good($0) }),
      (2, Generator { .broken(try $0(configuration), try $0(.anyCase())) }))
  }
}

extension RemoteConfiguration {
  /// The document, which this file builds without the code under test.
  fileprivate var served: [UInt8] { Self.json(document) }

  private var document: [String: Any] {
    [
      "apiKeys": apiKeys, "endpoints": endpoints,
      "featureFlags": featureFlags.mapValues { flag in
        [
          "enabled": flag.enabled, "rolloutBasisPoints": flag.rolloutBasisPoints, "killed": flag.killed,
        ] as [String: Any]
      },
    ]
  }

  fileprivate func served(after edit: ServedDocument.Edit) -> [UInt8] {
    var edited = self
    switch edit {
    case .cutShort: return served.dropLast()
    case .rolloutAboveAll:
      edited.featureFlags["broken"] = FeatureFlag(enabled: true, rolloutBasisPoints: 10_001)
    case .negativeRollout: edited.featureFlags["broken"] = FeatureFlag(enabled: true, rolloutBasisPoints: -1)
    case .endpointWithoutTLS: edited.endpoints["broken"] = "http://plain.example"
    case .endpointWithoutHost: edited.endpoints["broken"] = "https:///nowhere"
    case .keyIsANumber:
      var document = document
      document["apiKeys"] = ["prices": 7]
      return Self.json(document)
    case .noFlags:
      var document = document
      document["featureFlags"] = nil
      return Self.json(document)
    }
    return edited.served
  }

  private static func json(_ document: [String: Any]) -> [UInt8] {
    // A dictionary of texts, numbers and Booleans is always JSON.
    [UInt8]((try? JSONSerialization.data(withJSONObject: document, options: .sortedKeys)) ?? Data())
  }
}
