import ArgusReference
import Foundation
import PlatformStandIns
import PropertyTesting
import StorageContract
import StorageFaults
import Synchronization

/// A launched app and the backend that it reads. For use under a schedule.
final class FeedDriver: Sendable {
  private struct Running {
    var app: ArgusApp?
    var store: any Store
  }

  private let system: ArgusSystem
  private let location: any StoreLocation
  private let faults = StoreFaults()
  /// What the system takes back with the next commit.
  private let doomed = Remembered<BackgroundRun?>(nil)
  /// How many writes the store takes yet; nil: any number.
  private let allowance = Remembered<Int?>(nil)
  private let backend = FeedBackend()
  private let notifications = NotificationScheduler()
  private let settings = AppSandbox()
  private let scheduler: Mutex<BackgroundScheduler>
  private let running: Mutex<Running>

  init(_ system: ArgusSystem) async throws {
    self.system = system
    var hooks = StoreHooks()
    hooks.write = { [doomed, allowance] store, body in
      if allowance.now == 0 { throw StoreError.io(operation: "commit", path: "", reason: "planned") }
      allowance.withValue { $0 = $0.map { $0 - 1 } }
      try await store.write { try body($0) }
      doomed.exchange(nil)?.expire()
    }
    location = AnyStoreLocation(open: system.openStore).with(faults).interposed(hooks)
    let store = try await location.open()
    let scheduler = BackgroundScheduler()
    self.scheduler = Mutex(scheduler)
    let app = try await system.launch(Self.platform(store, backend, notifications, settings, scheduler))
    running = Mutex(Running(app: app, store: store))
  }

  private static func platform(
    _ store: any Store, _ backend: FeedBackend, _ notifications: NotificationScheduler, _ settings: AppSandbox,
    _ scheduler: BackgroundScheduler
  ) -> ArgusPlatform {
    var platform = ArgusPlatform(
      store: store, transport: backend, notifications: notifications, appSettings: settings, time: .device)
    platform.backgroundScheduler = scheduler
    return platform
  }

  func app() throws -> ArgusApp {
    guard let app = running.withLock({ $0.app }) else { throw ArgusError.notFound }
    return app
  }

  func relaunch() async throws {
    let old = running.withLock { running in
      running.app = nil
      return running.store
    }
    try await old.close()
    let store = try await location.open()
    let next = BackgroundScheduler()
    scheduler.withLock { $0 = next }
    let app = try await system.launch(Self.platform(store, backend, notifications, settings, next))
    running.withLock { $0 = Running(app: app, store: store) }
  }

  /// - Returns: what the user sees of it.
  func refresh(_ items: [FeedModel.Item], _ kind: FeedModel.Refresh) async throws -> String {
    backend.serve(
      kind == .garbled ? "{\"articles\":[]}" : "[\(items.map(\.json).joined(separator: ","))]",
      isDown: kind == .failing || kind == .failingInTheForeground)
    var result = "done"
    switch kind {
    case .foreground, .failingInTheForeground, .garbled, .unnoted:
      // The one that stores the articles.
      if kind == .unnoted { allowance.set(1) }
      do { try await app().feed.refresh(in: nil) } catch let error as ArgusError { result = "\(error)" }
    case .background, .failing: scheduler.withLock { $0 }.launch("refresh")
    case .expiring:
      let run = scheduler.withLock { $0 }.launch("refresh")
      try await Task.sleep(for: .milliseconds(500))
      run?.expire()
    case .expiringLate: doomed.set(scheduler.withLock { $0 }.launch("refresh"))
    }
    // Longer than all retries.
    try await Task.sleep(for: .seconds(40))
    doomed.set(nil)
    allowance.set(nil)
    return result
  }

  /// A refresh while the user watches, during which the store does not say once whether it has committed.
  func refresh(_ items: [FeedModel.Item], unsureAt commit: Int, isDone: Bool) async throws -> String {
    faults.inject(StoreFault(.commit, .isUnknown(done: isDone), skipping: commit))
    defer { faults.heal() }
    return try await refresh(items, .foreground)
  }

  func setNotifying(_ value: String?) { settings.setPreference(value, for: "notificationsEnabled") }

  /// The articles that were pushed, in the order of delivery, with what they say if that is not the title.
  var pushes: [String] {
    delivered("article-").map { push in
      let id = push.id.split(separator: "-").dropFirst().first.map(String.init) ?? ""
      return push.message == "news \(id)" ? id : "\(id) “\(push.message)”"
    }
  }
  var summaries: [String] { delivered("new-articles").map(\.message) }

  /// What is stored, with all that it has.
  var articles: [String] {
    get async throws {
      try await app().articles.articles(topic: nil).articles.sorted { $0.id < $1.id }.map { article in
        let texts = "“\(article.title)” \(article.summary) \(article.body) \(article.topicNames.joined(separator: " "))"
        let rating = article.qualityScore.map { "\($0)" } ?? "nil"
        return "\(article.id) \(texts), of \(Int(article.publishedAt.timeIntervalSince1970)) s, rated \(rating), "
          + (article.highPriority ? "important" : "unimportant")
      }
    }
  }

  private func delivered(_ prefix: String) -> [NotificationScheduler.Request] {
    notifications.delivered.filter { $0.id.hasPrefix(prefix) }
  }

  func close() async throws {
    try await running.withLock { running in
      running.app = nil
      return running.store
    }.close()
  }
}

/// Answers after a second.
private final class FeedBackend: HTTPTransport {
  private let answer = Mutex<(body: String, isDown: Bool)>(("[]", false))

  func serve(_ body: String, isDown: Bool) { answer.withLock { $0 = (body, isDown) } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.url == "https://argus.example/articles" else { return HTTPResponse(status: 404) }
    let (body, isDown) = answer.withLock { $0 }
    try await Task.sleep(for: .seconds(1))
    return isDown ? HTTPResponse(status: 503) : HTTPResponse(status: 200, body: Array(body.utf8))
  }
}
