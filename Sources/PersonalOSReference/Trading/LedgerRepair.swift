import Foundation
import StorageContract

/// A record that a repair moved aside. It keeps all its fields, in the collection `quarantine`. Its new key is the old
/// key and a number.
public enum QuarantinedRecord {
  /// The collection of the records that were moved aside.
  public static let collection = "quarantine"
}

/// Repairs the records of one symbol.
struct LedgerRepair {
  /// The symbol; nil for the records whose symbol cannot be read.
  let symbol: String?

  func apply(in scope: DataScope, now: Date) throws {
    let contents = try LedgerContents(scope)
    let transaction = try scope.live()
    for (owner, record) in contents.leftOut where owner == symbol {
      try moveAside(record, in: transaction)
    }
    guard let symbol else { return }
    // Remove a sale that could not have happened, and check the remaining trades again.
    var trades = contents.trades(of: symbol)
    while let oversold = try TradeReplay(trades).firstOversold() {
      trades.removeAll { $0.id == oversold.id }
      let key = contents.keys[oversold.id] ?? oversold.storageKey
      if let record = try transaction.get(key, in: TradeRecord.collection) {
        try moveAside(record, in: transaction)
      }
    }
    for key in contents.assetKeys[symbol] ?? [] {
      try transaction.delete(key, in: AssetItem.collection)
    }
    try LedgerChange.writeAsset(
      of: symbol, from: trades, before: contents.assets[symbol], in: scope, now: now)
  }

  /// Moves the record to the quarantine. A newer record at the same key stays in its place.
  private func moveAside(_ record: Record, in transaction: any WriteTransaction) throws {
    var number = 1
    while try transaction.get("\(record.key) \(number)", in: QuarantinedRecord.collection) != nil {
      number += 1
    }
    try transaction.put(record.fields, at: "\(record.key) \(number)", in: QuarantinedRecord.collection)
    let present = try transaction.get(record.key, in: TradeRecord.collection)
    if present?.version == record.version {
      try transaction.delete(record.key, in: TradeRecord.collection)
    }
  }
}
