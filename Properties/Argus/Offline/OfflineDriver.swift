import ArgusReference
import PlatformStandIns
import PropertyTesting
import StorageContract
import Synchronization

/// A launched app, its backend and its cloud, both of which count the calls that come without network. For use under a
/// schedule: its time is the virtual one.
final class OfflineDriver: Sendable {
  private struct Running {
    var app: ArgusApp?
    var store: any Store
  }

  let cloud = MemoryCloud()
  private let network: CountedNetwork
  private let notifications = NotificationScheduler()
  private let system: ArgusSystem
  private let running: Mutex<Running>

  init(_ system: ArgusSystem) async throws {
    self.system = system
    let network = CountedNetwork(cloud: cloud)
    self.network = network
    let store = try await system.openStore()
    running = Mutex(Running(app: try await system.launch(Self.platform(store, network, notifications)), store: store))
    try await rest()
  }

  private static func platform(_ store: any Store, _ network: CountedNetwork, _ notifications: NotificationScheduler) -> ArgusPlatform {
    var platform = ArgusPlatform(store: store, transport: network, notifications: notifications, time: .device)
    platform.cloud = network
    platform.conditions = network.conditions
    return platform
  }

  private var app: ArgusApp {
    get throws {
      guard let app = running.withLock({ $0.app }) else { throw ArgusError.notFound }
      return app
    }
  }

  var callsWithoutNetwork: Int { network.callsWithoutNetwork }
  var mode: StorageMode { get throws { try app.storage.mode } }
  var modeNotices: [StorageMode] {
    notifications.delivered.filter { $0.id.hasPrefix("storage-mode") }.map { $0.message.contains("cloud") ? .cloud : .local }
  }

  func rest() async throws { try await Task.sleep(for: .seconds(1)) }

  func setOnline(_ isOnline: Bool) async throws {
    network.conditions.set { $0.isOnline = isOnline }
    try await rest()
  }

  func refresh(_ ids: Set<Int>, _ title: Int) async throws -> String {
    network.serve(ids, title)
    let isAsked = try await app.operations.refresh()
    try await rest()
    return isAsked ? "asked" : "not asked"
  }

  func setBookmarked(_ isBookmarked: Bool, of id: Int) async throws {
    try await app.operations.setBookmarked(isBookmarked, of: "\(id)")
    try await rest()
  }

  func delete(_ id: Int) async throws {
    try await app.operations.delete("\(id)")
    try await rest()
  }

  func look() async throws -> String {
    let operations = try app.operations
    let rows = Self.rows(await operations.list(topic: nil).articles)
    return "\(operations.isOffline ? "offline " : "")\(describe(rows))"
  }

  private static func rows(_ articles: [ArticleModel]) -> [String] {
    articles.sorted { $0.id < $1.id }.map { "\($0.id) \($0.title)\($0.isBookmarked ? " bookmarked" : "")" }
  }

  func relaunch() async throws {
    let old = running.withLock { running in
      running.app = nil
      return running.store
    }
    try await old.close()
    let store = try await system.openStore()
    let app = try await system.launch(Self.platform(store, network, notifications))
    running.withLock { $0 = Running(app: app, store: store) }
    try await rest()
  }

  /// What a new device of the user shows after its first synchronization: the reference's, whatever is under test.
  func rowsOnAnother() async throws -> [String] {
    let store = try await MemoryBackend().makeLocation().open()
    var platform = ArgusPlatform(store: store, transport: NoNetwork(), time: .device)
    platform.cloud = cloud
    platform.deviceName = "another device"
    platform.synchronizesByItself = false
    let other = try await ArgusApp.launch(platform)
    try await other.synchronize()
    let rows = Self.rows(await other.articles.articles(topic: nil).articles)
    try await store.close()
    return rows
  }

  func close() async throws {
    try await running.withLock { running in
      running.app = nil
      return running.store
    }.close()
  }
}

/// The way to the backend and to the cloud, which counts whoever takes it without network.
private final class CountedNetwork: HTTPTransport, CloudDatabase {
  let conditions = DeviceConditions()
  private let cloud: MemoryCloud
  private let calls = Mutex(0)
  private let news = Mutex<(ids: Set<Int>, title: Int)>(([], 0))

  init(cloud: MemoryCloud) { self.cloud = cloud }

  var callsWithoutNetwork: Int { calls.withLock { $0 } }

  func serve(_ ids: Set<Int>, _ title: Int) { news.withLock { $0 = (ids, title) } }

  private func pass() throws(TransportFailure) {
    if conditions.isOnline { return }
    calls.withLock { $0 += 1 }
    throw .offline
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try pass()
    let (ids, title) = news.withLock { $0 }
    let rows = ids.sorted().map { "{\"id\":\"\($0)\",\"url\":\"https://news.example/\($0)\",\"title\":\"title \(title)\"}" }
    return HTTPResponse(status: 200, body: Array("[\(rows.joined(separator: ","))]".utf8))
  }

  func isAvailable() async throws -> Bool {
    try pass()
    return try await cloud.isAvailable()
  }

  func push(_ records: [SyncRecord]) async throws {
    try pass()
    try await cloud.push(records)
  }

  func pull(after token: Int64) async throws -> CloudPage {
    try pass()
    return try await cloud.pull(after: token)
  }
}
