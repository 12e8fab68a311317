import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// A request for news, cancelled while its answer is on the way: what POS-77 demands of the app's own services.
struct LateNews: Sendable {
  let manner: RequestScript.Manner
  let request: NewsModel.Request
  let reply: ProxyReply
  /// Whether the work goes on in a task of its own. Then nobody cancels that, and the request's pass alone tells.
  let goesOn: Bool

  @MainActor
  func expectNoEffect(_ system: PersonalOSSystem) async throws {
    let app = try await NewsDriver(system)
    try await app.visit(NewsMachine.Visit(request: .load("business"), reply: .refused))
    let before = await Effects(app)
    try await app.ask(request, goesOn: goesOn)
    app.cancel(0, manner)
    try await app.arrive(reply, at: 0)
    try expect("effects of a request that was cancelled", await Effects(app), equals: before)

    try await app.ask(request, goesOn: goesOn)
    try await app.arrive(reply, at: 0)
    let hasEffects = await Effects(app).transactions > before.transactions
    try expect("a request that nobody cancels reaches the store", hasEffects)
    if let deliveries = reply.deliveries, !deliveries.isEmpty {
      try expect("…and its answer the screen", app.screen.items.contains { $0.dataSource == .api })
    }
    try await app.end()
  }

  /// What is shown, kept and known.
  private struct Effects: Equatable, CounterexampleDescribable {
    let shown: [NewsItem]
    let source: NewsDataSource
    let fetchedAt: Date?
    /// Begun, whether anything came of them or not.
    let transactions: Int

    @MainActor
    init(_ app: NewsDriver) async {
      shown = app.screen.items
      source = await app.service.dataSource
      fetchedAt = await app.service.fetchedAt
      transactions = app.trace.events.count { $0 == .begin }
    }

    var counterexampleDescription: String {
      "\(shown.map(\.id)) from \(source), fetched at \(describe(fetchedAt)), \(transactions) transactions"
    }
  }
}

extension Generator where Value == LateNews {
  static var lateNews: Generator {
    Generator { source in
      let pool = try source(.articlePool(count: 1...2))
      let manner = try source(
        Generator<RequestScript.Manner>.element(of: [.byID, .withItsView, .withAllOthers, .byAnotherRequest, .byItsTask]))
      // Who cancels the task itself tells nobody who works elsewhere.
      return LateNews(
        manner: manner, request: try source(.newsRequest), reply: try source(.proxyReply(pool)),
        goesOn: try source(.bool) && manner != .byItsTask)
    }
  }
}
