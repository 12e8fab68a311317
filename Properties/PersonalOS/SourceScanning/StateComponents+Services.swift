import Foundation
import Observation
import PersonalOSReference
import PlatformStandIns
import StorageContract
import Synchronization

// Components over a service, a source or a store, each of which here does what the probe wants next.

extension StateComponents {
  static let viewEnvironment = StateComponent("ViewEnvironment") {
    let environment = ViewEnvironment()
    let parents = (ViewEnvironment(), ViewEnvironment())
    parents.0.provide(Marker(0))
    parents.1.provide(Marker(1))
    return StateComponent.Instance(
      environment,
      probes: [
        .init("what comes from above") {
          (try? environment.object(Marker.self)).map { "\($0.number)" } ?? "nothing"
        } change: {
          environment.withdraw(Marker.self)
          environment.move(below: $0.isMultiple(of: 2) ? parents.0 : parents.1)
        },
        .init("what is provided here") {
          (try? environment.object(Marker.self)).map { "\($0.number)" } ?? "nothing"
        } change: {
          environment.provide(Marker($0))
        },
      ])
  }

  static let taskManager = StateComponent("TaskManager") {
    let manager = TaskManager()
    return StateComponent.Instance(
      manager,
      probes: [
        .init("activeTasks") {
          "\(manager.activeTasks.keys.map(\.description).sorted())"
        } change: { number in
          // The one from before is out of the list when it is over; the new one cannot be, before the main
          // actor is left.
          for task in Array(manager.activeTasks.values) { await task.value }
          manager.start(id: "\(number)") { _ in }
        }
      ])
  }

  static let dependentModel = StateComponent("DependentModel") {
    let source = Fickle()
    let model = DependentModel(DependencyKey<Int>("number"), from: source)
    // Once it has the service it keeps it, so that comes last, and with the last number.
    return StateComponent.Instance(
      model,
      probes: [
        .init("error") {
          "\(String(describing: model.error))"
        } change: { number in
          source.next.withLock { $0 = .failure(NetworkError.serverError(number)) }
          model.start()
        },
        .init("service") {
          "\(String(describing: model.service))"
        } change: { number in
          source.next.withLock { $0 = number > 1_000 ? .success(number) : .failure(NetworkError.timeout) }
          model.start()
        },
      ])
  }

  static let privacyManager = StateComponent("PrivacyManager") {
    let source = Decision()
    let manager = PrivacyManager(source: source) { _ in }
    return StateComponent.Instance(
      manager,
      probes: [
        .init("hasRequestedATT") {
          "\(manager.hasRequestedATT)"
        } change: { number in
          // It never goes back: only the last number is a decision.
          source.status.withLock { $0 = number > 1_000 ? .denied : .notDetermined }
          manager.track("opened")
        },
        .init("trackingAuthorizationStatus") {
          "\(manager.trackingAuthorizationStatus)"
        } change: { number in
          source.status.withLock { $0 = number.isMultiple(of: 2) ? .authorized : .denied }
          manager.track("opened")
        },
      ])
  }

  static let configurationService = StateComponent("RemoteConfigService") {
    let number = Remembered(0)
    let service = RemoteConfigService(
      ConfigurationSetup(
        environment: .production,
        fetch: { _ in
          let number = number.now
          return try RemoteConfiguration(
            apiKeys: ["prices": "key \(number)"], endpoints: ["prices": "https://api.example/\(number)"],
            featureFlags: [
              "charts": FeatureFlag(enabled: !number.isMultiple(of: 2), rolloutBasisPoints: FeatureFlag.all)
            ]
          ).document
        },
        cache: nil, userID: "user"))
    let fetch: @MainActor @Sendable (Int) async throws -> Void = { next in
      number.set(next)
      try await service.fetchLatestConfig()
    }
    return StateComponent.Instance(
      service,
      probes: [
        .init("isReady") {
          "\(service.isReady)"
        } change: { number in
          if number > 1_000 { try await fetch(number) }
        },
        .init("configuration", read: { "\(String(describing: service.configuration))" }, change: fetch),
        .init("featureFlags", read: { "\(service.featureFlags)" }, change: fetch),
        .init("apiEndpoints", read: { "\(service.apiEndpoints)" }, change: fetch),
        .init(
          "getAPIKey", read: { "\(String(describing: service.getAPIKey(for: "prices")))" }, change: fetch),
      ])
  }

  static let newsFeed = StateComponent("NewsFeedViewModel") {
    let news = News()
    let model = NewsFeedViewModel(news)
    return StateComponent.Instance(
      model,
      probes: [
        .init("items") {
          "\(model.items)"
        } change: { number in
          news.number.withLock { $0 = number }
          try await model.load(category: "science")
        },
        .init("indicators") {
          "\(model.indicators)"
        } change: { number in
          news.number.withLock { $0 = number }
          try await model.search("query")
        },
      ])
  }

