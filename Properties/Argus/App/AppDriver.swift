import ArgusReference
import Foundation
import PlatformStandIns
import PropertyTesting
import StorageContract
import StorageFaults
import Synchronization

/// Two launched apps, wired as they ship, over a cloud that notes what they do. The first has the case's store.
///
/// For use under a schedule: its time is the virtual one.
final class AppDriver: Sendable {
  /// What is seen after a command, when everything has come to rest.
  struct Sight: Sendable, CounterexampleDescribable {
    /// What the user saw of the action.
    var result: String
    /// Now, in whole seconds.
    var time: Int
    var events: [CloudEvent]
    var shown: [[DevicesModel.Shown]]
    var seen: [[Int: Int]]
    var pushes: [[Int]]
    var summaries: [[Int]]
    /// What the user was told of storage modes since the last launch.
    var modeNotices: [[String]]
    var isInTheCloud: [Bool]
    /// Ids of articles without stored rich text, and of rich text without its article.
    var strayTexts: [[String]] = []

    var counterexampleDescription: String {
      let devices = shown.indices.map { "\($0): \(describe(shown[$0])), told of \(describe(pushes[$0]))" }
      return "\(result) at \(time) s; \(describe(events)); \(devices.joined(separator: "; "))"
    }
  }

  /// What outlives the app on a device.
  private final class Place: Sendable {
    let number: Int
    let system: ArgusSystem
    let location: any StoreLocation
    let faults: StoreFaults
    let legacy: (any Store)?
    let notifications = NotificationScheduler()
    let conditions = DeviceConditions()
    let appSettings = AppSandbox()
    let deviceSettings = AppSandbox()
    let backend = ScriptedBackend()
    /// By how many seconds its clock is fast, and when the device was started; nil: long ago.
    let clock = Mutex(0)
    let started = Mutex<ContinuousClock.Instant?>(nil)

    init(_ number: Int, _ system: ArgusSystem, old: [Int]?) async throws {
      self.number = number
      self.system = system
      let faults = StoreFaults()
      self.faults = faults
      location = AnyStoreLocation(open: system.openStore).with(faults)
      guard let old else {
        legacy = nil
        return
      }
      let legacy = try await MemoryBackend().makeLocation().open()
      try await legacy.write { transaction in
        for id in old {
          let bytes = Array(try JSONEncoder().encode(Self.legacyArticle(id)))
          try transaction.put(["article": .bytes(bytes)], at: "\(id)", in: "notification_data")
        }
      }
      self.legacy = legacy
    }

    var time: ArgusTime {
      var time = ArgusTime.device
      let date = time.date
      time.date = { date().addingTimeInterval(Double(self.clock.withLock { $0 })) }
      if let started = started.withLock({ $0 }) { time.uptime = { started.duration(to: ContinuousClock().now) } }
      return time
    }

    private static func legacyArticle(_ id: Int) -> LegacyArticle {
      let (read, bookmarked) = AppModel.oldMarks(id)
      return LegacyArticle(
        id: "\(id)", articleURL: "https://news.example/\(id)", articleTitle: AppModel.oldTitle(id), content: "", topic: nil,
        published: 0, flags: LegacyArticle.Flags(rawValue: (read ? 1 : 0) + (bookmarked ? 2 : 0)))
    }
  }

  private struct Running {
    var app: ArgusApp?
    var store: (any Store)?
    var access: SharedCloud.Access?
    var scheduler = BackgroundScheduler()
    /// Notices of earlier launches.
    var noticesBefore = 0
  }

  private let cloud = SharedCloud()
  private let places: [Place]
  private let running = Mutex([Running(), Running()])
  private let start: Date

  init(_ system: ArgusSystem, _ model: AppModel) async throws {
    let other = try await MemoryBackend().makeLocation()
    var second = system
    second.openStore = { try await other.open() }
    places = [
      try await Place(0, system, old: model.devices[0].old), try await Place(1, second, old: model.devices[1].old),
    ]
    start = Date().addingTimeInterval(1)
    for device in places.indices { try await launch(device) }
    try await rest()
    _ = cloud.takeEvents()
  }

