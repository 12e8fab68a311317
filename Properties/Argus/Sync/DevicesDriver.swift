import ArgusReference
import Foundation
import PropertyTesting
import StorageContract
import StorageFaults
import Synchronization

/// Two launched apps over stores of their own and one cloud. The first has the case's store.
///
/// For use under a schedule: its time is the virtual one of the schedule.
final class DevicesDriver: Sendable {
  private struct Running {
    var app: ArgusApp?
    var store: (any Store)?
  }

  let cloud = MemoryCloud()
  /// Of each device: the token of the page that it got last, and how often it asked for what came after another one.
  private let pages = Remembered<[(token: Int64, wrong: Int)]>([(0, 0), (0, 0)])
  private let faults = [StoreFaults(), StoreFaults()]
  private let systems: [ArgusSystem]
  private let running = Mutex([Running(), Running()])
  private let start = Date()

  /// - Parameter observe: what stands before each device's coordinator.
  init(
    _ system: ArgusSystem,
    observe: @escaping @Sendable (Int, any CloudRequestCoordinating) -> any CloudRequestCoordinating = { $1 }
  ) async throws {
    let other = try await MemoryBackend().makeLocation()
    var systems = [system, system]
    systems[1].openStore = { try await other.open() }
    for device in systems.indices {
      let place = AnyStoreLocation(open: systems[device].openStore).with(faults[device])
      let make = system.parts.makeCoordinator
      systems[device].openStore = { try await place.open() }
      systems[device].parts.makeCoordinator = { observe(device, make($0)) }
    }
    self.systems = systems
    for device in systems.indices { try await launch(device) }
  }

  private func launch(_ device: Int) async throws {
    let store = try await systems[device].openStore()
    running.withLock { $0[device].store = store }
    var platform = ArgusPlatform(store: store, transport: NoNetwork(), time: .device)
    platform.cloud = AlteredCloud(base: cloud, pulling: { [pages] cloud, token in
      let page = try await cloud.pull(after: token)
      pages.withValue { pages in
        if pages[device].token != token { pages[device].wrong += 1 }
        pages[device].token = page.token
      }
      return page
    })
    // The machine says when.
    platform.synchronizesByItself = false
    platform.deviceName = "device \(device)"
    let app = try await systems[device].launch(platform)
    running.withLock { $0[device].app = app }
  }

  func app(_ device: Int) throws -> ArgusApp {
    guard let app = running.withLock({ $0[device].app }) else { throw ArgusError.notFound }
    return app
  }

  func relaunch(_ device: Int) async throws {
    try await shutDown(device)
    try await launch(device)
    try await pass(milliseconds: 1)
  }

  private func shutDown(_ device: Int) async throws {
    let store = running.withLock { running in
      running[device].app = nil
      return running[device].store
    }
    try await store?.close()
  }

  func close() async throws {
    cloud.behave(.available)
    for device in systems.indices { try? await shutDown(device) }
  }

  func save(_ article: Int, on device: Int, _ edit: UserEdit, despite fault: StoreFault?) async throws {
    try await repeating(on: device, fault) {
      let articles = try app(device).articles
      var model =
        try await articles.article("\(article)")
        ?? ArticleModel(
          id: "\(article)", url: "https://argus.example/\(article == DevicesModel.namesake ? 0 : article)", title: "article \(article)")
      if let title = edit.title { model.title = title }
      if let read = edit.read { model.isRead = read }
      if let bookmarked = edit.bookmarked { model.isBookmarked = bookmarked }
      if let archived = edit.archived { model.isArchived = archived }
      try await articles.save(model)
    }
  }

  /// - Returns: whether it worked.
  func exchange(_ device: Int, despite fault: StoreFault? = nil) async throws -> Bool {
    let sync = try app(device).sync
    var works = true
    do {
      try await repeating(on: device, fault) { try await sync.synchronize() }
    } catch is ArgusError {
      works = false
    }
    // What the app makes of it by itself.
    try await pass(milliseconds: 1)
    return works
  }

  /// What fails because of the fault is repeated.
  private func repeating(on device: Int, _ fault: StoreFault?, _ body: () async throws -> Void) async throws {
    let hits = faults[device].hits.count
    if let fault { faults[device].inject(fault) }
    defer { faults[device].heal() }
    do {
      try await body()
    } catch is ArgusError where faults[device].hits.count > hits {
      try await body()
    }
  }

  func pass(milliseconds: Int) async throws { try await Task.sleep(for: .milliseconds(milliseconds)) }

  /// How often devices did not ask for what comes after their last page.
  var wrongTokens: Int { pages.now.reduce(0) { $0 + $1.wrong } }

  func shown(on device: Int) async throws -> [DevicesModel.Shown] {
    await DevicesModel.Shown.all(try app(device).articles.articles(topic: nil))
  }

  func seen(on device: Int) async throws -> [Int: Int] {
    let seen = try await app(device).articleStore.read { try $0.seenArticles() }
    return seen.reduce(into: [:]) { $0[Int($1.articleID) ?? -1] = Int($1.seenAt.timeIntervalSince(start).rounded()) }
  }
}

extension DevicesModel.Shown {
  static func all(_ list: TopicArticles) -> [DevicesModel.Shown] {
    list.articles.sorted { $0.id < $1.id }.map {
      DevicesModel.Shown(article: Int($0.id) ?? -1, title: $0.title, marks: [$0.isRead, $0.isBookmarked, $0.isArchived])
    }
  }
}
