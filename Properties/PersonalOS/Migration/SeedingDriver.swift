import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// A store over several launches, and the rows that have to be in it.
struct SeedingDriver {
  private let system: PersonalOSSystem
  private let history: SeedHistory
  private var rows: [RawRecord]
  private var version: Int64
  /// Whether samples were written at an earlier launch.
  private(set) var hasSeeded = false

  init(_ history: SeedHistory, _ system: PersonalOSSystem) async throws {
    self.system = system
    self.history = history
    rows = history.before.records
    version = history.versionBefore
    let store = try await system.openStore()
    try await store.fill(with: StoreContents(schemaVersion: version, records: rows))
    try await store.close()
  }

  /// Launches the app, lets the user do what he does, and ends it.
  mutating func launch(_ launch: SeedHistory.Launch) async throws {
    let store = try await system.openStore()
    let seeding = try await system.migration.openSeeding(
      SeedSetup(
        data: DataActor(store: store), environment: history.environment,
        isSeedRequested: launch.isSeedRequested, isDebugBuild: history.isDebugBuild))
    let hasWritten = try await seeding.seedIfNeeded()
    let contents = try await store.contents()
    let found = contents.records.filter { UserDataset.collections.contains($0.collection) }

    let isWanted = history.environment != .production && launch.isSeedRequested
    let isDue = isWanted && rows.isEmpty && !hasSeeded && version <= 4
    try expect("whether samples were written in \(history.environment)", hasWritten, equals: isDue)
    if isDue {
      try expect("samples in an empty store", !found.isEmpty)
      for sample in found {
        try expect("the mark of \(sample)", sample.fields["isSample"], equals: .bool(true))
      }
      // What the samples are laid out in; else the next migration would take them for something else.
      (rows, hasSeeded, version) = (found, true, 4)
      try await expectUsable(store)
    } else {
      try expectSame("where no samples are due", found, as: rows)
    }
    try expect("schema version", contents.schemaVersion, equals: version)
    try await act(launch.then, on: store)
    try await store.close()
  }

  /// Every sample reads, each screen has something to show, and the assets are what the trades come to.
  private func expectUsable(_ store: any Store) async throws {
    let (trades, assets, posts, projects) = try await system.dataAccess.openData(store).perform { scope in
      (
        try scope.fetch(TradeRecord.self), try scope.fetch(AssetItem.self), try scope.fetch(SocialPost.self),
        try scope.fetch(ProjectItem.self)
      )
    }
    try expect("samples of trades, posts and projects", [trades.count, posts.count, projects.count].allSatisfy { $0 > 0 })
    var held: [String: Decimal] = [:]
    for trade in trades { held[trade.symbol, default: 0] += trade.signedQuantity }
    try expect(
      "quantities of the sample assets, by symbol", Dictionary(assets.map { ($0.symbol, [$0.quantity]) }, uniquingKeysWith: +),
      equals: held.filter { $0.value != 0 }.mapValues { [$0] })
    for asset in assets {
      let bought = trades.filter { $0.symbol == asset.symbol && $0.type == .buy }
      let paid = bought.reduce(0) { $0 + $1.quantity * $1.price }
      try expect("what was paid for the sample \(asset.symbol)", asset.avgCost * bought.reduce(0) { $0 + $1.quantity }, equals: paid)
      try expect(
        "that the price of the sample \(asset.symbol) is that of a trade",
        trades.contains { $0.symbol == asset.symbol && $0.type == .sell && $0.price == asset.currentPrice })
    }
    try expect("texts of samples are there", posts.allSatisfy { !$0.text.isEmpty } && projects.allSatisfy { !$0.name.isEmpty })
  }

  private mutating func act(_ action: SeedHistory.Afterwards, on store: any Store) async throws {
    switch action {
    case .nothing: break
    case .userSaves(let record):
      rows = ([record] + rows).sortedWithoutDuplicates()
      try await store.write { _ = try $0.put(record.fields, at: record.key, in: record.collection) }
    case .userDeletesEverything:
      let deleted = rows
      rows = []
      try await store.write { transaction in
        for record in deleted { try transaction.delete(record.key, in: record.collection) }
      }
    }
  }

  private func expectSame(_ claim: String, _ found: [RawRecord], as expected: [RawRecord]) throws {
    try PersonalOSProperties.expectSame(
      claim, StoreContents(schemaVersion: 4, records: found),
      as: StoreContents(schemaVersion: 4, records: expected))
  }
}