  func app(_ device: Int) throws -> ArgusApp {
    guard let app = running.withLock({ $0[device].app }) else { throw ArgusError.notFound }
    return app
  }

  private func launch(_ device: Int) async throws {
    let place = places[device]
    let old = running.withLock { running in
      defer { running[device].app = nil }
      return running[device]
    }
    old.access?.end()
    place.faults.heal()
    try? await old.store?.close()
    let store = try await place.location.open()
    let access = cloud.access(of: device)
    let scheduler = BackgroundScheduler()
    var platform = ArgusPlatform(
      store: store, transport: place.backend, notifications: place.notifications, appSettings: place.appSettings,
      deviceSettings: place.deviceSettings, time: place.time)
    platform.cloud = access
    platform.deviceName = "device \(device)"
    platform.conditions = place.conditions
    platform.backgroundScheduler = scheduler
    platform.legacyStore = place.legacy
    platform.migrationBatchSize = 1
    let noticesBefore = place.notifications.delivered.count
    let app = try await place.system.launch(platform)
    running.withLock {
      $0[device] = Running(app: app, store: store, access: access, scheduler: scheduler, noticesBefore: noticesBefore)
    }
  }

  /// A whole number of seconds, so that the model knows the time of what is seen.
  func rest(_ seconds: Int = 1) async throws { try await Task.sleep(for: .seconds(seconds)) }

  /// - Returns: "done"; how long it took if the user would not wait for it.
  func relaunch(_ device: Int, restartsDevice: Bool) async throws -> String {
    if restartsDevice { places[device].started.withLock { $0 = ContinuousClock().now } }
    let began = Date()
    try await launch(device)
    let took = Date().timeIntervalSince(began)
    return took <= 6 ? "done" : "done after \(Int(took)) s"
  }

  // What the user does.

  /// - Returns: what the user sees.
  func perform(_ action: AppModel.Action, on device: Int) async throws -> String {
    let operations = try app(device).operations
    do {
      switch action {
      case .refresh(let items):
        places[device].backend.serve(items)
        return try await operations.refresh() ? "done" : "offline"
      case .setRead(let id, let isRead): try await operations.setRead(isRead, of: "\(id)")
      case .setBookmarked(let id, let isBookmarked): try await operations.setBookmarked(isBookmarked, of: "\(id)")
      case .open(let id): _ = try await operations.open("\(id)")
      case .delete(let id): try await operations.delete("\(id)")
      }
      return "done"
    } catch ArgusError.notFound {
      return "notFound"
    } catch is MigrationInProgress {
      return "blocked"
    } catch ArgusError.transactionFailed {
      return "failed"
    }
  }

  /// The app dies at one of the commits that the action leads to, and is launched again.
  func kill(during action: AppModel.Action, on device: Int, commit: Int, isDone: Bool) async throws -> String {
    places[device].faults.inject(StoreFault(.commit, .dies(done: isDone), skipping: commit))
    let result = try await perform(action, on: device)
    try await rest()
    try await launch(device)
    return result
  }

  /// The user acts while the store fails.
  func perform(_ action: AppModel.Action, on device: Int, while fault: StoreFault) async throws -> String {
    let faults = places[device].faults
    faults.inject(fault)
    defer { faults.heal() }
    return try await perform(action, on: device)
  }

  /// Without network, so that nothing comes between the articles.
  func migrate(_ device: Int, dyingAt commit: Int?, isDone: Bool) async throws {
    let place = places[device]
    let wasOnline = place.conditions.isOnline
    place.conditions.set { $0.isOnline = false }
    if let commit { place.faults.inject(StoreFault(.commit, .dies(done: isDone), skipping: commit)) }
    do { try await app(device).migration.runIfNeeded() } catch is ArgusError {}
    if commit != nil { try await launch(device) }
    place.conditions.set { $0.isOnline = wasOnline }
  }

