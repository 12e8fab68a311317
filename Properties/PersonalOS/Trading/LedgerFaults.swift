import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

// Faults of the ledger: another ledger with one defect, or the good one over a store that changes.

extension Fault<PersonalOSSystem> {
  // POS-43.

  static let checksOnlyTheFinalQuantity = ledger(
    "checksOnlyTheFinalQuantity", "checks the final quantity, not the interim ones", .checksOnlyTheFinalQuantity)
  static let checksNoDeletions = ledger("checksNoDeletions", "deletes trades without a check", .checksNoDeletions)
  static let checksNoEdits = ledger("checksNoEdits", "edits trades without a check", .checksNoEdits)
  static let savesBeforeItRefuses = ledger(
    "savesBeforeItRefuses", "saves before it refuses", .savesBeforeItRefuses)
  static let refusesSilently = ledger("refusesSilently", "refuses without telling the user", .refusesSilently)
  static let presentsARefusalTwice = ledger("presentsARefusalTwice", "presents a refusal twice", .presentsTwice)
  static let replaysInTheOrderOfEntry = ledger(
    "replaysInTheOrderOfEntry", "replays in the order of ids, whatever the dates", .replaysInTheOrderOfEntry)
  static let reverseOrderWithinAnInstant = ledger(
    "reverseOrderWithinAnInstant", "replays trades of one instant from the last id to the first",
    .reverseOrderWithinAnInstant)
  static let refusesEveryBackDatedSell = ledger(
    "refusesEveryBackDatedSell", "refuses every sell that is back-dated", .refusesBackDatedSells)

  /// The reference writes nothing before it is sure, so that a rollback has nothing to take back; the defect
  /// hurts a ledger that writes first and relies on the rollback.
  static let writesFirstOverALeakyRollback = Fault(
    "writesFirstOverALeakyRollback", "writes first, over a backend that keeps the first write of a rollback (BF-2)"
  ) { system in
    Fault.over(.keepsFirstWriteOnRollback).apply(&system)
    system.trading.openLedger = { try await DefectiveLedger.open($0, .writesFirst) }
  }

  // POS-46.

  static let movesAsideWithoutNames = Fault("movesAsideWithoutNames", "moves records aside under numbers only, without names") { system in
    let openLedger = system.trading.openLedger
    system.trading.openLedger = { NamelessRepairs(data: $0.data, base: try await openLedger($0)) }
  }
  static let repairsByMovingAll = ledger(
    "repairsByMovingAll", "moves every trade of a damaged symbol aside", .repairsByMovingAll)
  static let locksAppendsAlone = ledger(
    "locksAppendsAlone", "edits and deletes trades of a damaged symbol", .locksAppendsAlone)
  static let checksAtLaunchAlone = ledger(
    "checksAtLaunchAlone", "locks the findings of the launch and checks no more", .checksAtLaunchAlone)
  static let repairsToOneTooMany = Fault(
    "repairsToOneTooMany", "makes the asset of a repaired symbol one unit too large, and finds nothing wrong with it"
  ) { system in
    let openLedger = system.trading.openLedger
    system.trading.openLedger = { ContentRepairs(data: $0.data, base: try await openLedger($0)) }
  }
  static let logsOnceForEver = Fault("logsOnceForEver", "logs a finding once, also if it comes up after a repair") { system in
    let openLedger = system.trading.openLedger
    system.trading.openLedger = { setup in
      var setup = setup
      setup.log = LogOfFirstTimes(base: setup.log)
      return try await openLedger(setup)
    }
  }

  // POS-44.

