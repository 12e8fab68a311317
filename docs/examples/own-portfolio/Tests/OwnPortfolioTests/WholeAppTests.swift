import Foundation
import PersonalOSProperties
import PersonalOSReference
import PropertyTesting
import StorageContract
import Synchronization
import Testing

/// The app as the app's own code puts it together: with its own parts in place of the reference's.
private enum OwnApp {
  /// Your app's composition root stands here. What it does not have of its own is the reference's.
  static func launch(
    _ platform: PersonalOSPlatform, _ parts: PersonalOSParts,
    openLedger: @escaping @Sendable (TradeBookSetup) async throws -> any TradeBook
  ) async throws -> PersonalOSApp {
    var own = parts
    own.portfolio = ownPortfolio(parts.portfolio)
    own.trading.openLedger = openLedger
    return try await PersonalOSApp.launch(platform, own)
  }

  /// A whole app, over a store of its own for each case.
  static func system(
    openLedger: @escaping @Sendable (TradeBookSetup) async throws -> any TradeBook
  ) -> PersonalOSSystem {
    var system = PersonalOSSystem.reference(location: MemoryLocation())
    system.launch = { try await launch($0, $1, openLedger: openLedger) }
    return system
  }
}

@Suite struct WholeAppTests {
  private static let runner = Runner(settings: RunSettings(cases: 25, seed: 1))

  @Test(arguments: AppProperties.all.map(\.id))
  func ownAppHolds(id: String) async throws {
    let property = try #require(AppProperties.all.first { $0.id == id })
    try await Self.runner.run(property, on: Fixture { OwnApp.system { OwnLedger(try await TradeLedger.open($0)) } }).requireHeld()
  }

  /// Right by itself: only in the app does somebody else change the trades, by an import of everything.
  @Test func aLedgerThatRemembersItsTradesIsFoundOut() async throws {
    let property = try #require(AppProperties.all.first { $0.id == "POS-APP-02" })
    let forgetful = Fixture { OwnApp.system { OwnLedger(try await TradeLedger.open($0), remembers: true) } }
    #expect(await Runner(settings: RunSettings(seed: 1)).run(property, on: forgetful).verdict.counterexample != nil)
  }
}

/// The app's own ledger. It counts what the user changes; where it remembers, it reads trades once.
private final class OwnLedger: TradeBook {
  private let base: TradeLedger
  private let remembers: Bool
  private let known = Mutex<[TradeRecord]?>(nil)
  private let changes = Mutex(0)

  init(_ base: TradeLedger, remembers: Bool = false) {
    self.base = base
    self.remembers = remembers
  }

  func append(_ trade: TradeRecord) async throws { try await change { try await base.append(trade) } }
  func edit(_ trade: TradeRecord) async throws { try await change { try await base.edit(trade) } }
  func delete(_ id: UUID) async throws { try await change { try await base.delete(id) } }
  func importTrades(_ trades: [TradeRecord]) async throws { try await change { try await base.importTrades(trades) } }
  func repair(_ symbol: String?) async throws { try await change { try await base.repair(symbol) } }
  func assets() async throws -> [AssetItem] { try await base.assets() }
  func check() async throws -> [TradeInconsistency] { try await base.check() }

  func trades() async throws -> [TradeRecord] {
    if remembers, let known = known.withLock({ $0 }) { return known }
    let trades = try await base.trades()
    known.withLock { $0 = trades }
    return trades
  }

  private func change(_ body: () async throws -> Void) async throws {
    try await body()
    changes.withLock { $0 += 1 }
    known.withLock { $0 = nil }
  }
}
