import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

// What the user changes.
@MainActor
extension AppDriver {
  /// - Throws: ``AppModel/NotDone`` for whatever kept it from being done.
  mutating func change(_ change: AppModel.Change) async throws {
    let app = app
    switch change {
    case .trade(let number, let trade):
      try await done { try await app.money.ledger.append(Self.record(of: trade, number)) }
    case .annotateTrade(let number, let trade):
      try await done { try await app.money.ledger.edit(Self.record(of: trade, number)) }
    case .moveAside(let number, let trade):
      let copy = RawRecord(Self.record(of: trade, number))
      try await app.core.data.perform {
        _ = try $0.live().put(copy.fields, at: "copy of \(number)", in: copy.collection)
      }
      try await app.money.ledger.repair("S\(trade.symbol)")
    case .deleteTrade(let number): try await done { try await app.money.ledger.delete(UUID(number: number)) }
    case .importFile(let trades):
      let file = try TradeArchive.export(trades.sorted { $0.key < $1.key }.map { Self.record(of: $0.value, $0.key) })
      try await done { try await app.money.importTrades(file) }
    case .sync(let listing):
      let repositories = listing.sorted { $0.key < $1.key }.map { Self.repository($0.key, stars: $0.value) }
      device.server.state.withValue { $0.repositories = repositories }
      try await performed("sync projects") { _ = try await app.work.projectSync.syncProjects(username: "user") }
    case .annotateProject(let number, let note):
      try await performed("save a project") {
        guard var project = try await app.work.projects.fetch(predicate: { $0.remoteID == Int64(number) }).first
        else { throw AppModel.NotDone() }
        project.notes = Self.text(ofNote: note)
        try await app.work.projects.save(project)
      }
    case .savePost(let number): try await done { try await app.work.dashboard.savePost(Self.post(number)) }
    case .deletePost(let number): try await done { try await app.work.dashboard.deletePost(Self.post(number)) }
    case .bookmark(let number):
      try await performed("bookmark an article") { try await app.reading.bookmarks.bookmark(Self.item(number)) }
    case .removeBookmark(let number):
      try await performed("remove a bookmark") { try await app.reading.bookmarks.unbookmark(Self.item(number)) }
    case .readNews(let numbers): try await loadNews(numbers)
    case .startFocus: try await focus { try await $0.startSession(duration: 10_000_000) }
    case .pauseFocus: try await focus { try await $0.pauseSession() }
    case .resumeFocus: try await focus { try await $0.resumeSession() }
    case .endFocus: try await focus { try await $0.endSession() }
    case .export: exported = try await performed("export everything") { try await app.upkeep.backups.exportAllData() }
    case .importExport: if !(await app.importEverything(exported)) { throw AppModel.NotDone() }
    case .backUp: backup = try await performed("back up") { try await app.upkeep.migrator.createBackup() }
    case .restoreBackup:
      if !(await app.restoreBackup(backup ?? URL(filePath: "/nowhere"))) { throw AppModel.NotDone() }
    }
  }

  /// - Parameter articles: what the proxy lists; nil: it refuses.
  func loadNews(_ articles: [Int]?) async throws {
    device.server.state.withValue { $0.articles = articles }
    // By then the circuit breaker is closed again.
    device.clock.advance(by: .seconds(600))
    let screen = app.reading.screen
    try await performed("load the news") { try await screen.load(category: "science") }
  }

  /// - Throws: ``AppModel/NotDone``, if the app notices.
  func ask(inVain service: AppServer.Service) async throws {
    device.server.state.withValue { $0.isDown = true }
    defer { device.server.state.withValue { $0.isDown = false } }
    let app = app
    switch service {
    case .gitHub:
      try await performed("sync projects") { _ = try await app.work.projectSync.syncProjects(username: "user") }
    case .prices: try await performed("show prices") { _ = try await app.money.prices.fetchPrices(for: ["S0"]) }
    }
  }

  private func focus(_ action: @escaping @MainActor @Sendable (any FocusTiming) async throws -> Void) async throws {
    let timer = app.work.focus
    try await performed("change the focus session") { try await action(timer) }
  }

  /// Something that says itself what went wrong.
  private func done(_ action: () async throws -> Void) async throws {
    do { try await action() } catch { throw AppModel.NotDone() }
  }

  private func performed<Result: Sendable>(
    _ operation: String, _ action: @escaping @MainActor @Sendable () async throws -> Result
  ) async throws -> Result {
    guard let result = await app.perform(operation, action) else { throw AppModel.NotDone() }
    return result
  }
}
