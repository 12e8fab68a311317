import Foundation
import PersonalOSGenerators
import PersonalOSReference
import StorageContract

extension TradeBookModel {
  /// Damages the symbol in this way, if it can be.
  /// - Returns: the record to store; one without fields is to be deleted.
  mutating func damage(_ symbol: String, by damage: LedgerDamage, _ asset: AssetItem?) -> RawRecord? {
    let own = trades.filter { $0.meaning == symbol }.inReplayOrder
    guard var trade = own.first, let latest = own.last else { return nil }
    var record = RawRecord(trade)
    var wrong = asset ?? AssetItem(symbol: symbol, quantity: 1, avgCost: 1, currentPrice: 1, lastUpdated: latest.date)
    let isSpelling = symbol != symbol.lowercased() && SymbolSpellings.meaning(of: symbol.lowercased()) == symbol
    switch damage {
    case .soldBeforeItWasBought:
      // The sums stay as they are.
      trade.date = latest.date + 1
      guard !(own.dropFirst() + [trade]).impossible.isEmpty else { return nil }
      trades = TradeCommand.edit(trade).applied(to: trades)
      return add(RawRecord(trade), .negativePrefix, of: symbol)
    case .storesATradeTwice where record.key != record.key.lowercased():
      record.key = record.key.lowercased()
      record.fields["notes"] = .text("again")
      return add(record, .duplicateTradeID, of: symbol)
    case .storesATradeTwiceElsewhere where elsewhere(record.key).count == 2:
      // The one that is stored last counts.
      (record.key, record.fields["notes"]) = (elsewhere(record.key)[0], .text("again"))
      trade.notes = "latest"
      trades = TradeCommand.edit(trade).applied(to: trades)
      keys[trade.id] = elsewhere(trade.storageKey)[1]
      return add(record, .duplicateTradeID, of: symbol)
    case .tradeQuantityIsText, .tradeTypeIsUnknown:
      trades.removeAll { $0.id == trade.id }
      record.fields[damage == .tradeQuantityIsText ? "quantity" : "type"] = .text("many")
      return add(record, .undecodableRecord, of: symbol)
    case .recordIsGarbage:
      (record.key, record.fields) = ("garbage of \(symbol)", ["noise": .bytes([0, 255])])
      return add(record, .undecodableRecord, of: nil)
    case .assetWithoutTrades:
      wrong.symbol = "NEVER" + symbol
      return add(RawRecord(wrong), .unknownAsset, of: wrong.symbol)
    case .assetCannotBeRead:
      record = RawRecord(collection: AssetItem.collection, key: symbol, fields: ["quantity": .text("many")])
      return add(record, .undecodableRecord, of: symbol)
    case .assetIsMissing where asset != nil:
      return add(RawRecord(collection: AssetItem.collection, key: symbol, fields: [:]), .assetDiffers, of: symbol)
    case .assetIsStoredTwice where asset != nil && isSpelling:
      wrong.symbol = symbol.lowercased()
    case .assetQuantityIsOff where asset != nil: wrong.quantity += .smallestQuantity
    case .assetCostIsOff where asset != nil: wrong.avgCost += Decimal(sign: .plus, exponent: -30, significand: 1)
    case .assetOfNothing where asset == nil: break
    default: return nil
    }
    return add(RawRecord(wrong), .assetDiffers, of: symbol)
  }

  /// Two other spellings of the key; fewer if it has too few letters.
  private func elsewhere(_ key: String) -> [String] {
    let spellings = [key.lowercased(), key.prefix(18).lowercased() + key.dropFirst(18)]
    return spellings[0] == spellings[1] || spellings[1] == key ? [] : spellings
  }

  /// Adds a finding, and its record where that is not one of ``trades``.
  mutating func add(_ record: RawRecord, _ rule: TradeInconsistency.Rule, of symbol: String?) -> RawRecord {
    findings.append(TradeInconsistency(rule, symbol: symbol, key: record.key))
    if record.collection == TradeRecord.collection, rule != .negativePrefix { leftOut.append(record) }
    return record
  }
}
