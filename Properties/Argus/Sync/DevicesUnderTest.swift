import ArgusReference
import Foundation
import PlatformStandIns
import PropertyTesting
import StorageContract
import StorageFaults
import Synchronization

/// Two launched apps over stores of their own and one cloud. The first has the case's store.
///
/// For use under a schedule: its time is the virtual one of the schedule.
final class DevicesUnderTest: Sendable {
  private struct Running {
    var app: ArgusApp?
    var store: any Store
  }

  let cloud = MemoryCloud()
  /// Of each device: the token of the page that it got last, and how often it asked for what came after another one.
  private let pages = Remembered<[(token: Int64, wrong: Int)]>([(0, 0), (0, 0)])
  /// What goes wrong in each device's store.
  private let faults = [StoreFaults(), StoreFaults()]
  private let systems: [ArgusSystem]
  private let running: Mutex<[Running]>
  private let start = Date()

  /// - Parameter observe: what stands before each device's coordinator.
  init(
    _ system: ArgusSystem,
    observe: @escaping @Sendable (Int, any CloudRequestCoordinating) -> any CloudRequestCoordinating = { $1 }
  ) async throws {
    let other = try await MemoryBackend().makeLocation()
    var both = [system, system]
    both[1].openStore = { try await other.open() }
    let make = system.parts.makeCoordinator
    for number in both.indices {
      let place = AnyStoreLocation(open: both[number].openStore).with(faults[number])
      both[number].openStore = { try await place.open() }
    }
    for number in both.indices { both[number].parts.makeCoordinator = { observe(number, make($0)) } }
    systems = both
    var devices: [Running] = []
    for (number, system) in systems.enumerated() {
      let store = try await system.openStore()
      let app = try await system.launch(Self.platform(store, AskedCloud(base: cloud, device: number, pages: pages), number))
      devices.append(Running(app: app, store: store))
    }
    running = Mutex(devices)
  }

  private static func platform(_ store: any Store, _ cloud: any CloudDatabase, _ number: Int) -> ArgusPlatform {
    var platform = ArgusPlatform(store: store, transport: NoNetwork(), time: .device)
    platform.cloud = cloud
    // The machine says when.
    platform.synchronizesByItself = false
    platform.deviceName = "device \(number)"
    return platform
  }

  /// How often devices did not ask for what comes after their last page.
  var wrongTokens: Int { pages.now.reduce(0) { $0 + $1.wrong } }

  func app(_ device: Int) throws -> ArgusApp {
    guard let app = running.withLock({ $0[device].app }) else { throw ArgusError.notFound }
    return app
  }

  func relaunch(_ device: Int) async throws {
    let old = running.withLock { running in
      defer { running[device].app = nil }
      return running[device].store
    }
    try await old.close()
    let store = try await systems[device].openStore()
    running.withLock { $0[device].store = store }
    let app = try await systems[device].launch(Self.platform(store, AskedCloud(base: cloud, device: device, pages: pages), device))
    running.withLock { $0[device].app = app }
    try await pass(milliseconds: 1)
  }

  func save(_ article: Int, on device: Int, _ edit: UserEdit) async throws {
    let articles = try app(device).articles
    var model =
      try await articles.article("\(article)")
      ?? ArticleModel(id: "\(article)", url: "https://argus.example/\(article)", title: "article \(article)")
    if let title = edit.title { model.title = title }
    if let read = edit.read { model.isRead = read }
    if let bookmarked = edit.bookmarked { model.isBookmarked = bookmarked }
    if let archived = edit.archived { model.isArchived = archived }
    try await articles.save(model)
  }

  /// Another article of the address of article 0 comes from outside.
  func saveNamesake(on device: Int, title: String) async throws {
    try await app(device).articles.save(
      ArticleModel(id: "\(DevicesModel.namesake)", url: "https://argus.example/0", title: title))
  }

  /// - Returns: whether it worked.
  func synchronize(_ device: Int) async throws -> Bool {
    do {
      try await app(device).sync.synchronize()
    } catch is ArgusError {
      try await pass(milliseconds: 1)
      return false
    }
    // What the app makes of it by itself.
    try await pass(milliseconds: 1)
    return true
  }

  /// With a call of the store that fails once on the way. A save that fails is repeated.
  func save(_ article: Int, on device: Int, _ edit: UserEdit, despite fault: StoreFault) async throws {
    let hits = faults[device].hits.count
    faults[device].inject(fault)
    defer { faults[device].heal() }
    do {
      try await save(article, on: device, edit)
    } catch is ArgusError where faults[device].hits.count > hits {
      try await save(article, on: device, edit)
    }
  }

  /// With a call of the store that fails once on the way. A synchronization that fails is repeated.
  func synchronize(_ device: Int, despite fault: StoreFault) async throws -> Bool {
    let hits = faults[device].hits.count
    faults[device].inject(fault)
    defer { faults[device].heal() }
    if try await synchronize(device) { return true }
    return faults[device].hits.count > hits ? try await synchronize(device) : false
  }

  func shown(on device: Int) async throws -> [DevicesModel.Shown] {
    let articles = await (try app(device)).articles.articles(topic: nil).articles
    return articles.sorted { $0.id < $1.id }.map {
      DevicesModel.Shown(article: Int($0.id) ?? -1, title: $0.title, isRead: $0.isRead, isBookmarked: $0.isBookmarked, isArchived: $0.isArchived)
    }
  }

  func seen(on device: Int) async throws -> [Int: Int] {
    let seen = try await app(device).articleStore.read { try $0.seenArticles() }
    return seen.reduce(into: [:]) { $0[Int($1.articleID) ?? -1] = Int($1.seenAt.timeIntervalSince(start).rounded()) }
  }

  func pass(milliseconds: Int) async throws { try await Task.sleep(for: .milliseconds(milliseconds)) }

  /// A whole number of seconds since the beginning, when this returns.
  func pass(seconds: Int) async throws { try await Task.sleep(for: .seconds(seconds)) }

  func close() async throws {
    cloud.behave(.available)
    let all = running.withLock { running in
      defer { for place in running.indices { running[place].app = nil } }
      return running.map(\.store)
    }
    for store in all { try? await store.close() }
  }
}

/// A cloud that notes which pages a device asks for.
private struct AskedCloud: CloudDatabase {
  let base: MemoryCloud
  let device: Int
  let pages: Remembered<[(token: Int64, wrong: Int)]>

  func isAvailable() async throws -> Bool { try await base.isAvailable() }
  func push(_ records: [SyncRecord]) async throws { try await base.push(records) }

  func pull(after token: Int64) async throws -> CloudPage {
    let page = try await base.pull(after: token)
    pages.withValue { pages in
      if pages[device].token != token { pages[device].wrong += 1 }
      pages[device].token = page.token
    }
    return page
  }
}
