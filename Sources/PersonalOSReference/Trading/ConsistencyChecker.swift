import Foundation
import StorageContract

/// Reads the stored trades and assets, and reports everything in them that cannot be right. It changes nothing.
public struct ConsistencyChecker: Sendable {
  /// Creates a checker. It has no state.
  public init() {}

  /// The findings in the order of symbols, then of rules. Findings without a symbol come last.
  /// - Throws: the errors of the scope and its store.
  public func findings(in scope: DataScope) throws -> [TradeInconsistency] {
    try LedgerContents(scope).findings()
  }
}

/// The stored trades and assets, as far as they can be read.
struct LedgerContents {
  /// The trades in the order of ids. If several records have the same id, the record at its own key counts, or else the
  /// latest one.
  private(set) var trades: [TradeRecord] = []
  /// The key of the record of each trade: its id, unless somebody else stored it.
  private(set) var keys: [UUID: String] = [:]
  private(set) var assets: [String: AssetItem] = [:]
  /// The records that are not part of ``trades``, with the symbol that each of them locks.
  private(set) var leftOut: [(symbol: String?, record: Record)] = []
  /// The keys of the assets' records, by the symbol that they lock.
  private(set) var assetKeys: [String: [String]] = [:]
  /// The findings about single records.
  private var flaws: [TradeInconsistency] = []
  private var unreadable: Set<String> = []

  init(_ scope: DataScope) throws {
    let transaction = try scope.live()
    readTrades(try transaction.scan(TradeRecord.collection))
    readAssets(try transaction.scan(AssetItem.collection))
  }

  func trades(of symbol: String) -> [TradeRecord] {
    trades.filter { TradeSymbol.normalized($0.symbol) == symbol }
  }

  private mutating func readTrades(_ records: [Record]) {
    var byID: [UUID: [(record: Record, trade: TradeRecord)]] = [:]
    for record in records {
      let stored = StoredRecord(
        collection: TradeRecord.collection, key: record.key, fields: record.fields)
      if let trade = try? TradeRecord(stored: stored), !trade.quantity.isNaN, !trade.price.isNaN {
        byID[trade.id, default: []].append((record, trade))
      } else {
        let symbol = (try? stored.text("symbol")).map(TradeSymbol.normalized)
        if let symbol { unreadable.insert(symbol) }
        flaws.append(TradeInconsistency(.undecodableRecord, symbol: symbol, key: record.key))
        leftOut.append((symbol, record))
      }
    }
    for (id, candidates) in byID {
      let ranked = candidates.sorted { left, right in
        (left.record.key == id.uuidString ? 0 : 1, -left.record.version)
          < (right.record.key == id.uuidString ? 0 : 1, -right.record.version)
      }
      trades.append(ranked[0].trade)
      keys[id] = ranked[0].record.key
      for symbol in Set(ranked.map { TradeSymbol.normalized($0.trade.symbol) }) where ranked.count > 1 {
        flaws.append(TradeInconsistency(.duplicateTradeID, symbol: symbol, key: id.uuidString))
      }
      for (record, trade) in ranked.dropFirst() {
        leftOut.append((TradeSymbol.normalized(trade.symbol), record))
      }
    }
    trades.sort { $0.id.uuidString < $1.id.uuidString }
  }

  private mutating func readAssets(_ records: [Record]) {
    for record in records {
      let symbol = TradeSymbol.normalized(record.key)
      assetKeys[symbol, default: []].append(record.key)
      let stored = StoredRecord(collection: AssetItem.collection, key: record.key, fields: record.fields)
      guard let asset = try? AssetItem(stored: stored) else {
        unreadable.insert(symbol)
        flaws.append(TradeInconsistency(.undecodableRecord, symbol: symbol, key: record.key))
        continue
      }
      if record.key == symbol, assets[symbol] == nil {
        assets[symbol] = asset
      } else {
        flaws.append(TradeInconsistency(.assetDiffers, symbol: symbol, key: record.key))
      }
    }
  }

  /// All findings, or those about the wanted symbols. The check compares assets and replays trades only for symbols
  /// whose records can all be read, because it can say nothing about the others.
  func findings(of wanted: Set<String>? = nil) throws -> [TradeInconsistency] {
    func isWanted(_ symbol: String) -> Bool { wanted?.contains(symbol) ?? true }
    var findings = flaws.filter { flaw in wanted == nil || flaw.symbol.map(isWanted) == true }
    let bySymbol = Dictionary(grouping: trades) { TradeSymbol.normalized($0.symbol) }
    for (symbol, trades) in bySymbol where !unreadable.contains(symbol) && isWanted(symbol) {
      if try TradeReplay(trades).firstOversold() != nil {
        findings.append(TradeInconsistency(.negativePrefix, symbol: symbol))
      }
      if !Self.asset(assets[symbol], isWhat: trades) {
        findings.append(TradeInconsistency(.assetDiffers, symbol: symbol))
      }
    }
    for symbol in assets.keys
    where bySymbol[symbol] == nil && !unreadable.contains(symbol) && isWanted(symbol) {
      findings.append(TradeInconsistency(.unknownAsset, symbol: symbol))
    }
    return findings.sorted { left, right in
      (left.symbol ?? "\u{10FFFF}", left.rule.rawValue, left.key ?? "")
        < (right.symbol ?? "\u{10FFFF}", right.rule.rawValue, right.key ?? "")
    }
  }

  private static func asset(_ asset: AssetItem?, isWhat trades: [TradeRecord]) -> Bool {
    guard let position = try? PortfolioCalculator().calculatePositions(from: trades).first,
      !position.isClosed
    else { return asset == nil }
    return asset?.quantity == position.quantity && asset?.avgCost == position.avgCost
  }
}
