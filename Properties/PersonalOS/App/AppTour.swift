import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// What no session does with the app: each of these parts once, in an app of its own.
@MainActor
struct AppTour {
  let device: AppDevice
  let app: PersonalOSApp

  /// An app over an empty store, or over what an earlier one has left on the device.
  static func launch(
    on device: AppDevice, isAnew: Bool = true, isSeedRequested: Bool = false, pins: PinPolicy = PinPolicy([:]),
    _ tour: (AppTour) async throws -> Void
  ) async throws {
    let opened = try await device.open()
    do {
      if isAnew { try await opened.store.fill(with: StoreContents(schemaVersion: 0, records: [])) }
      let app = try await device.launch(opened, isSeedRequested: isSeedRequested, pins: pins)
      try await tour(AppTour(device: device, app: app))
      try await opened.close()
    } catch {
      try await opened.close()
      throw error
    }
  }

  static func expectAll(_ system: PersonalOSSystem) async throws {
    try await expectPinsAtEveryServer(system)
    try await expectCertificatesJudgedWhenAsked(system)
    try await expectAnswersJudgedByStatus(system)
    try await expectAdviceOnDevices(system)
    try await expectConstantsPassed(system)
    try await launch(on: AppDevice(withOtherPosts(system)), isSeedRequested: true) { tour in
      try await tour.expectMadeUpPrices()
      try await tour.expectTradesInAFile()
      try await tour.expectPricesAndHoldings()
      try tour.expectSceneOfTheApp()
      try await tour.expectConsentAndUsage()
      try await tour.expectFailuresNamed()
      try tour.expectWhatWasBuiltIn()
      try tour.app.expectServicesInContainer()
      try await tour.expectDatesOfTheDevice()
    }
  }

  /// The samples go out into a file, and come back from it.
  private func expectTradesInAFile() async throws {
    let plain = TradeRecord(id: UUID(number: 9), symbol: "A", type: .buy, quantity: 1, price: 1, date: .distantPast)
    try expect("the notes of a trade without any", plain.notes, equals: "")
    let ledger = app.money.ledger
    let trades = try await ledger.trades()
    try expect("that a developer who asked for sample data has some", !trades.isEmpty)
    let file = try await app.money.exportTrades()
    // Sales first: nothing is held below zero on the way.
    for trade in trades.sorted(by: { $0.type == .sell && $1.type == .buy }) { try await ledger.delete(trade.id) }
    try expect("trades after a deletion", try await ledger.trades().count, equals: 0)
    try await app.money.importTrades(file)
    try expect("trades from a file", try await ledger.trades().map(Bytewise.init), equals: trades.map(Bytewise.init))
    // A file is added as a whole or not at all.
    var future = plain
    (future.id, future.date) = (UUID(number: 10), .distantFuture)
    let bad = try app.core.parts.money.exportTrades([plain, future])
    var isRefused = false
    do { try await app.money.importTrades(bad) } catch is ValidationError { isRefused = true }
    try expect("that a file with a trade of the future is refused", isRefused)
    try expect("trades after that file", try await ledger.trades().map(Bytewise.init), equals: trades.map(Bytewise.init))
  }

  private func expectPricesAndHoldings() async throws {
    let message = #"[{"symbol": "SAMPLE", "price": 31.5, "timestamp": 1767225600, "source": "delayed"}]"#
    try await app.money.receivePrices(Data(message.utf8))
    try expect("the price that the feed sent", app.money.board.prices["SAMPLE"]?.price, equals: 315 / 10)
    try expect("what is said of the prices", app.money.board.indicator, equals: .delayed)
    var isRefused = false
    do { try await app.money.receivePrices(Data("[{}]".utf8)) } catch is PriceFeedError { isRefused = true }
    try expect("that a message without prices is refused", isRefused)
    // So many that no table has them in order by chance.
    let symbols = "GCEAHDBF".map(String.init)
    for (number, symbol) in symbols.enumerated() {
      let (id, date) = (UUID(number: number + 20), device.clock.date)
      try await app.money.ledger.append(
        TradeRecord(id: id, symbol: symbol, type: .buy, quantity: 1, price: 1, date: date))
    }
    let held = try await app.money.portfolio.summary().open.map(\.position.symbol)
    try expect("what is held, in the order of symbols", held.filter(symbols.contains), equals: symbols.sorted())
  }