  static let clampsQuantitiesToZero = ledger(
    "clampsQuantitiesToZero", "accepts a sell of too much and shows 0 as the remainder", .clampsQuantities)
  static let checksThenAppends = ledger(
    "checksThenAppends", "checks in one transaction and appends in the next", .checksThenAppends)
  static let checksThenEdits = ledger("checksThenEdits", "checks in one transaction and edits in the next", .checksThenEdits)
  static let checksThenDeletes = ledger(
    "checksThenDeletes", "checks in one transaction and deletes in the next", .checksThenDeletes)
  static let checksThenImports = ledger(
    "checksThenImports", "checks in one transaction and imports in the next", .checksThenImports)
  static let importsUnchecked = ledger("importsUnchecked", "imports without a check", .importsUnchecked)
  static let importsWhatItCan = ledger(
    "importsWhatItCan", "imports the trades before the first that it refuses", .importsWhatItCan)
  static let keepsAssetsOfDeletedTrades = ledger(
    "keepsAssetsOfDeletedTrades", "leaves the asset as it was when a trade is deleted", .keepsAssetsOfDeletedTrades)
  static let forgetsTheAssetOfTheOldSymbol = ledger(
    "forgetsTheAssetOfTheOldSymbol", "leaves the asset of the old symbol as it was when a trade gets another",
    .forgetsTheOldSymbol)

  static let forgetsShownPrices = ledger(
    "forgetsShownPrices", "shows the price of the latest trade instead of the price shown before", .forgetsShownPrices)
  static let refusesAbsentDeletions = ledger(
    "refusesAbsentDeletions", "refuses to delete an absent trade", .refusesAbsentDeletions)
  static let importsOneIDTwice = ledger("importsOneIDTwice", "imports two trades of one id as one", .importsTwice)

  // POS-45.

  static let closesSmallResidues = ledger(
    "closesSmallResidues", "treats less than a millionth as 0", .closesSmallResidues)
  static let keepsAssetsOfNothing = ledger(
    "keepsAssetsOfNothing", "keeps a row of quantity 0 in the holdings", .keepsAssetsOfNothing)
  static let neverOpensAgain = ledger(
    "neverOpensAgain", "does not see that a closed position opens again", .neverOpensAgain)

  static let forgetsClosedPositions = Fault(
    "forgetsClosedPositions", "forgets closed positions and their gains") { system in
    let summarize = system.portfolio.summarize
    system.portfolio.summarize = { trades, prices in
      let open = Set(try await summarize(trades, prices).open.map(\.position.symbol))
      return try await summarize(trades.filter { open.contains(TradeSymbol.normalized($0.symbol)) }, prices)
    }
  }

  static let summarizesResiduesAsClosed = Fault(
    "summarizesResiduesAsClosed", "lists less than a millionth as a closed position") {
    system in
    let summarize = system.portfolio.summarize
    system.portfolio.summarize = { trades, prices in
      let residue = Decimal(sign: .plus, exponent: -6, significand: 1)
      var trades = trades
      for holding in try await summarize(trades, prices).open where holding.position.quantity < residue {
        trades.append(
          TradeRecord(
            id: UUID(), symbol: holding.position.symbol, type: .sell, quantity: holding.position.quantity,
            price: 0, date: .distantFuture))
      }
      return try await summarize(trades, prices)
    }
  }

  // POS-46.

  static let repairsWithoutBeingAsked = ledger(
    "repairsWithoutBeingAsked", "repairs findings without being asked", .repairsUnasked)
  static let findsAndGoesOn = ledger(
    "findsAndGoesOn", "logs a finding and accepts changes all the same", .goesOn)
  static let missesAClosedAsset = ledger(
    "missesAClosedAsset", "reports the missing asset of a closed position as a finding", .missesClosedAssets)
  static let locksEverySymbol = ledger(
    "locksEverySymbol", "locks every symbol for a finding in one", .locksEverything)
  static let findsInSilence = ledger("findsInSilence", "logs no finding", .findsInSilence)
  static let logsAFindingAtEachWrite = ledger(
    "logsAFindingAtEachWrite", "logs a finding again at each write", .logsAgain)
  static let ignoresAverageCosts = ledger(
    "ignoresAverageCosts", "compares only the quantities of assets", .ignoresAverageCosts)
  static let ignoresTradesStoredTwice = ledger(
    "ignoresTradesStoredTwice", "does not see that a trade is stored twice", .ignoresTradesStoredTwice)
  static let ignoresTheOrderOfTime = ledger(
    "ignoresTheOrderOfTime", "does not check interim quantities", .ignoresTheOrderOfTime)
  static let repairsByDeleting = ledger("repairsByDeleting", "repairs by deleting wrong records", .repairsByDeleting)

