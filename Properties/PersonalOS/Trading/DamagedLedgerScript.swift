import Foundation
import PersonalOSGenerators
import PersonalOSReference
import StorageContract

/// What happens to a ledger whose records are damaged behind its back: POS-46. The model judges each call.
struct DamagedLedgerScript {
  private var driver: LedgerDriver
  private(set) var model: TradeBookModel
  /// The number of the latest purchase.
  private var number = 0

  /// Stores the history by way of the ledger, and edits two trades once.
  init(_ system: PersonalOSSystem, _ history: [TradeRecord]) async throws {
    model = TradeBookModel(trades: history)
    driver = try await LedgerDriver(system, holding: model)
    for var trade in history.prefix(2) {
      trade.notes += "seen"
      try await perform(.change([.edit(trade)]))
    }
  }

  func end() async throws { try await driver.end() }

  mutating func damage(_ damages: [LedgerDamage?]) async throws {
    for case (let symbol, let damage?) in zip(model.symbols, damages) { try await apply(damage, to: symbol) }
  }

  /// A launch finds the damage, which locks its symbols and no others until they are repaired.
  mutating func launchAndRepair() async throws {
    let damaged = Set(model.findings.map(\.symbol))
    try await perform(.relaunch)
    try await perform(.check)
    for symbol in model.locked.union(model.symbols).sorted() {
      for change in changes(of: symbol) { try await perform(.change([change])) }
    }
    for symbol in damaged { try await perform(.repair(symbol)) }
    try await perform(.check)
    for case let symbol? in damaged {
      for change in changes(of: symbol) { try await perform(.change([change])) }
    }
  }

  /// A finding that occurs again is logged again and moved aside again, and a repair leaves other symbols alone.
  mutating func damageAgain() async throws {
    for symbol in ["YYY", "ZZZ", "ZZZ"] {
      let fields: [String: FieldValue] = ["symbol": .text(symbol), "noise": .bytes([1])]
      let record = RawRecord(collection: TradeRecord.collection, key: "again \(symbol)", fields: fields)
      try await driver.put(model.add(record, .undecodableRecord, of: symbol))
      try await perform(.check)
      if symbol == "ZZZ" { try await perform(.repair(symbol)) }
    }
    try await perform(.repair("YYY"))
  }

  /// Damage that comes while the ledger is open locks its symbol before the next write, as long as it is there.
  mutating func damageBehindTheOpenLedger() async throws {
    guard let symbol = model.held.first else { return }
    let sound = try await driver.asset(symbol)
    try await apply(.assetQuantityIsOff, to: symbol)
    try await perform(.change([.append(purchase(of: symbol))]))
    if let sound { try await driver.put(RawRecord(sound)) }
    model.findings = []
    try await perform(.change([.append(purchase(of: symbol))]))
  }

  private mutating func apply(_ damage: LedgerDamage, to symbol: String) async throws {
    let asset = try await driver.asset(symbol)
    guard let record = model.damage(symbol, by: damage, asset) else { return }
    try await driver.put(record)
    guard damage == .storesATradeTwiceElsewhere, let id = UUID(uuidString: record.key) else { return }
    for trade in model.trades where trade.id == id {
      try await driver.put(RawRecord(collection: TradeRecord.collection, key: trade.storageKey, fields: [:]))
      try await driver.put(model.record(of: trade))
    }
  }

  private mutating func perform(_ call: LedgerCall) async throws { try await driver.perform(call, judging: &model) }

  /// Every kind of change that concerns the symbol; of trades that can be read, edits and deletions too.
  private mutating func changes(of symbol: String) -> [TradeCommand] {
    var changes: [TradeCommand] = [.append(purchase(of: symbol)), .importTrades([purchase(of: symbol)])]
    if let taken = model.leftOut.lazy.compactMap({ UUID(uuidString: $0.key) }).first {
      var trade = purchase(of: symbol)
      trade.id = taken
      changes.append(.append(trade))
    }
    if var trade = model.trades.first(where: { $0.meaning == symbol && $0.date <= latestTradeDate }) {
      trade.notes += "again"
      changes += [.edit(trade), .delete(trade.id)]
    }
    return changes
  }

  private mutating func purchase(of symbol: String) -> TradeRecord {
    number += 1
    return .last(number, .buy, 3, of: symbol)
  }
}

extension LedgerDriver {
  /// A record without fields is deleted.
  fileprivate func put(_ record: RawRecord) async throws {
    try await store.write { transaction in
      try transaction.delete(record.key, in: record.collection)
      if !record.fields.isEmpty { try transaction.put(record.fields, at: record.key, in: record.collection) }
    }
  }

  fileprivate func asset(_ symbol: String) async throws -> AssetItem? {
    try await DataActor(store: store).perform { try $0.fetch(AssetItem.self, key: symbol) }
  }
}