  /// Its tasks and its log are the app's; its errors are its own.
  private func expectSceneOfTheApp() throws {
    let (scene, core) = (app.openScene("tour"), app.core)
    let (shown, logged, scope) = (core.errors.errorQueue.count, core.log.entries.count, Shared<TaskScope>())
    try expect("the scene's name", scene.name, equals: "tour")
    scene.store.register("View") { _ in NumbersModel(serial: 1) }
    let view = ViewDescription(
      ViewIdentity("View", "1"), body: { model, _ in "\(model.serial)" },
      onAppear: { tasks in
        scope.value = tasks.scope
        tasks.start("wait") { _ in try? await Task.sleep(for: .seconds(1_000_000)) }
      })
    scene.show([ViewNode(view)])
    let tasks = scope.value.map { core.tasks.activeTasks(in: $0).count }
    try expect("tasks of the scene among those of the app", tasks, equals: 1)
    scene.presenter.present(NetworkError.timeout, during: "look around", retry: nil)
    try expect("errors of the scene", scene.presenter.errorQueue.count, equals: 1)
    try expect("errors of the app", core.errors.errorQueue.count, equals: shown)
    try expect("entries of the app's log", core.log.entries.count, equals: logged + 1)
    scene.close()
  }

  private func expectConsentAndUsage() async throws {
    let consent = app.trust.consent
    try expect("consent of a user who denies it at the launch", consent.trackingAuthorizationStatus, equals: .denied)
    await consent.requestTrackingAuthorization()
    try expect("how often the user was asked", device.user.prompts.now, equals: 1)
    try expect("the hosts that were asked before the user", device.user.hostsBefore.now, equals: [])
    device.server.state.withValue { $0.articles = [1] }
    _ = try await app.reading.news.fetchNews(category: "science")
    await app.enterBackground()
    let entries = app.core.log.entries.filter { $0.debugDescription.contains("requests: 1") }
    try expect("entries of the log on one request", entries.count, equals: 1)
    await app.enterForeground()
  }

  /// They can be tried again. A store that fails while the app leaves the screen or comes back is named with that.
  private func expectFailuresNamed() async throws {
    let tries = Remembered(0)
    await app.perform("look around") { if tries.exchange(tries.now + 1) == 0 { throw NetworkError.timeout } }
    let error = app.core.errors.errorQueue.last
    try expect("what the app was doing", error?.operation, equals: "look around")
    guard let error else { return }
    await app.core.errors.retry(for: error.id)
    try expect("how often it was done", tries.now, equals: 2)
    let isGone = !app.core.errors.errorQueue.contains { $0.id == error.id }
    try expect("that the error is gone after it was mended", isGone)
    for name in ["enter the background", "enter the foreground"] {
      let usage = app.core.log.entries.count { $0.debugDescription.contains("requests: ") }
      device.interruption.isToCome(.failure)
      if name.hasSuffix("background") { await app.enterBackground() } else { await app.enterForeground() }
      device.interruption.isToCome(nil)
      let operation = app.core.errors.errorQueue.last?.operation
      try expect("what the app was doing when its store failed", operation, equals: name)
      let logged = app.core.log.entries.count { $0.debugDescription.contains("requests: ") } - usage
      try expect("entries on requests, at \(name)", logged, equals: name.hasSuffix("background") ? 1 : 0)
    }
  }

  private func expectWhatWasBuiltIn() throws {
    let environment = app.trust.environment
    try expect("the environment", environment.current, equals: .development)
    let news = try environment.baseURL(for: "news").absoluteString
    try expect("the address of the news", news, equals: AppServer.newsAddress)
    let terms = app.trust.documents.getTermsOfService().absoluteString
    try expect("that \(terms) is a page of the app's site", terms.hasPrefix("https://personalos.example/"))
    try expect("that there are licences", !app.trust.licenses.getThirdPartyLicenses().isEmpty)
  }
}
