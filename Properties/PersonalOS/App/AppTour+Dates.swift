import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

// Made-up prices, and the one clock that everything in the app goes by.
extension AppTour {
  /// A symbol without a price in the market has a made-up one, wherever prices are shown. Each symbol asks for itself.
  func expectMadeUpPrices() async throws {
    device.server.state.withValue { $0.price = 7 }
    let (market, mock) = ("A&B #1", "MOCK")
    let prices = try await app.money.prices.fetchPrices(for: [market, mock])
    try expect("prices", prices.mapValues { "\($0.price) \($0.source)" }, equals: [market: "7 realtime", mock: "3 mock"])
    try expect("when the price was made up", prices[mock]?.timestamp, equals: device.clock.date)
    for (number, symbol) in [market, mock].enumerated() {
      try await app.money.ledger.append(
        TradeRecord(id: UUID(number: number + 50), symbol: symbol, type: .buy, quantity: 1, price: 1, date: device.clock.date))
    }
    let values = try await app.money.portfolio.summary().open.filter { [market, mock].contains($0.position.symbol) }
    try expect("values in the summary", values.map { $0.marketValue ?? -1 }, equals: [7, 3])
    let statistics = try await app.money.statistics().filter { $0.kind == .marketValue(symbol: mock) }
    try expect("the made-up value in the statistics", statistics.map { "\($0.value) \($0.source)" }, equals: ["3 simulated"])
    for number in [50, 51] { try await app.money.ledger.delete(UUID(number: number)) }
    device.server.state.withValue { $0.price = nil }
    _ = try await app.money.prices.fetchPrices(for: [])
    try expect("prices on the screen, of no symbols", app.money.board.prices.count, equals: 0)
  }

  /// Whatever has a date in the store and in the log was dated by the device's clock, even if it is set: the dates that the app
  /// was given are all far from it.
  func expectDatesOfTheDevice() async throws {
    let launch = device.clock.date
    device.clock.stepWallClock(by: .seconds(86_400 * 30))
    let now = device.clock.date
    _ = try await app.reading.news.fetchNews(category: "science")
    try expect("when news was fetched", await app.reading.news.fetchedAt, equals: now)
    _ = try await app.reading.tasks.createTask(from: AppDriver.item(1))
    try await app.work.focus.startSession(duration: 60)
    _ = try? await app.core.secureStorage.decryptData([1, 2, 3])
    await app.perform("date") { throw NetworkError.timeout }
    app.openScene("dates").presenter.present(NetworkError.timeout, during: "date a scene", retry: nil)
    for entry in app.core.log.entries {
      try expect("the date of “\(entry.context)” in the log", [launch, now].contains(entry.instant))
    }
    for entry in app.core.log.entries.suffix(3) { try expect("the date of “\(entry.context)”", entry.instant, equals: now) }
    let contents = try await app.core.data.perform { scope in
      let transaction = try scope.live()
      return try ["article_tasks", "news_lists", "focus_sessions", SchemaRecord.collection].map { collection in
        (collection, try transaction.scan(collection).flatMap(\.fields))
      }
    }
    for (collection, fields) in contents {
      for case (let name, .date(let date)) in fields {
        try expect("the date \(name) in \(collection)", date, equals: collection == SchemaRecord.collection ? launch : now)
      }
    }
  }
}