  static let socialDashboard = StateComponent("SocialDashboardViewModel") {
    let repository = Posts()
    let load = Remembered<Task<Void, any Error>?>(nil)
    let model = SocialDashboardViewModel(repository: repository)
    let save: @MainActor @Sendable (Int, Bool) async -> Void = { number, isStored in
      repository.isWorking.withLock { $0 = isStored }
      // What it throws, it shows too.
      try? await model.savePost(
        SocialPost(
          id: UUID(), text: "\(number)", createdAt: Date(timeIntervalSinceReferenceDate: 0), status: .draft))
    }
    return StateComponent.Instance(
      model,
      probes: [
        .init("posts", read: { "\(model.posts)" }, change: { await save($0, true) }),
        .init("drafts", read: { "\(model.drafts)" }, change: { await save($0, false) }),
        .init(
          "error", read: { "\(String(describing: model.error))" },
          change: { await save($0, $0.isMultiple(of: 2)) }),
        .init(
          "lastOperation", read: { "\(String(describing: model.lastOperation))" },
          change: { await save($0, $0.isMultiple(of: 2)) }),
        .init("isLoading") {
          "\(model.isLoading)"
        } change: { number in
          // An even number leaves a load under way, which the next one lets go. The last is odd.
          repository.release()
          try await load.now?.value
          guard number.isMultiple(of: 2) else { return }
          repository.hold()
          load.set(Task { try await model.loadPosts() })
          while !model.isLoading { await Task.yield() }
        },
      ])
  }

  static let focusSessions = StateComponent("FocusSessionManager") {
    let now = Remembered(Date(timeIntervalSinceReferenceDate: 0))
    let manager = FocusSessionManager(
      FocusSetup(
        data: DataActor(store: try await MemoryLocation().open()), notifications: NotificationScheduler(),
        now: { now.now }, makeID: { UUID() }))
    let begin: @MainActor @Sendable (Int) async throws -> Void = { number in
      try await manager.endSession()
      try await manager.startSession(duration: TimeInterval(number + 1))
    }
    return StateComponent.Instance(
      manager,
      probes: [
        .init("currentSession", read: { "\(String(describing: manager.currentSession))" }, change: begin),
        .init("remainingTime", read: { "\(manager.remainingTime)" }, change: begin),
        .init("lastCompletedSession") {
          "\(String(describing: manager.lastCompletedSession))"
        } change: { number in
          try await begin(number)
          now.withValue { $0 = $0.addingTimeInterval(TimeInterval(number + 1)) }
          try await manager.tick()
        },
      ])
  }
}

// MARK: What they stand on

@Observable
@MainActor
private final class Marker {
  let number: Int

  init(_ number: Int) { self.number = number }
}

/// Has the service at one time and not at another.
private final class Fickle: DependencyResolving {
  let next = Mutex<Result<Int, any Error>>(.failure(NetworkError.timeout))

  func resolve<Service: Sendable>(_ key: DependencyKey<Service>) throws -> Service {
    guard let service = try next.withLock({ $0 }).get() as? Service else {
      throw DependencyError.missing(key.name)
    }
    return service
  }
}

private final class Decision: TrackingAuthorizationSource {
  let status = Mutex(TrackingAuthorizationStatus.notDetermined)

  func currentStatus() -> TrackingAuthorizationStatus { status.withLock { $0 } }
  func requestAuthorization() async -> TrackingAuthorizationStatus { currentStatus() }
}

/// One article of a number, made up where it is even.
private final class News: NewsProviding {
  let number = Mutex(0)

  var dataSource: NewsDataSource { .api }
  var fetchedAt: Date? { nil }
  func fetchNews(category: String) async throws -> [NewsItem] { items }
  func searchNews(query: String) async throws -> [NewsItem] { items }
  func purgeCache() async throws {}

  private var items: [NewsItem] {
    let number = number.withLock { $0 }
    return [
      NewsItem(
        id: "\(number)", url: "https://news.example/\(number)", title: "\(number)", summary: "",
        publishedAt: Date(timeIntervalSinceReferenceDate: 0), source: "test",
        dataSource: number.isMultiple(of: 2) ? .mock : .api)
    ]
  }
}

/// Keeps nothing: takes posts or refuses them, and answers at once or when it is let go.
private final class Posts: SocialPostRepository {
  let isWorking = Mutex(true)
  private let gate = Mutex<(wait: AsyncStream<Void>, open: AsyncStream<Void>.Continuation)?>(nil)

  func hold() {
    let (wait, open) = AsyncStream<Void>.makeStream()
    gate.withLock { $0 = (wait, open) }
  }

  func release() {
    gate.withLock { gate in
      gate?.open.finish()
      gate = nil
    }
  }

  func save(_ post: SocialPost) async throws {
    if !isWorking.withLock({ $0 }) { throw SocialPostError.notFound }
  }

  func delete(_ post: SocialPost) async throws {}

  func fetchAll() async throws -> [SocialPost] {
    if let wait = gate.withLock({ $0?.wait }) {
      for await _ in wait {}
    }
    return []
  }
}
