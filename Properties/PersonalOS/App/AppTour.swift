import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// What no session does with the app: each of these parts once, in an app of its own.
@MainActor
struct AppTour {
  private let device: AppDevice
  private let app: PersonalOSApp

  /// - Postcondition: the store is empty.
  static func expectAll(_ system: PersonalOSSystem) async throws {
    let device = AppDevice(withOtherPosts(system))
    let opened = try await device.open()
    let tour = AppTour(device: device, app: try await device.launch(opened, isSeedRequested: true))
    try await tour.expectTradesInAFile()
    try await tour.expectPricesOfTheFeed()
    try await tour.expectHoldingsInOrder()
    try tour.expectSceneOfTheApp()
    try await tour.expectConsentAsked()
    try await tour.expectUsageLogged()
    try await tour.expectRetryOffered()
    try await tour.expectFailuresNamed()
    try tour.expectWhatWasBuiltIn()
    try tour.app.expectServicesInContainer()
    try await opened.store.fill(with: StoreContents(schemaVersion: 0, records: []))
    try await opened.close()
  }

  /// The samples go out into a file, and come back from it.
  private func expectTradesInAFile() async throws {
    let plain = TradeRecord(id: UUID(number: 9), symbol: "A", type: .buy, quantity: 1, price: 1, date: .distantPast)
    try expect("the notes of a trade without any", plain.notes, equals: "")
    let trades = try await app.money.ledger.trades()
    try expect("that a developer who asked for sample data has some", !trades.isEmpty)
    let file = try await app.money.exportTrades()
    // Sales first: nothing is held below zero on the way.
    for trade in trades.sorted(by: { $0.type == .sell && $1.type == .buy }) { try await app.money.ledger.delete(trade.id) }
    try expect("trades after a deletion", try await app.money.ledger.trades().count, equals: 0)
    try await app.money.importTrades(file)
    try expect("trades from a file", try await app.money.ledger.trades().map(Bytewise.init), equals: trades.map(Bytewise.init))
  }

  private func expectPricesOfTheFeed() async throws {
    let message = #"[{"symbol": "SAMPLE", "price": 31.5, "timestamp": 1767225600, "source": "delayed"}]"#
    try await app.money.receivePrices(Data(message.utf8))
    try expect("the price that the feed sent", app.money.board.prices["SAMPLE"]?.price, equals: 315 / 10)
    try expect("what is said of the prices", app.money.board.indicator, equals: .delayed)
    var isRefused = false
    do { try await app.money.receivePrices(Data("[{}]".utf8)) } catch is PriceFeedError { isRefused = true }
    try expect("that a message without prices is refused", isRefused)
  }

  /// Of so many that no table has them in order by chance.
  private func expectHoldingsInOrder() async throws {
    let symbols = "GCEAHDBF".map(String.init)
    for (number, symbol) in symbols.enumerated() {
      try await app.money.ledger.append(
        TradeRecord(id: UUID(number: UInt64(number + 20)), symbol: symbol, type: .buy, quantity: 1, price: 1, date: device.clock.date))
    }
    let held = try await app.money.portfolio.summary().open.map(\.position.symbol)
    try expect("what is held, in the order of symbols", held.filter(symbols.contains), equals: symbols.sorted())
  }

  /// Its tasks and its log are the app's; its errors are its own.
  private func expectSceneOfTheApp() throws {
    let (scene, view) = (app.openScene("tour"), ViewIdentity("View", "1"))
    let (shown, logged) = (app.core.errors.errorQueue.count, app.core.log.entries.count)
    let scope = Shared<TaskScope>()
    try expect("the scene's name", scene.name, equals: "tour")
    scene.store.register("View") { _ in NumbersModel(serial: 1) }
    scene.show([
      ViewNode(
        ViewDescription(
          view, body: { model, _ in "\(model.serial)" },
          onAppear: { tasks in
            scope.value = tasks.scope
            tasks.start("wait") { _ in try? await Task.sleep(for: .seconds(1_000_000)) }
          }))
    ])
    let tasks = scope.value.map { app.core.tasks.activeTasks(in: $0).count }
    try expect("tasks of the scene among those of the app", tasks, equals: 1)
    scene.presenter.present(NetworkError.timeout, during: "look around", retry: nil)
    try expect("errors of the scene", scene.presenter.errorQueue.count, equals: 1)
    try expect("errors of the app", app.core.errors.errorQueue.count, equals: shown)
    try expect("entries of the app's log", app.core.log.entries.count, equals: logged + 1)
    scene.close()
  }

  private func expectConsentAsked() async throws {
    try expect("consent before anybody is asked", app.trust.consent.trackingAuthorizationStatus, equals: .notDetermined)
    await app.trust.consent.requestTrackingAuthorization()
    try expect("consent of a user who denies it", app.trust.consent.trackingAuthorizationStatus, equals: .denied)
  }

  private func expectUsageLogged() async throws {
    device.servers.news.serve([1])
    _ = try await app.reading.news.fetchNews(category: "science")
    await app.enterBackground()
    let entries = app.core.log.entries.filter { $0.debugDescription.contains("requests: 1") }
    try expect("entries of the log on one request", entries.count, equals: 1)
    await app.enterForeground()
  }

  private func expectRetryOffered() async throws {
    let tries = Shared<Int>()
    await app.perform("look around") {
      tries.value = (tries.value ?? 0) + 1
      if tries.value == 1 { throw NetworkError.timeout }
    }
    let error = app.core.errors.errorQueue.last
    try expect("what the app was doing", error?.operation, equals: "look around")
    guard let error else { return }
    await app.core.errors.retry(for: error.id)
    try expect("how often it was done", tries.value, equals: 2)
    try expect("that the error is gone after it was mended", !app.core.errors.errorQueue.contains { $0.id == error.id })
  }

  /// Whether it leaves the screen or comes back, a store that fails is named with it.
  private func expectFailuresNamed() async throws {
    for isLeaving in [true, false] {
      device.interruption.failureIsToCome()
      await isLeaving ? app.enterBackground() : app.enterForeground()
      device.interruption.isOver()
      let operation = app.core.errors.errorQueue.last?.operation
      try expect("what the app was doing when its store failed", operation, equals: "enter the \(isLeaving ? "back" : "fore")ground")
    }
  }

  private func expectWhatWasBuiltIn() throws {
    try expect("the environment", app.configuration.environment.current, equals: .development)
    let news = try app.configuration.environment.baseURL(for: "news").absoluteString
    try expect("the address of the news", news, equals: NewsServer.address)
    let terms = app.trust.documents.getTermsOfService().absoluteString
    try expect("that \(terms) is a page of the app's site", terms.hasPrefix("https://personalos.example/"))
    try expect("that there are licences", !app.trust.licenses.getThirdPartyLicenses().isEmpty)
    let warnings = [false, true, true].map { app.adviseOnDevice(isJailbroken: $0) != nil }
    try expect("warnings about a device, and about a jailbroken one twice", warnings, equals: [false, true, false])
  }
}
