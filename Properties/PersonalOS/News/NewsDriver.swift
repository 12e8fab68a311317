import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract
import Synchronization

/// The news screen of a launched app, wired down to the network: service, cache, feed, client, gates. A proxy holds each
/// request until the case answers it.
@MainActor
final class NewsDriver {
  let proxy = HeldProxy()
  private(set) var screen: any NewsFeedDisplay
  private(set) var service: RecordedNews
  private(set) var trace: StoreTrace
  private(set) var bookmarks: any ArticleBookmarks
  private let system: PersonalOSSystem
  private let clock = VirtualClock(base: NewsModel.beginning)
  private let gate = EffectGate()
  let tasks: any TaskRegistry
  private var data: any DataAccess
  private var base: any Store
  /// The held requests, oldest first: which arrival each of them is.
  private var asked: [(id: String, arrival: Int?, task: Task<Void, Never>)] = []
  private var askedCount = 0
  /// What is cancelled at the end of the next transaction.
  private let leaving = Remembered<Task<Void, Never>?>(nil)
  /// Of what was delivered, by the canonical address.
  private var numbers: [String: Int] = [:]

  init(_ system: PersonalOSSystem) async throws {
    self.system = system
    tasks = system.tasks.makeRegistry(gate)
    base = try await system.openStore()
    trace = Self.trace(base, leaving)
    data = system.dataAccess.openData(trace.store)
    (service, screen) = Self.open(system, data, proxy, clock)
    bookmarks = system.bookmarks.openBookmarks(data)
    tasks.open(Self.view)
  }

  private static func trace(_ base: any Store, _ leaving: Remembered<Task<Void, Never>?>) -> StoreTrace {
    StoreTrace(base) { _, event in if event == .commit { leaving.withValue { $0?.cancel() } } }
  }

  private static let view = TaskScope("news")

  private static func open(
    _ system: PersonalOSSystem, _ data: any DataAccess, _ proxy: HeldProxy, _ clock: VirtualClock
  ) -> (RecordedNews, any NewsFeedDisplay) {
    let network = NewsNetwork(
      NewsNetwork.Setup(
        proxy: NewsProxyClient.Setup(
          environment: .staging, proxyURLs: [.staging: HeldProxy.address], apiKeys: [:], transport: proxy),
        limits: ThrottleLimits(requests: 10_000, window: .seconds(1)), clock: ContinuousClock(),
        log: system.errors.makeLog(10, []), now: { clock.date }),
      of: system.api)
    let service = RecordedNews(system.news.openService(data, network.feed) { clock.date })
    return (service, system.news.openViewModel(service))
  }

  func relaunch() async throws {
    try await base.close()
    base = try await system.openStore()
    trace = Self.trace(base, leaving)
    data = system.dataAccess.openData(trace.store)
    (service, screen) = Self.open(system, data, proxy, clock)
    bookmarks = system.bookmarks.openBookmarks(data)
  }

  /// A request that is still held ends first.
  func end() async throws {
    for index in asked.indices.reversed() { try await arrive(.refused, at: index) }
    try await base.close()
  }

  // Requests.

  /// - Parameter goesOn: whether the work goes on in a task of its own, which nobody cancels.
  func ask(_ request: NewsModel.Request, goesOn: Bool = false) async throws {
    askedCount += 1
    let (screen, before, id) = (screen, proxy.arrivals, "request \(askedCount)")
    let load: @MainActor @Sendable () async -> Void = {
      switch request {
      case .load(let category): try? await screen.load(category: category)
      case .search(let query): try? await screen.search(query)
      }
    }
    let task = tasks.start(id: id, in: Self.view) { _ in
      if goesOn { await Task { await load() }.value } else { await load() }
    }
    try await settle()
    asked.append((id, proxy.arrivals > before ? before : nil, task))
  }

  var waitingCount: Int { asked.count }

