import PersonalOSReference
import PropertyTesting

// What the other ends say, and that they say nothing.
@MainActor
extension AppSession {
  /// - Parameter articles: what the proxy lists; nil: it refuses.
  func loadNews(_ articles: [Int]?) async throws {
    device.servers.news.serve(articles)
    // By then the circuit breaker is closed again.
    device.clock.advance(by: .seconds(600))
    let screen = app.reading.screen
    try await performed("load the news") { try await screen.load(category: "science") }
  }

  var shownNews: ShownNews? {
    guard let source = app.reading.screen.items.first?.dataSource else { return nil }
    let items = app.reading.screen.items.filter { $0.dataSource != .mock }
    return ShownNews(source: source, articles: items.map { Self.number($0.title) })
  }

  func readNewsInVain() async throws -> ShownNews? {
    try await loadNews(nil)
    return shownNews
  }

  /// - Throws: ``NotDone``, if the app notices.
  func ask(inVain server: AppServers.Name) async throws {
    device.servers.set(server, isDown: true)
    defer { device.servers.set(server, isDown: false) }
    let app = app
    switch server {
    case .gitHub: try await performed("sync projects") { _ = try await app.work.projectSync.syncProjects(username: "user") }
    case .prices: try await performed("show prices") { _ = try await app.money.prices.fetchPrices(for: ["S0"]) }
    }
  }

  /// - Returns: the notices that are pending while nobody looks.
  func leaveAndComeBack() async throws -> Int {
    await app.enterBackground()
    let pending = device.notifications.pending.count
    await app.enterForeground()
    try expect("notices that wait while the app is in front", device.notifications.pending.count, equals: 0)
    return pending
  }
}
