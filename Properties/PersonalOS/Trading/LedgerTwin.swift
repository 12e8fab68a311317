import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// A second ledger over sound data, because the order of reading, checking and writing is open: it writes each change
/// first, then asks the model, and relies on the store to take back what is refused.
actor LedgerTwin: TradeBook {
  enum Defect: String, CaseIterable, Sendable {
    case checksNoDeletions = "deletes trades without a check"
    case importsUnchecked = "imports without a check"
    case clampsQuantitiesToZero = "accepts a sell of too much and shows 0 as the remainder"
    case checksThenAppends = "checks in one transaction and appends in the next"
    case checksThenEdits = "checks in one transaction and edits in the next"
    case checksThenDeletes = "checks in one transaction and deletes in the next"
    case checksThenImports = "checks in one transaction and imports in the next"
    case closesSmallResidues = "treats less than a millionth as 0"
    case neverOpensAgain = "does not see that a closed position opens again"
  }

  static let twin = Twin<PersonalOSSystem, Defect>("LedgerTwin") { system, defect in
    system.trading.openLedger = { LedgerTwin($0, defect) }
  }

  private let setup: TradeBookSetup
  private let defect: Defect?

  private init(_ setup: TradeBookSetup, _ defect: Defect?) {
    (self.setup, self.defect) = (setup, defect)
  }

  func append(_ trade: TradeRecord) async throws { try await change(.append(trade)) }
  func edit(_ trade: TradeRecord) async throws { try await change(.edit(trade)) }
  func delete(_ id: UUID) async throws { try await change(.delete(id)) }
  func importTrades(_ trades: [TradeRecord]) async throws { try await change(.importTrades(trades)) }
  func trades() async throws -> [TradeRecord] { try await setup.data.perform { try $0.fetch(TradeRecord.self) } }
  func assets() async throws -> [AssetItem] { try await setup.data.perform { try $0.fetch(AssetItem.self) } }
  func check() async throws -> [TradeInconsistency] { [] }
  func repair(_ symbol: String?) async throws {}

  private func change(_ change: TradeCommand) async throws {
    do {
      switch (defect, change) {
      case (.checksNoDeletions, .delete), (.importsUnchecked, .importTrades), (.clampsQuantitiesToZero, _): break
      case (.checksThenAppends, .append), (.checksThenEdits, .edit), (.checksThenDeletes, .delete),
        (.checksThenImports, .importTrades):
        try await setup.data.perform { try Self.check(change, try $0.fetch(TradeRecord.self)) }
        await Task.yield()
      default:
        return try await setup.data.perform { [self] scope in
          let trades = try scope.fetch(TradeRecord.self)
          try write(change, over: trades, in: scope)
          try Self.check(change, trades)
        }
      }
      try await setup.data.perform { [self] in try write(change, over: try $0.fetch(TradeRecord.self), in: $0) }
    } catch {
      await setup.present(error)
      throw error
    }
  }

  private static func check(_ change: TradeCommand, _ trades: [TradeRecord]) throws {
    var book = TradeBookModel(trades: trades)
    if let refusal = book.perform(change).first { throw refusal }
  }

  private nonisolated func write(_ change: TradeCommand, over trades: [TradeRecord], in scope: DataScope) throws {
    let after = change.applied(to: trades)
    if let id = change.leaving { try scope.delete(TradeRecord.self, key: id.uuidString) }
    for trade in change.entered { try scope.save(trade) }
    let changed = change.entered + trades.filter { $0.id == change.leaving }
    for symbol in Set(changed.map(\.meaning)) {
      let own = after.filter { $0.meaning == symbol }
      let quantity = after.quantity(of: symbol)
      let before = try scope.fetch(AssetItem.self, key: symbol)
      if defect == .neverOpensAgain, before == nil, own.count > change.entered.count { continue }
      let least = defect == .closesSmallResidues ? 10_000 * Decimal.smallestQuantity : .smallestQuantity
      guard quantity >= least, let latest = own.inReplayOrder.last else {
        try scope.delete(AssetItem.self, key: symbol)
        continue
      }
      // A change that is refused in the end may not add up.
      let position = try? PortfolioCalculator().calculatePositions(from: own).first
      try scope.save(
        AssetItem(
          symbol: symbol, quantity: quantity, avgCost: position?.avgCost ?? 0,
          currentPrice: before?.currentPrice ?? latest.price, lastUpdated: setup.now()))
    }
  }
}

extension Fault<PersonalOSSystem> {
  static let checksThenAppends = LedgerTwin.twin.fault(.checksThenAppends)

  /// The reference writes nothing before it is sure, so that a rollback has nothing to take back.
  static let writesFirstOverALeakyRollback = Fault(
    "writesFirstOverALeakyRollback", "writes first, over a backend that keeps the first write of a rollback (BF-2)"
  ) { system in
    Fault.over(.keepsFirstWriteOnRollback).apply(&system)
    LedgerTwin.twin.sound.install(&system)
  }

  static let acceptsTomorrowsTrades = Fault("acceptsTomorrowsTrades", "accepts dates up to a day ahead") { system in
    let validate = system.trading.validateTrade
    system.trading.validateTrade = { try validate($0, $1, $2 + 86_400) }
  }
}
