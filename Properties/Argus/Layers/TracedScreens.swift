import ArgusReference
import PlatformStandIns
import PropertyTesting
import StorageContract
import Synchronization

/// The layers that a call has come through, in their order.
enum CallTrace {
  enum Layer: String, Sendable { case screen, operations, repository }

  struct Access: Sendable {
    let way: [Layer]
    let isWrite: Bool
  }

  @TaskLocal static var way: [Layer] = []

  static func through<Result: Sendable>(_ layer: Layer, _ body: @Sendable () async throws -> Result) async rethrows -> Result {
    try await $way.withValue(way + [layer]) { try await body() }
  }
}

/// Something that the user does on a screen.
enum ScreenDeed: Sendable, Equatable {
  case load
  case refresh
  case setRead(Int, Bool)
  case setBookmarked(Int, Bool)
  case delete(Int)
  case open(Int)
  case bookmarkOpened(Int)
  case deleteOpened(Int)

  var words: String { "\(self)" }
  var isRefresh: Bool { self == .refresh }
  var isOpening: Bool { if case .open = self { true } else { false } }
  /// Whether nothing but the store can answer; what is in memory needs no read.
  var reads: Bool { isOpening }
}

extension Generator where Value == ScreenDeed {
  static var screenDeed: Generator {
    let mark = Generator<(Int, Bool)>.zip(.int(in: 0...3), .bool)
    let id = Generator<Int>.int(in: 0...3)
    return .oneOf(
      .constant(.load), .constant(.refresh), mark.map { .setRead($0, $1) }, mark.map { .setBookmarked($0, $1) }, id.map { .delete($0) },
      id.map { .open($0) }, id.map { .bookmarkOpened($0) }, id.map { .deleteOpened($0) })
  }
}

/// The app's screens over a store that notes by which way each access came.
///
/// The screens hear no events, so that every access is one of what the user just did.
final class TracedScreens: LaunchedDevice, Sendable {
  static let rightWay: [CallTrace.Layer] = [.screen, .operations, .repository]

  let app: ArgusApp
  private let list: any NewsList
  private let store: any Store
  private let accesses: Remembered<[CallTrace.Access]>
  /// What is stored: read, bookmarked.
  private let articles = Mutex<[Int: (read: Bool, bookmarked: Bool)]>([:])
  /// What was opened: the feed does not bring it back after its deletion.
  private let seen = Mutex<Set<Int>>([])

  init(_ system: ArgusSystem) async throws {
    var system = system
    let accesses = Remembered<[CallTrace.Access]>([])
    self.accesses = accesses
    let open = system.parts.openArticleStore
    system.parts.openArticleStore = { setup in
      var setup = setup
      setup.store = TracedStore(base: setup.store, accesses: accesses)
      return try await open(setup)
    }
    system.parts.trace()
    store = try await system.openStore()
    let platform = ArgusPlatform(store: store, transport: ThreeArticles(), time: .virtual(VirtualClock()))
    app = try await system.launch(platform)
    let setup = ScreenSetup(
      operations: app.operations, errors: app.errors, events: EventBus(), settings: app.settings, badge: system.parts.badge)
    list = await system.parts.makeNewsList(setup)
    makeDetail = { [parts = system.parts] in parts.makeNewsDetail("\($0)", setup) }
  }

  private let makeDetail: @MainActor @Sendable (Int) -> any NewsDetail

  /// - Returns: the accesses of the store that it led to.
  func perform(_ deed: ScreenDeed) async throws -> [CallTrace.Access] {
    accesses.set([])
    await CallTrace.through(.screen) {
      switch deed {
      case .load: await list.load()
      case .refresh: await list.refresh()
      case .setRead(let id, let isRead): await list.setRead(isRead, of: "\(id)")
      case .setBookmarked(let id, let isBookmarked): await list.setBookmarked(isBookmarked, of: "\(id)")
      case .delete(let id): await list.delete("\(id)")
      case .open(let id): await makeDetail(id).open()
      case .bookmarkOpened(let id): await makeDetail(id).setBookmarked(true)
      case .deleteOpened(let id): await makeDetail(id).delete()
      }
    }
    return accesses.now
  }

  /// Whether it writes, which is noted: to be asked once for each deed, in their order.
  func isChange(_ deed: ScreenDeed) -> Bool {
    articles.withLock { articles in
      switch deed {
      case .load: return false
      case .refresh:
        let seen = seen.withLock(\.self)
        for id in 0...2 where articles[id] == nil && !seen.contains(id) { articles[id] = (false, false) }
        return true
      case .setRead(let id, let isRead):
        defer { articles[id]?.read = isRead }
        return articles[id].map { $0.read != isRead } ?? false
      case .setBookmarked(let id, let isBookmarked):
        defer { articles[id]?.bookmarked = isBookmarked }
        return articles[id].map { $0.bookmarked != isBookmarked } ?? false
      case .bookmarkOpened(let id):
        defer { articles[id]?.bookmarked = true }
        return articles[id].map { !$0.bookmarked } ?? false
      case .delete(let id), .deleteOpened(let id):
        articles[id] = nil
        return true
      case .open(let id):
        guard articles[id] != nil else { return false }
        articles[id]?.read = true
        _ = seen.withLock { $0.insert(id) }
        return true
      }
    }
  }

  func end() async throws { try await store.close() }
}

private actor TracedStore: Store {
  private let base: any Store
  private let accesses: Remembered<[CallTrace.Access]>

  init(base: any Store, accesses: Remembered<[CallTrace.Access]>) {
    (self.base, self.accesses) = (base, accesses)
  }

  nonisolated var capabilities: StoreCapabilities { base.capabilities }

  func read<Result: Sendable>(_ body: @Sendable (any ReadTransaction) throws -> Result) async throws -> Result {
    accesses.withValue { $0.append(CallTrace.Access(way: CallTrace.way, isWrite: false)) }
    return try await base.read(body)
  }

  func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    accesses.withValue { $0.append(CallTrace.Access(way: CallTrace.way, isWrite: true)) }
    return try await base.write(body)
  }

  func backup(to path: String) async throws { try await base.backup(to: path) }
  func restore(from path: String) async throws { try await base.restore(from: path) }
  func compact() async throws { try await base.compact() }
  func close() async throws { try await base.close() }
}

/// A backend with three articles.
private struct ThreeArticles: HTTPTransport {
  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let rows = (0...2).map { "{\"id\":\"\($0)\",\"url\":\"https://news.example/\($0)\",\"title\":\"news \($0)\"}" }
    return HTTPResponse(status: 200, body: Array("[\(rows.joined(separator: ","))]".utf8))
  }
}