  private static func ledger(_ id: String, _ fact: String, _ defect: DefectiveLedger.Defect) -> Fault {
    Fault(id, fact) { system in
      system.trading.openLedger = { try await DefectiveLedger.open($0, defect) }
    }
  }
}

/// A log that hears of nothing twice.
private struct LogOfFirstTimes: ErrorLog {
  let base: any ErrorLog
  private let known = Remembered<Set<String>>([])

  init(base: any ErrorLog) { self.base = base }

  var entries: [DiagnosticEntry] { base.entries }
  var droppedCount: Int { base.droppedCount }

  func note(_ text: String, context: String, at instant: Date) { base.note(text, context: context, at: instant) }
  func register(secret: String) { base.register(secret: secret) }

  func record(_ error: any Error, severity: ErrorSeverity, context: String, at instant: Date) {
    if known.withValue({ $0.insert(context).inserted }) {
      base.record(error, severity: severity, context: context, at: instant)
    }
  }
}

/// A ledger whose repairs leave a number of each record's key.
private struct NamelessRepairs: TradeBook {
  let data: any DataAccess
  let base: any TradeBook

  func append(_ trade: TradeRecord) async throws { try await base.append(trade) }
  func edit(_ trade: TradeRecord) async throws { try await base.edit(trade) }
  func delete(_ id: UUID) async throws { try await base.delete(id) }
  func importTrades(_ trades: [TradeRecord]) async throws { try await base.importTrades(trades) }
  func trades() async throws -> [TradeRecord] { try await base.trades() }
  func assets() async throws -> [AssetItem] { try await base.assets() }
  func check() async throws -> [TradeInconsistency] { try await base.check() }

  func repair(_ symbol: String?) async throws {
    try await base.repair(symbol)
    try await data.perform { scope in
      let transaction = try scope.live()
      for (number, record) in try transaction.scan(QuarantinedRecord.collection).enumerated() {
        try transaction.delete(record.key, in: QuarantinedRecord.collection)
        try transaction.put(record.fields, at: "x \(number)", in: QuarantinedRecord.collection)
      }
    }
  }
}

/// A ledger whose repaired assets are one unit off, and which is content with all that it has repaired.
private actor ContentRepairs: TradeBook {
  private let data: any DataAccess
  private let base: any TradeBook
  private var repaired: Set<String> = []

  init(data: any DataAccess, base: any TradeBook) {
    (self.data, self.base) = (data, base)
  }

  func append(_ trade: TradeRecord) async throws { try await base.append(trade) }
  func edit(_ trade: TradeRecord) async throws { try await base.edit(trade) }
  func delete(_ id: UUID) async throws { try await base.delete(id) }
  func importTrades(_ trades: [TradeRecord]) async throws { try await base.importTrades(trades) }
  func trades() async throws -> [TradeRecord] { try await base.trades() }
  func assets() async throws -> [AssetItem] { try await base.assets() }
  func check() async throws -> [TradeInconsistency] {
    try await base.check().filter { $0.symbol.map { !repaired.contains($0) } ?? true }
  }

  func repair(_ symbol: String?) async throws {
    try await base.repair(symbol)
    guard let symbol else { return }
    repaired.insert(symbol)
    try await data.perform { scope in
      guard var asset = try scope.fetch(AssetItem.self, key: symbol) else { return }
      asset.quantity += 1
      try scope.save(asset)
    }
  }
}
