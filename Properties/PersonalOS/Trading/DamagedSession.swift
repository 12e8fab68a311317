import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// A ledger whose records are damaged behind its back: the session of POS-46.
struct DamagedSession {
  /// What must be found.
  struct Expected: Hashable {
    let symbol: String?
    let rule: TradeInconsistency.Rule
  }

  private var session: LedgerSession
  private let symbols: [String]
  private var model = TradeBookModel()
  private var nextID: UInt8 = 0

  /// Stores the history by way of the ledger, and edits each trade once.
  init(_ system: PersonalOSSystem, _ history: [TradeRecord]) async throws {
    session = try await LedgerSession(system)
    symbols = Set(history.map { SymbolSpellings.meaning(of: $0.symbol) }).sorted()
    try await session.perform(.importAll(history), expecting: &model)
    for trade in history.prefix(2) {
      var edited = trade
      edited.notes += "seen"
      try await session.perform(.edit(edited), expecting: &model)
    }
  }

  func end() async throws { try await session.end() }

  // MARK: Damage

  /// Damages the symbols, each in its way, where that is possible.
  mutating func damage(_ damages: [LedgerDamage?]) async throws -> [Expected] {
    var expected: [Expected] = []
    for (symbol, damage) in zip(symbols, damages) {
      guard let damage, let rule = try await apply(damage, to: symbol) else { continue }
      switch damage {
      case .assetWithoutTrades: expected.append(Expected(symbol: "NEVER" + symbol, rule: rule))
      case .recordIsGarbage: expected.append(Expected(symbol: nil, rule: rule))
      default: expected.append(Expected(symbol: symbol, rule: rule))
      }
    }
    return expected
  }

  /// - Returns: the rule that is broken now; nil where this damage cannot be done to the symbol.
  private func apply(_ damage: LedgerDamage, to symbol: String) async throws -> TradeInconsistency.Rule? {
    let trades = model.trades(of: symbol).sorted { ($0.date, $0.id.uuidString) < ($1.date, $1.id.uuidString) }
    let isHeld = model.holdings[symbol] != nil
    guard let first = trades.first, let latest = trades.last else { return nil }
    switch damage {
    case .soldBeforeItWasBought:
      guard trades.contains(where: { $0.type == .sell }) else { return nil }
      // The sums stay as they are.
      var moved = first
      moved.date = latest.date.addingTimeInterval(1)
      try await put(moved.storedFields, at: moved.storageKey, in: TradeRecord.collection)
      return TradeBookModel(of: trades.dropFirst() + [moved]).isEverNegative(symbol) ? .negativePrefix : nil
    case .storesATradeTwice:
      var copy = first
      copy.notes = "again"
      guard first.storageKey != first.storageKey.lowercased() else { return nil }
      try await put(copy.storedFields, at: first.storageKey.lowercased(), in: TradeRecord.collection)
      return .duplicateTradeID
    case .assetQuantityIsOff, .assetCostIsOff, .assetIsMissing:
      guard isHeld, var asset = try await asset(symbol) else { return nil }
      // By one in the last digit.
      if damage == .assetQuantityIsOff { asset.quantity += Self.unit(of: asset.quantity) }
      if damage == .assetCostIsOff { asset.avgCost += Self.unit(of: asset.avgCost) }
      if damage == .assetIsMissing {
        try await session.store.write { _ = try $0.delete(symbol, in: AssetItem.collection) }
      } else {
        try await put(asset.storedFields, at: symbol, in: AssetItem.collection)
      }
      return .assetDiffers
    case .assetIsStoredTwice:
      guard isHeld, let asset = try await asset(symbol), symbol != symbol.lowercased(),
        SymbolSpellings.meaning(of: symbol.lowercased()) == symbol
      else { return nil }
      try await put(asset.storedFields, at: symbol.lowercased(), in: AssetItem.collection)
      return .assetDiffers
    case .assetOfNothing, .assetWithoutTrades:
      guard damage == .assetWithoutTrades || !isHeld else { return nil }
      let asset = AssetItem(
        symbol: damage == .assetOfNothing ? symbol : "NEVER" + symbol, quantity: 1, avgCost: 1,
        currentPrice: 1,
        lastUpdated: latestTradeDate)
      try await put(asset.storedFields, at: asset.symbol, in: AssetItem.collection)
      return damage == .assetOfNothing ? .assetDiffers : .unknownAsset
    case .tradeQuantityIsText, .tradeTypeIsUnknown:
      var fields = first.storedFields
      fields[damage == .tradeQuantityIsText ? "quantity" : "type"] = .text("many")
      try await put(fields, at: first.storageKey, in: TradeRecord.collection)
      return .undecodableRecord
    case .assetCannotBeRead:
      try await put(["quantity": .text("many")], at: symbol, in: AssetItem.collection)
      return .undecodableRecord
    case .recordIsGarbage:
      try await put(["noise": .bytes([0, 255])], at: "garbage of \(symbol)", in: TradeRecord.collection)
      return .undecodableRecord
    }
  }