  func cancel(_ index: Int, _ manner: RequestScript.Manner = .byID) {
    switch manner {
    case .byID: tasks.cancel(id: asked[index].id, in: Self.view)
    case .withItsView:
      tasks.close(Self.view)
      tasks.open(Self.view)
    case .withAllOthers: tasks.cancelAll()
    case .byAnotherRequest: tasks.start(id: asked[index].id, in: Self.view) { _ in }
    case .byItsTask: asked[index].task.cancel()
    }
  }

  /// - Parameter isLeft: whether the request is cancelled when the store has been asked for the last time.
  func arrive(_ reply: ProxyReply, at index: Int, isLeft: Bool = false) async throws {
    clock.advance(by: NewsModel.step)
    for delivery in reply.deliveries ?? [] {
      numbers[system.bookmarks.canonicalURL(delivery.article.url) ?? delivery.article.url] = delivery.number
    }
    let request = asked.remove(at: index)
    leaving.set(isLeft ? request.task : nil)
    defer { leaving.set(nil) }
    if let arrival = request.arrival { proxy.answer(arrival, reply) }
    await request.task.value
  }

  /// Under a schedule, time moves only when nothing else can run.
  private func settle() async throws { try await Task.sleep(for: .milliseconds(1)) }

  func purge() async throws { try await service.purgeCache() }

  // What there is.

  func row(_ item: NewsItem) -> NewsRow { NewsRow(item, number: numbers[item.url]) }

  /// Every article that is kept, by number.
  var kept: [NewsRow] {
    get async throws {
      try await system.news.storedItems(data).map(row).sorted { ($0.number ?? -1) < ($1.number ?? -1) }
    }
  }

  struct Mark: Sendable {
    let id: String
    let source: NewsDataSource
  }

  /// Bookmarks the article of a row, modulo the rows; nil: there are none.
  func bookmark(_ row: Int) async throws -> Mark? {
    let items = screen.items
    guard !items.isEmpty else { return nil }
    try await bookmarks.bookmark(items[row % items.count])
    return Mark(id: items[row % items.count].id, source: items[row % items.count].dataSource)
  }

  /// Items of every source come back from the store as they went in; one whose source is no name of a source does not
  /// come back at all. The last thing of a case: the cache is not to be trusted afterwards.
  func expectSourcesSurviveTheStore(unknown: String) async throws {
    let items = Dictionary((try await system.news.storedItems(data) + screen.items).map { ($0.id, $0) }) { $1 }
    try await system.news.saveItems(data, Array(items.values))
    try await relaunch()
    let stored = try await system.news.storedItems(data)
    try expect(
      "stored items", stored.map(Bytewise.init), equals: items.values.sorted { $0.id < $1.id }.map(Bytewise.init))
    guard let item = stored.first else { return }
    let damaged = item.storedFields.merging(["dataSource": .text(unknown)]) { $1 }
    try await data.perform { scope in
      _ = try scope.live().put(damaged, at: item.storageKey, in: NewsItem.collection)
    }
    do {
      _ = try await system.news.storedItems(data)
      try expect("an item from \(describe(unknown)) is refused", false)
    } catch let error as UnreadableRecord {
      try expect("the field that is refused", error.field, equals: "dataSource")
    }
  }
}

/// A news service whose answers are written down.
final class RecordedNews: NewsProviding {
  private let base: any NewsProviding
  private let answers = Mutex<[NewsItem]?>(nil)

  init(_ base: any NewsProviding) { self.base = base }

  /// The last; nil: none yet.
  var answer: [NewsItem]? { answers.withLock { $0 } }
  var dataSource: NewsDataSource { get async { await base.dataSource } }
  var fetchedAt: Date? { get async { await base.fetchedAt } }

  func fetchNews(category: String) async throws -> [NewsItem] { noted(try await base.fetchNews(category: category)) }
  func searchNews(query: String) async throws -> [NewsItem] { noted(try await base.searchNews(query: query)) }
  func purgeCache() async throws { try await base.purgeCache() }

  private func noted(_ items: [NewsItem]) -> [NewsItem] {
    answers.withLock { $0 = items }
    return items
  }
}
