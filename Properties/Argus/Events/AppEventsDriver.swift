import ArgusReference
import Foundation
import PlatformStandIns
import PropertyTesting
import StorageContract
import Synchronization

/// A launched app with a listener to every event from its first moment on. For use under a schedule: its time is the virtual one.
final class AppEventsDriver: Sendable {
  private let app: ArgusApp
  private let store: any Store
  private let cloud = MemoryCloud()
  private let backend = BackendOfRuns()
  private let scheduler = BackgroundScheduler()
  private let heard = Remembered<[ArgusEvent]>([])
  private let subscriptions = Remembered<[EventSubscription]>([])

  init(_ system: ArgusSystem, _ policy: StorageModePolicy) async throws {
    var parts = system.parts
    let make = parts.makeEventBus
    parts.makeEventBus = { [heard, subscriptions] in
      let bus = make()
      subscriptions.set(
        ArgusEvent.Name.allCases.map { name in bus.subscribe(to: name) { event in heard.withValue { $0.append(event) } } })
      return bus
    }
    store = try await system.openStore()
    var platform = ArgusPlatform(store: store, transport: backend, time: .device)
    platform.cloud = cloud
    platform.synchronizesByItself = false
    platform.storagePolicy = policy
    platform.conditions = backend.conditions
    platform.backgroundScheduler = scheduler
    app = try await system.launch(platform, parts)
    try await rest()
  }

  private func rest() async throws { try await Task.sleep(for: .milliseconds(5)) }

  func report(_ outcome: OperationOutcome) async throws {
    await app.health.report(outcome, of: "test")
    try await rest()
  }

  func setAccount(_ isThere: Bool) async throws {
    cloud.behave(isThere ? .available : .unavailable)
    app.handle(.accountChanged)
    try await rest()
  }

  func setPower(_ isThere: Bool) async throws {
    backend.conditions.set { $0.hasExternalPower = isThere }
    try await rest()
  }

  func save(_ id: Int) async throws {
    try await app.articles.save(ArticleModel(id: "\(id)", url: "https://news.example/\(id)", title: "article \(id)"))
    try await rest()
  }

  func delete(_ id: Int) async throws {
    try await app.articles.delete("\(id)")
    try await rest()
  }

  func markSeen(_ id: Int) async throws {
    try await app.articles.markSeen("\(id)")
    try await rest()
  }

  func set(_ value: String?, for key: String) async throws {
    try await app.settings.set(value, for: key)
    try await rest()
  }

  func run(_ kind: AppEventMachine.Run) async throws {
    backend.serve(kind)
    if kind == .waitsForTheNetwork { backend.conditions.set { $0.isOnline = false } }
    let run = scheduler.launch("refresh")
    if kind == .expires {
      try await Task.sleep(for: .seconds(1))
      run?.expire()
    } else {
      try await Task.sleep(for: .seconds(30))
    }
    backend.conditions.set { $0.isOnline = true }
    try await rest()
  }

  /// The events of that name, in order, with what they carry.
  func lines(of name: ArgusEvent.Name) -> [String] {
    heard.now.filter { $0.name == name }.map { event in
      let details = event.details
      switch name {
      case .healthChanged: return "\(details["from"] ?? "?") to \(details["to"] ?? "?")"
      case .storageModeChanged: return details["to"] ?? "?"
      case .articlesChanged: return "commit \(details["commit"] ?? "?")"
      case .backgroundTaskEnded: return "\(details["id"] ?? "?") \(details["outcome"] ?? "?")"
      case .settingsChanged: return details["key"] ?? "?"
      }
    }
  }

  var logLines: [String] { app.logger.entries.filter { $0.category == "BackgroundTaskManager" }.map { "\($0.level) \($0.message)" } }

  func close() async throws {
    subscriptions.set([])
    try await store.close()
  }
}

/// Answers as the kind of run demands.
private final class BackendOfRuns: HTTPTransport {
  let conditions = DeviceConditions()
  private let kind = Mutex(AppEventMachine.Run.succeeds)

  func serve(_ next: AppEventMachine.Run) { kind.withLock { $0 = next } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let kind = kind.withLock { $0 }
    if kind.delay > 0 { try await Task.sleep(for: .milliseconds(kind.delay)) }
    if kind == .isRefused { return HTTPResponse(status: 403) }
    let id = AppEventMachine.newsID
    let news = "{\"id\":\"\(id)\",\"url\":\"https://news.example/\(id)\",\"title\":\"news\"}"
    return HTTPResponse(status: 200, body: Array("[\(kind == .succeeds ? news : "")]".utf8))
  }
}