  private static func unit(of amount: Decimal) -> Decimal {
    // As it is written, without the zeros that a calculation may have left: 2 is 2, and not 2.000 to 38 digits.
    let fraction = "\(amount)".split(separator: ".").dropFirst().first ?? ""
    return Decimal(sign: .plus, exponent: -fraction.count, significand: 1)
  }

  private func put(_ fields: [String: FieldValue], at key: String, in collection: String) async throws {
    try await session.store.write { _ = try $0.put(fields, at: key, in: collection) }
  }

  private func asset(_ symbol: String) async throws -> AssetItem? {
    try await session.data.perform { try $0.fetch(AssetItem.self, key: symbol) }
  }

  // MARK: Claims

  /// A new launch finds just that, writes each finding down once, and changes nothing.
  mutating func expectFound(_ expected: [Expected]) async throws {
    let (before, logged) = (try await session.dump(), session.told.logged.count)
    try await session.reopen()
    let entries = session.told.logged.dropFirst(logged)
    try expect("entries of the log", entries.count, equals: expected.count)
    for finding in expected {
      try expect(
        "the log has \(finding.symbol ?? "a record of no symbol"): \(finding.rule.rawValue)",
        entries.contains { entry in
          entry.contains(finding.rule.rawValue) && (finding.symbol.map { entry.contains($0) } ?? true)
        })
    }
    let findings = try await session.ledger.check()
    for finding in findings {
      let place = finding.key.map { " at \($0)" } ?? ""
      try expect("what is said", finding.description, equals: "\(finding.symbol ?? "a record of unknown symbol"): \(finding.rule.rawValue)\(place)")
    }
    let found = findings.map { Expected(symbol: $0.symbol, rule: $0.rule) }
    try expect("what is found", Self.words(found), equals: Self.words(expected))
    try expect("what is stored after the check", try await session.dump(), equals: before)
  }

  /// Damaged symbols take no writes, and stay as they are; all others do.
  mutating func expectOnlyDamagedAreLocked(_ expected: [Expected]) async throws {
    let locked = Set(expected.compactMap(\.symbol))
    let logged = session.told.logged.count
    for symbol in symbols + locked.subtracting(symbols).sorted() {
      if locked.contains(symbol) {
        for command in try await changes(of: symbol) { try await expectLocked(symbol, command) }
      } else {
        let error = await session.perform(.append(purchase(of: symbol)))
        try expect("\(symbol) takes a trade, and not \(String(describing: error))", error == nil)
      }
    }
    try expect("entries of the log that say it again", session.told.logged.count - logged, equals: 0)
  }

  /// Every kind of change that concerns the symbol; of trades that can be read, edits and deletions too.
  private mutating func changes(of symbol: String) async throws -> [TradeCommand] {
    var commands: [TradeCommand] = [.append(purchase(of: symbol)), .importAll([purchase(of: symbol)])]
    if let trade = Self.readable(try await session.dump()).first(where: { $0.meaning == symbol && $0.date <= latestTradeDate })
    {
      var edited = trade
      edited.notes += "again"
      commands += [.edit(edited), .delete(trade.id)]
    }
    return commands
  }