  /// A background refresh; if it is stopped, before anything has come.
  func refreshInTheBackground(_ items: [AppModel.Item], on device: Int, isStopped: Bool) async throws {
    places[device].backend.serve(items, delay: isStopped ? .milliseconds(100) : .zero)
    let run = running.withLock { $0[device].scheduler }.launch("refresh")
    if isStopped {
      try await Task.sleep(for: .milliseconds(50))
      run?.expire()
      try await Task.sleep(for: .milliseconds(950))
    } else {
      try await rest()
    }
  }

  func behave(_ behaviour: MemoryCloud.Behaviour) { cloud.behave(behaviour) }

  /// Signs the user in or out.
  func toggleAccount() async throws { cloud.behave(cloud.behaviour == .unavailable ? .available : .unavailable) }

  func setClock(by seconds: Int, on device: Int) { places[device].clock.withLock { $0 += seconds } }

  func setOnline(_ isOnline: Bool, _ device: Int) { places[device].conditions.set { $0.isOnline = isOnline } }

  // What is seen.

  func look(_ result: String = "done") async throws -> Sight {
    var sight = Sight(
      result: result, time: Int(Date().timeIntervalSince(start).rounded()), events: [], shown: [], seen: [], pushes: [], summaries: [], modeNotices: [],
      isInTheCloud: [])
    for device in places.indices {
      let app = try app(device)
      let list = await app.operations.list(topic: nil)
      sight.shown.append(DevicesModel.Shown.all(list))
      let seen = try await app.articleStore.read { try $0.seenArticles() }
      sight.strayTexts.append(
        try await app.articleStore.read { reader in
          let texts = try reader.raw.scan(RichTextBlobs.collection).map(\.key)
          return Set(texts).symmetricDifference(try reader.articles().map(\.id)).sorted()
        })
      sight.seen.append(
        seen.reduce(into: [:]) { $0[Int($1.articleID) ?? -1] = Int($1.seenAt.timeIntervalSince(start).rounded()) })
      let delivered = places[device].notifications.delivered
      sight.pushes.append(
        delivered.filter { $0.id.hasPrefix("article-") }.compactMap { $0.id.split(separator: "-").dropFirst().first.flatMap { Int($0) } })
      sight.summaries.append(
        delivered.filter { $0.id.hasPrefix("new-articles") }.compactMap { $0.message.split(separator: " ").first.flatMap { Int($0) } })
      let before = running.withLock { $0[device].noticesBefore }
      sight.isInTheCloud.append(app.storage.mode == .cloud)
      sight.modeNotices.append(delivered.dropFirst(before).filter { $0.id.hasPrefix("storage-mode") }.map(\.message))
    }
    sight.events = cloud.takeEvents()
    return sight
  }

  func close() async throws {
    cloud.behave(.available)
    for device in places.indices {
      let old = running.withLock { running in
        defer { running[device] = Running() }
        return running[device]
      }
      old.access?.end()
      places[device].faults.heal()
      try? await old.store?.close()
      try? await places[device].legacy?.close()
    }
  }
}

/// A backend that has what it is given, and nothing in an answer of before.
private final class ScriptedBackend: HTTPTransport {
  private let answer = Mutex<(items: [AppModel.Item], delay: Duration)>(([], .zero))

  func serve(_ items: [AppModel.Item], delay: Duration = .zero) { answer.withLock { $0 = (items, delay) } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.url == "https://argus.example/articles" else { return HTTPResponse(status: 404) }
    let (items, delay) = answer.withLock { $0 }
    if delay > .zero { try await Task.sleep(for: delay) }
    let rows = items.map {
      "{\"id\":\"\($0.id)\",\"url\":\"https://news.example/\($0.id)\",\"title\":\"\($0.title)\",\"highPriority\":\($0.isImportant)}"
    }
    return HTTPResponse(status: 200, body: Array("[\(rows.joined(separator: ","))]".utf8))
  }
}
