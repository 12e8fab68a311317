import Foundation
import PersonalOSReference
import StorageContract

// What the other ledger reads, checks and writes inside of one transaction.

extension DefectiveLedger {
  struct Plan: Sendable {
    let saved: [TradeRecord]
    let removed: [TradeRecord]

    var symbols: Set<String> { Set((saved + removed).map { TradeSymbol.normalized($0.symbol) }) }

    func history(of symbol: String, after trades: [TradeRecord]) -> [TradeRecord] {
      let gone = Set((saved + removed).map(\.id))
      return (trades.filter { !gone.contains($0.id) } + saved)
        .filter { TradeSymbol.normalized($0.symbol) == symbol }
    }
  }

  /// Those that can be read; of a trade that is stored twice, the one at its own key.
  static func trades(in scope: DataScope) throws -> [TradeRecord] {
    try scope.live().scan(TradeRecord.collection).compactMap { record in
      let trade = try? TradeRecord(
        stored: StoredRecord(collection: TradeRecord.collection, key: record.key, fields: record.fields))
      return trade?.storageKey == record.key ? trade : nil
    }
  }

  nonisolated func found(in scope: DataScope) throws -> [TradeInconsistency] {
    var findings = try ConsistencyChecker().findings(in: scope)
    switch defect {
    case .ignoresTradesStoredTwice: findings.removeAll { $0.rule == .duplicateTradeID }
    case .ignoresTheOrderOfTime: findings.removeAll { $0.rule == .negativePrefix }
    case .ignoresAverageCosts:
      let assets = try scope.live().scan(AssetItem.collection)
      let trades = try Self.trades(in: scope)
      findings.removeAll { finding in
        guard finding.rule == .assetDiffers, let symbol = finding.symbol,
          case .decimal(let quantity) = assets.first(where: { $0.key == symbol })?.fields["quantity"]
        else { return false }
        return quantity == Self.quantity(of: trades.filter { TradeSymbol.normalized($0.symbol) == symbol })
      }
    case .missesClosedAssets:
      let trades = try Self.trades(in: scope)
      let assets = Set(try scope.live().scan(AssetItem.collection).map(\.key))
      for symbol in Set(trades.map { TradeSymbol.normalized($0.symbol) }).subtracting(assets)
      where !findings.contains(where: { $0.symbol == symbol }) {
        findings.append(TradeInconsistency(.assetDiffers, symbol: symbol))
      }
    default: break
    }
    return findings
  }

  nonisolated func validate(_ plan: Plan, _ trades: [TradeRecord], _ scope: DataScope) throws {
    try validate(plan, trades, defect == .checksAtLaunchAlone ? foundAtLaunch.now : try found(in: scope))
  }

  nonisolated func validate(_ plan: Plan, _ trades: [TradeRecord], _ findings: [TradeInconsistency]) throws {
    let now = setup.now()
    for trade in plan.saved { try PortfolioCalculator().validateInput(of: trade, now: now) }
    let locked = Set(findings.compactMap(\.symbol))
    let isLocked = defect == .locksEverything ? !findings.isEmpty : !locked.isDisjoint(with: plan.symbols)
    if isLocked, defect != .goesOn, defect != .locksAppendsAlone || plan.removed.isEmpty { throw DatabaseError.corruptedData }
    for symbol in plan.symbols.sorted() where isNegative(plan.history(of: symbol, after: trades), plan) {
      throw ValidationError.negativePosition(symbol: symbol)
    }
  }

  private nonisolated func isNegative(_ history: [TradeRecord], _ plan: Plan) -> Bool {
    if defect == .clampsQuantities { return false }
    if defect == .refusesBackDatedSells, let new = plan.saved.first, plan.removed.isEmpty, new.type == .sell,
      history.contains(where: { $0.date > new.date })
    {
      return true
    }
    if defect == .checksOnlyTheFinalQuantity { return Self.quantity(of: history) < 0 }
    var held: Decimal = 0
    let inOrder = history.sorted { left, right in
      if defect == .replaysInTheOrderOfEntry { return left.id.uuidString < right.id.uuidString }
      if left.date != right.date { return left.date < right.date }
      return (left.id.uuidString < right.id.uuidString) != (defect == .reverseOrderWithinAnInstant)
    }
    for trade in inOrder {
      held += trade.signedQuantity
      if held < 0 { return true }
    }
    return false
  }

  nonisolated func write(_ plan: Plan, _ trades: [TradeRecord], _ scope: DataScope) throws {
    for trade in plan.removed { try scope.delete(TradeRecord.self, key: trade.storageKey) }
    for trade in plan.saved { try scope.save(trade) }
    if defect == .keepsAssetsOfDeletedTrades, plan.saved.isEmpty { return }
    let forgotten =
      defect == .forgetsTheOldSymbol
      ? plan.symbols.subtracting(plan.saved.map { TradeSymbol.normalized($0.symbol) }) : []
    for symbol in plan.symbols.subtracting(forgotten) {
      let before = trades.filter { TradeSymbol.normalized($0.symbol) == symbol }
      if defect == .neverOpensAgain, !before.isEmpty, Self.quantity(of: before) == 0 { continue }
      try writeAsset(of: symbol, plan.history(of: symbol, after: trades), scope)
    }
  }

  private nonisolated func writeAsset(
    of symbol: String, _ history: [TradeRecord], _ scope: DataScope
  ) throws {
    let position = try PortfolioCalculator().calculatePositions(from: history).first
    var quantity = Self.quantity(of: history)
    if defect == .clampsQuantities { quantity = max(0, quantity) }
    let residue = Decimal(sign: .plus, exponent: -6, significand: 1)
    let isHeld = defect == .closesSmallResidues ? quantity > residue : quantity != 0
    guard isHeld || defect == .keepsAssetsOfNothing, let latest = history.max(by: { $0.date < $1.date })
    else {
      try scope.delete(AssetItem.self, key: symbol)
      return
    }
    let shown = defect == .forgetsShownPrices ? nil : try? scope.fetch(AssetItem.self, key: symbol)?.currentPrice
    try scope.save(
      AssetItem(
        symbol: symbol, quantity: quantity, avgCost: position?.avgCost ?? 0,
        currentPrice: shown ?? latest.price, lastUpdated: setup.now()))
  }

  private static func quantity(of trades: [TradeRecord]) -> Decimal {
    trades.reduce(0) { $0 + $1.signedQuantity }
  }
}