  private func expectLocked(_ symbol: String, _ command: TradeCommand) async throws {
    let (before, presented) = (try await session.dump(), session.told.presented.count)
    let error = await session.perform(command)
    try expect("\(symbol) is read-only for \(describe(command))", error as? DatabaseError == .corruptedData)
    try expect("what is stored after the refusal", try await session.dump(), equals: before)
    try expect("errors that the user sees", session.told.presented.count - presented, equals: 1)
  }

  /// Damage that comes while the ledger is open locks its symbol before the next write.
  mutating func expectCheckedBeforeWrites() async throws {
    guard let symbol = symbols.first(where: { model.holdings[$0] != nil }), var asset = try await asset(symbol) else { return }
    let (sound, logged) = (asset, session.told.logged.count)
    asset.quantity += 1
    try await put(asset.storedFields, at: symbol, in: AssetItem.collection)
    try await expectLocked(symbol, .append(purchase(of: symbol)))
    try expect("entries of the log on what came later", session.told.logged.count - logged, equals: 1)
    try await put(sound.storedFields, at: symbol, in: AssetItem.collection)
    let error = await session.perform(.append(purchase(of: symbol)))
    try expect("\(symbol) takes a trade when it is sound again, and not \(String(describing: error))", error == nil)
  }

  /// The trades that can be read, of several with one id the one at its own key.
  private static func readable(_ dump: [String: [Record]]) -> [TradeRecord] {
    let trades = dump[TradeRecord.collection, default: []].compactMap { record in
      (try? TradeRecord(stored: StoredRecord(collection: TradeRecord.collection, key: record.key, fields: record.fields)))
        .map { (record.key, $0) }
    }
    return Dictionary(grouping: trades, by: \.1.id).compactMap { id, copies in
      (copies.first { $0.0 == id.uuidString } ?? copies.first)?.1
    }
  }

  /// What a repair has to leave of these: all but the sales for which too little was held at their time.
  private static func possible(_ trades: [TradeRecord]) -> [TradeRecord] {
    var held: [String: Decimal] = [:]
    return trades.sorted { ($0.date, $0.id.uuidString) < ($1.date, $1.id.uuidString) }.filter { trade in
      let after = held[trade.meaning, default: 0] + trade.signedQuantity
      if after < 0 { return false }
      held[trade.meaning] = after
      return true
    }
  }

  /// The trades that can have been, each as it was, and the assets that they come to.
  private func expectRepaired(from before: [String: [Record]]) async throws {
    let expected = TradeBookModel(of: Self.possible(Self.readable(before)))
    let dump = try await session.dump()
    try expect(
      "the trades after the repair",
      Self.readable(dump).sorted { $0.id.uuidString < $1.id.uuidString }.map { "\($0)" },
      equals: expected.inOrder.map { "\($0)" })
    var assets: [String: Decimal] = [:]
    for record in dump[AssetItem.collection, default: []] {
      guard case .decimal(let quantity)? = record.fields["quantity"], case .decimal(let cost)? = record.fields["avgCost"]
      else { return try expect("the asset \(record.key) can be read", false) }
      assets[record.key] = quantity
      let bought = expected.trades(of: record.key).filter { $0.type == .buy }
      let paid = bought.reduce(0) { $0 + $1.quantity * $1.price }
      let error = cost * bought.reduce(0) { $0 + $1.quantity } - paid
      try expect(
        "the average cost of \(record.key)",
        error.magnitude <= paid * Decimal(sign: .plus, exponent: -30, significand: 1))
    }
    try expect("the assets after the repair", assets, equals: expected.holdings)
  }

