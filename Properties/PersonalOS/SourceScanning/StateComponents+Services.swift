import Foundation
import Observation
import PersonalOSReference
import PlatformStandIns
import StorageContract

// Components over a service, a source or a store. The last number is 1,001: a property that changes only once changes then.

extension StateComponents {
  static let dependentModel = StateComponent("DependentModel") {
    let source = Fickle()
    let model = DependentModel(DependencyKey<Int>("number"), from: source)
    return .init(
      model,
      probes: [
        .shows("error", { model.error }) { number in
          source.next.set(.failure(.serverError(number)))
          model.start()
        },
        .shows("service", { model.service }) { number in
          source.next.set(number > 1_000 ? .success(number) : .failure(.timeout))
          model.start()
        },
      ])
  }

  static let privacyManager = StateComponent("PrivacyManager") {
    let device = ConsentDriver.Device()
    let manager = PrivacyManager(source: device) { _ in }
    let decide: @MainActor @Sendable (TrackingAuthorizationStatus) -> Void = { status in
      device.decide(status)
      manager.track("opened")
    }
    return .init(
      manager,
      probes: [
        .shows("hasRequestedATT", { manager.hasRequestedATT }) { decide($0 > 1_000 ? .denied : .notDetermined) },
        .shows("trackingAuthorizationStatus", { manager.trackingAuthorizationStatus }) {
          decide($0.isMultiple(of: 2) ? .authorized : .denied)
        },
      ])
  }

  static let configurationService = StateComponent("RemoteConfigService") {
    let number = Remembered(0)
    let service = RemoteConfigService(
      ConfigurationSetup(
        environment: .production,
        fetch: { _ in
          let flag = FeatureFlag(enabled: !number.now.isMultiple(of: 2), rolloutBasisPoints: FeatureFlag.all)
          return try RemoteConfiguration(
            apiKeys: ["prices": "key \(number.now)"], endpoints: ["prices": "https://api.example/\(number.now)"],
            featureFlags: ["charts": flag]
          ).document
        },
        cache: nil, userID: "user"))
    let fetch: @MainActor @Sendable (Int) async throws -> Void = { next in
      number.set(next)
      try await service.fetchLatestConfig()
    }
    return .init(
      service,
      probes: [
        .shows("isReady", { service.isReady }) { if $0 > 1_000 { try await fetch($0) } },
        .shows("configuration", { service.configuration }, change: fetch),
        .shows("featureFlags", { service.featureFlags }, change: fetch),
        .shows("apiEndpoints", { service.apiEndpoints }, change: fetch),
        .shows("getAPIKey", { service.getAPIKey(for: "prices") }, change: fetch),
      ])
  }

  static let newsFeed = StateComponent("NewsFeedViewModel") {
    let feed = ScriptedFeed()
    let news = NewsService(DataActor(store: try await MemoryLocation().open()), feed: feed) { start }
    let model = NewsFeedViewModel(news)
    let deliver: @MainActor @Sendable (Int) -> Void = { number in
      let url = "https://news.example/\(number)"
      feed.answers([FeedArticle(url: url, title: "\(number)", summary: "", publishedAt: start, source: "test")])
    }
    return .init(
      model,
      probes: [
        .shows("items", { model.items }) { number in
          deliver(number)
          try await model.load(category: "science")
        },
        .shows("indicators", { model.indicators }) { number in
          number.isMultiple(of: 2) ? feed.answers(nil) : deliver(number)
          try await model.search("query")
        },
      ])
  }

  static let socialDashboard = StateComponent("SocialDashboardViewModel") {
    let posts = ScriptedPosts(StoredSocialPosts(data: DataActor(store: try await MemoryLocation().open())))
    let model = SocialDashboardViewModel(repository: posts)
    let save: @MainActor @Sendable (Int, Bool) async -> Void = { number, isStored in
      if !isStored { posts.setNext(.init(failure: .network(.timeout))) }
      // What it throws, it shows too.
      try? await model.savePost(SocialPost(id: UUID(), text: "\(number)", createdAt: start, status: .draft))
    }
    let load = Remembered<(end: AsyncStream<Void>.Continuation, task: Task<Void, any Error>)?>(nil)
    return .init(
      model,
      probes: [
        .shows("posts", { model.posts }) { await save($0, true) },
        .shows("drafts", { model.drafts }) { await save($0, false) },
        .shows("error", { model.error }) { await save($0, $0.isMultiple(of: 2)) },
        .shows("lastOperation", { model.lastOperation }) { await save($0, $0.isMultiple(of: 2)) },
        .shows("isLoading", { model.isLoading }) { number in
          // An even number leaves a load under way, which the next number ends. The last is odd.
          load.now?.end.finish()
          try await load.exchange(nil)?.task.value
          guard number.isMultiple(of: 2) else { return }
          let (wait, end) = AsyncStream<Void>.makeStream()
          posts.setNext(.init { moment in if moment == .called { for await _ in wait {} } })
          load.set((end, Task { try await model.loadPosts() }))
          while !model.isLoading { await Task.yield() }
        },
      ])
  }

  static let focusSessions = StateComponent("FocusSessionManager") {
    let now = Remembered(start)
    let manager = FocusSessionManager(
      FocusSetup(
        data: DataActor(store: try await MemoryLocation().open()), notifications: NotificationScheduler(),
        now: { now.now }, makeID: { UUID() }))
    let begin: @MainActor @Sendable (Int) async throws -> Void = { number in
      try await manager.endSession()
      try await manager.startSession(duration: TimeInterval(number + 1))
    }
    return .init(
      manager,
      probes: [
        .shows("currentSession", { manager.currentSession }, change: begin),
        .shows("remainingTime", { manager.remainingTime }, change: begin),
        .shows("lastCompletedSession", { manager.lastCompletedSession }) { number in
          try await begin(number)
          now.withValue { $0 = $0.addingTimeInterval(TimeInterval(number + 1)) }
          try await manager.tick()
        },
      ])
  }
}

@Observable
@MainActor
final class Marker {
  let number: Int

  init(_ number: Int) { self.number = number }
}

/// Has the service at one time and not at another.
private struct Fickle: DependencyResolving {
  let next = Remembered<Result<Int, NetworkError>>(.failure(.timeout))

  func resolve<Service: Sendable>(_ key: DependencyKey<Service>) throws -> Service {
    guard let service = try next.now.get() as? Service else { throw DependencyError.missing(key.name) }
    return service
  }
}
