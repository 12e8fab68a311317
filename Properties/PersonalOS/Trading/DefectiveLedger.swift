import Foundation
import PersonalOSReference
import StorageContract

/// Another ledger, with one defect at most: what the faults of POS-43 to POS-46 are made of. Without one it
/// is as good as the reference, which a test shows.
actor DefectiveLedger: TradeBook {
  enum Defect {
    // POS-43.
    case checksOnlyTheFinalQuantity, checksNoDeletions, checksNoEdits, savesBeforeItRefuses, refusesSilently
    case presentsTwice, replaysInTheOrderOfEntry, reverseOrderWithinAnInstant, refusesBackDatedSells
    /// No defect by itself: it relies on the store to take back what it wrote.
    case writesFirst
    // POS-44.
    case checksThenAppends, checksThenEdits, checksThenDeletes, checksThenImports
    case clampsQuantities, importsUnchecked, importsWhatItCan, keepsAssetsOfDeletedTrades
    case forgetsTheOldSymbol, forgetsShownPrices, refusesAbsentDeletions, importsTwice
    // POS-45.
    case closesSmallResidues, keepsAssetsOfNothing, neverOpensAgain
    // POS-46.
    case repairsUnasked, goesOn, missesClosedAssets, locksEverything, findsInSilence, logsAgain
    case repairsByMovingAll, locksAppendsAlone, checksAtLaunchAlone
    case ignoresAverageCosts, ignoresTradesStoredTwice, ignoresTheOrderOfTime, repairsByDeleting
  }

  let setup: TradeBookSetup
  let defect: Defect?
  private var logged: Set<TradeInconsistency> = []
  /// Only for ``Defect/checksAtLaunchAlone``: what was found at the launch and at the last repair.
  let foundAtLaunch = Remembered<[TradeInconsistency]>([])

  private init(_ setup: TradeBookSetup, _ defect: Defect?) {
    self.setup = setup
    self.defect = defect
  }

  static func open(_ setup: TradeBookSetup, _ defect: Defect?) async throws -> DefectiveLedger {
    let ledger = DefectiveLedger(setup, defect)
    let findings = try await ledger.check()
    ledger.foundAtLaunch.set(findings)
    if defect == .repairsUnasked {
      for symbol in Set(findings.map(\.symbol)) { try await ledger.repair(symbol) }
    }
    return ledger
  }

  // MARK: Commands

  func append(_ trade: TradeRecord) async throws {
    try await told { [self] in
      try await change(looksFirst: .checksThenAppends) { try Self.plan(appending: [trade], to: $0) }
    }
  }

  func importTrades(_ trades: [TradeRecord]) async throws {
    if defect == .importsWhatItCan {
      try await told { [self] in
        for trade in trades { try await change { try Self.plan(appending: [trade], to: $0) } }
      }
      return
    }
    if defect == .importsTwice {
      // The last of those with one id stands for all of them.
      let last = Dictionary(trades.map { ($0.id, $0) }) { $1 }.values
      try await told { [self] in try await change { try Self.plan(appending: Array(last), to: $0) } }
      return
    }
    try await told { [self] in
      try await change(checks: defect != .importsUnchecked, looksFirst: .checksThenImports) { try Self.plan(appending: trades, to: $0) }
    }
  }

  func edit(_ trade: TradeRecord) async throws {
    try await told { [self] in
      try await change(checks: defect != .checksNoEdits, looksFirst: .checksThenEdits) { trades in
        guard let old = trades.first(where: { $0.id == trade.id }) else {
          throw DatabaseError.constraintViolation
        }
        return Plan(saved: [trade], removed: [old])
      }
    }
  }

  func delete(_ id: UUID) async throws {
    try await told { [self] in
      try await change(checks: defect != .checksNoDeletions, looksFirst: .checksThenDeletes) { [defect] trades in
        if defect == .refusesAbsentDeletions, !trades.contains(where: { $0.id == id }) {
          throw DatabaseError.constraintViolation
        }
        return Plan(saved: [], removed: trades.filter { $0.id == id })
      }
    }
  }

  func trades() async throws -> [TradeRecord] {
    try await setup.data.perform { try Self.trades(in: $0) }.sorted { $0.id.uuidString < $1.id.uuidString }
  }

  func assets() async throws -> [AssetItem] {
    try await setup.data.perform { try $0.fetch(AssetItem.self) }.sorted { $0.symbol < $1.symbol }
  }

  @discardableResult
  func check() async throws -> [TradeInconsistency] {
    let findings = try await setup.data.perform { [self] in try found(in: $0) }
    log(findings)
    return findings
  }

  func repair(_ symbol: String?) async throws {
    if defect == .repairsByDeleting {
      try await setup.data.perform { scope in
        for finding in try ConsistencyChecker().findings(in: scope) where finding.symbol == symbol {
          if let key = finding.key { try scope.delete(TradeRecord.self, key: key.lowercased()) }
          if let key = finding.key { try scope.delete(TradeRecord.self, key: key) }
        }
      }
    }
    if defect == .repairsByMovingAll, let symbol { try await moveAside(symbol) }
    var silent = setup
    silent.log = DiagnosticLog()
    try await TradeLedger.open(silent).repair(symbol)
    foundAtLaunch.withValue { $0.removeAll { $0.symbol == symbol } }
    logged = logged.filter { $0.symbol != symbol }
  }

  private func moveAside(_ symbol: String) async throws {
    try await setup.data.perform { scope in
      let transaction = try scope.live()
      for trade in try Self.trades(in: scope) where TradeSymbol.normalized(trade.symbol) == symbol {
        try transaction.put(trade.storedFields, at: trade.storageKey + " 1", in: QuarantinedRecord.collection)
        try transaction.delete(trade.storageKey, in: TradeRecord.collection)
      }
    }
  }

  // MARK: Telling

  private func told(_ body: () async throws -> Void) async throws {
    do {
      try await body()
      try await check()
    } catch {
      if defect != .refusesSilently { await setup.present(error) }
      if defect == .presentsTwice { await setup.present(error) }
      try await check()
      throw error
    }
  }

  private func log(_ findings: [TradeInconsistency]) {
    if defect == .logsAgain { logged = [] }
    for finding in findings where logged.insert(finding).inserted && defect != .findsInSilence {
      setup.log.record(finding, severity: .critical, context: "check trades: \(finding)", at: setup.now())
    }
  }

  // MARK: Changing

  private static func plan(appending new: [TradeRecord], to trades: [TradeRecord]) throws -> Plan {
    let ids = new.map(\.id)
    guard Set(ids).count == ids.count, Set(ids).isDisjoint(with: trades.map(\.id)) else {
      throw DatabaseError.constraintViolation
    }
    return Plan(saved: new, removed: [])
  }

  /// Looks whether the change would be allowed, and makes none.
  private func look(_ make: @escaping @Sendable ([TradeRecord]) throws -> Plan) async throws {
    try await setup.data.perform { [self] scope in
      let trades = try Self.trades(in: scope)
      try validate(try make(trades), trades, scope)
    }
  }

  /// - Parameter defective: by which a look comes first, and the change unchecked when others have had their turn.
  private func change(
    checks: Bool = true, looksFirst defective: Defect, _ make: @escaping @Sendable ([TradeRecord]) throws -> Plan
  ) async throws {
    guard defect == defective else { return try await change(checks: checks, make) }
    try await look(make)
    await Task.yield()
    try await change(checks: false, make)
  }

  private func change(
    checks: Bool = true, _ make: @escaping @Sendable ([TradeRecord]) throws -> Plan
  ) async throws {
    let failure = try await setup.data.perform { [self] scope -> (any Error)? in
      let trades = try Self.trades(in: scope)
      let plan = try make(trades)
      guard defect == .savesBeforeItRefuses || defect == .writesFirst else {
        if checks { try validate(plan, trades, scope) }
        try write(plan, trades, scope)
        return nil
      }
      let findings = try found(in: scope)
      try write(plan, trades, scope)
      do {
        try validate(plan, trades, findings)
      } catch  where defect == .savesBeforeItRefuses {
        return error
      }
      return nil
    }
    if let failure { throw failure }
  }
}