  /// After a repair the records are right, every symbol takes trades, and no trade is lost.
  mutating func expectRepairs(_ expected: [Expected]) async throws {
    let before = try await fieldsOfTrades()
    let records = try await session.dump()
    for symbol in Set(expected.map(\.symbol)) { try await session.ledger.repair(symbol) }
    try expect("what is found after the repair", try await session.ledger.check(), equals: [])
    try await expectRepaired(from: records)
    let after = try await fieldsOfTrades()
    try expect(
      "every record of a trade is where it was, or has been moved aside", before.allSatisfy(after.contains))
    try await expectNamesOfMovedAside(records)
    for symbol in Set(expected.compactMap(\.symbol)).sorted() {
      let error = await session.perform(.append(purchase(of: symbol)))
      try expect("\(symbol) takes a trade again, and not \(String(describing: error))", error == nil)
    }
    try await expectLoggedAgain()
  }

  /// A record that was moved aside has its key, and a number behind it.
  private func expectNamesOfMovedAside(_ before: [String: [Record]]) async throws {
    let known = Set(before[QuarantinedRecord.collection, default: []].map(\.key))
    let trades = before[TradeRecord.collection, default: []]
    for record in try await session.dump()[QuarantinedRecord.collection, default: []] where !known.contains(record.key) {
      let name = record.key.split(separator: " ").dropLast().joined(separator: " ")
      try expect("the number of “\(record.key)”", record.key.split(separator: " ").last.flatMap { Int($0) } != nil)
      try expect(
        "“\(record.key)” is a record of that name, moved aside",
        trades.contains { $0.key == name && $0.fields == record.fields })
    }
  }

  /// What comes up again after a repair is in the log again, and under another name beside what was moved aside before.
  private func expectLoggedAgain() async throws {
    let (garbage, count) = (["symbol": FieldValue.text("ZZZ"), "noise": .bytes([1])], session.told.logged.count)
    for number in 1...2 {
      try await put(garbage, at: "again", in: TradeRecord.collection)
      _ = try await session.ledger.check()
      try expect("entries of the log, of a record that came \(number) times", session.told.logged.count - count, equals: number)
      try await session.ledger.repair("ZZZ")
    }
    try await put(["symbol": .text("YYY")], at: "other", in: TradeRecord.collection)
    try await session.ledger.repair("ZZZ")
    let left = try await session.dump()[TradeRecord.collection, default: []].map(\.key)
    try expect("a record of YYY is where it was, after a repair of ZZZ", left.contains("other"))
    try await session.ledger.repair("YYY")
    let moved = try await session.dump()[QuarantinedRecord.collection, default: []].map(\.key).filter { $0.hasPrefix("again ") }
    try expect("names of a record that was moved aside twice", moved.sorted(), equals: ["again 1", "again 2"])
  }

  /// The contents of every record of a trade, those that were moved aside too.
  private func fieldsOfTrades() async throws -> [[String: FieldValue]] {
    let dump = try await session.dump()
    return (dump[TradeRecord.collection, default: []] + dump[QuarantinedRecord.collection, default: []])
      .map(\.fields)
  }

  private mutating func purchase(of symbol: String) -> TradeRecord {
    nextID += 1
    return TradeRecord(
      id: UUID(uuid: (254, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, nextID)), symbol: symbol, type: .buy,
      quantity: 3, price: 5, date: latestTradeDate)
  }

  private static func words(_ findings: [Expected]) -> [String] {
    findings.map { "\($0.symbol ?? "no symbol"): \($0.rule.rawValue)" }.sorted()
  }

  func label(_ trial: Trial, _ expected: [Expected]) {
    trial.label(expected.isEmpty ? "sound" : "damaged")
    let damagedCount = Set(expected.compactMap(\.symbol)).intersection(symbols).count
    trial.label("a damaged symbol beside a sound one", if: damagedCount > 0 && damagedCount < symbols.count)
    trial.label("has a closed position", if: model.holdings.count < model.symbols.count)
    for finding in expected { trial.label(finding.rule.rawValue) }
  }
}

extension TradeBookModel {
  fileprivate init(of trades: [TradeRecord]) {
    self.init()
    self.append(unchecked: trades)
  }
}

extension TradeRecord {
  fileprivate var meaning: String { SymbolSpellings.meaning(of: symbol) }
}
