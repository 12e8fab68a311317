import ArgusReference
import Foundation
import PlatformStandIns
import PropertyTesting
import StorageContract
import StorageFaults
import Synchronization

/// A launched app and the backend that it reads. For use under a schedule.
final class FeedUnderTest: Sendable {
  private struct Running {
    var app: ArgusApp?
    var store: any Store
  }

  private let system: ArgusSystem
  private let location: any StoreLocation
  private let faults = StoreFaults()
  private let backend = FeedBackend()
  private let notifications = NotificationScheduler()
  private let settings = AppSandbox()
  private let scheduler: Mutex<BackgroundScheduler>
  private let running: Mutex<Running>

  init(_ system: ArgusSystem) async throws {
    self.system = system
    location = AnyStoreLocation(open: system.openStore).with(faults)
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

  func refresh(_ items: [FeedModel.Item], _ kind: FeedModel.Refresh) async throws {
    backend.serve(items, isDown: kind == .failing)
    switch kind {
    case .foreground: try await app().feed.refresh(in: nil)
    case .background, .failing: scheduler.withLock { $0 }.launch("refresh")
    case .expiring:
      let run = scheduler.withLock { $0 }.launch("refresh")
      try await Task.sleep(for: .milliseconds(500))
      run?.expire()
    }
    // Longer than all retries.
    try await Task.sleep(for: .seconds(40))
  }

  /// A refresh while the user watches, during which the store does not say once whether it has committed.
  func refresh(_ items: [FeedModel.Item], unsureAt commit: Int, isDone: Bool) async throws {
    faults.inject(StoreFault(.commit, .isUnknown(done: isDone), skipping: commit))
    defer { faults.heal() }
    try await refresh(items, .foreground)
  }

  func setNotifying(_ isNotifying: Bool) {
    settings.setPreference(isNotifying ? nil : "false", for: "notificationsEnabled")
  }

  /// The articles that were pushed, in the order of delivery, with what they say if that is not the title.
  var pushes: [String] {
    delivered("article-").map { push in
      let id = push.id.split(separator: "-").dropFirst().first.map(String.init) ?? ""
      return push.message == "news \(id)" ? id : "\(id) “\(push.message)”"
    }
  }
  var summaries: [String] { delivered("new-articles").map(\.message) }

  /// What is stored, with whatever text it has but its title.
  var articles: [String] {
    get async throws {
      try await app().articles.articles(topic: nil).articles.sorted { $0.id < $1.id }
        .map { "\($0.id) “\($0.title)”\($0.summary)\($0.body)\($0.topicNames.joined())" }
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
  private let items = Mutex<(items: [FeedModel.Item], isDown: Bool)>(([], false))

  func serve(_ new: [FeedModel.Item], isDown: Bool) { items.withLock { $0 = (new, isDown) } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.url == "https://argus.example/articles" else { return HTTPResponse(status: 404) }
    let (items, isDown) = items.withLock { $0 }
    try await Task.sleep(for: .seconds(1))
    if isDown { return HTTPResponse(status: 503) }
    let rows = items.map {
      "{\"id\":\"\($0.id)\",\"url\":\"https://news.example/\($0.id)\",\"title\":\"news \($0.id)\",\"highPriority\":\($0.isImportant)}"
    }
    return HTTPResponse(status: 200, body: Array("[\(rows.joined(separator: ","))]".utf8))
  }
}
