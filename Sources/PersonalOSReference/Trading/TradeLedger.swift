import Foundation

/// The reference implementation. It reads, checks and writes each change in one transaction.
public actor TradeLedger: TradeBook {
  private let setup: TradeBookSetup
  /// The findings that are already in the log.
  private var logged: Set<TradeInconsistency> = []

  private init(_ setup: TradeBookSetup) {
    self.setup = setup
  }

  /// Opens the ledger and checks the stored data. It logs every finding, and the symbols of the findings are read-only.
  /// - Throws: the store's errors. A finding is not an error.
  public static func open(_ setup: TradeBookSetup) async throws -> TradeLedger {
    let ledger = TradeLedger(setup)
    try await ledger.check()
    return ledger
  }

  public func append(_ trade: TradeRecord) async throws {
    try await importTrades([trade])
  }

  public func importTrades(_ trades: [TradeRecord]) async throws {
    try await change { contents in
      let ids = contents.trades.map(\.id) + trades.map(\.id)
      // Nor is a record that cannot be read written over: only a repair takes it away.
      let kept = Set(contents.leftOut.map(\.record.key))
      guard Set(ids).count == ids.count, !trades.contains(where: { kept.contains($0.id.uuidString) }) else {
        throw DatabaseError.constraintViolation
      }
      return LedgerChange(saved: trades)
    }
  }

  public func edit(_ trade: TradeRecord) async throws {
    try await change { contents in
      guard let old = contents.trades.first(where: { $0.id == trade.id }) else {
        throw DatabaseError.constraintViolation
      }
      return LedgerChange(saved: [trade], removed: [old])
    }
  }

  public func delete(_ id: UUID) async throws {
    try await change { contents in
      LedgerChange(removed: contents.trades.filter { $0.id == id })
    }
  }

  public func trades() async throws -> [TradeRecord] {
    try await setup.data.perform { try LedgerContents($0).trades }
  }

  public func assets() async throws -> [AssetItem] {
    try await setup.data.perform { scope in
      try LedgerContents(scope).assets.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  @discardableResult
  public func check() async throws -> [TradeInconsistency] {
    let findings = try await setup.data.perform { try ConsistencyChecker().findings(in: $0) }
    log(findings)
    return findings
  }

  public func repair(_ symbol: String?) async throws {
    let now = setup.now()
    let symbol = symbol.map(TradeSymbol.normalized)
    try await setup.data.perform { try LedgerRepair(symbol: symbol).apply(in: $0, now: now) }
    // A finding that occurs again after the repair is logged again.
    logged = logged.filter { $0.symbol != symbol }
  }

  private func change(
    _ plan: @escaping @Sendable (LedgerContents) throws -> LedgerChange
  ) async throws {
    let now = setup.now()
    do {
      let (findings, refusal) = try await setup.data.perform { scope in
        let contents = try LedgerContents(scope)
        var findings: [TradeInconsistency] = []
        let change: LedgerChange
        do {
          change = try plan(contents)
          findings = try contents.findings(of: Set(change.symbols))
          try change.validate(against: contents, isLocked: !findings.isEmpty, now: now)
        } catch {
          // Nothing is written yet: a return leaves the store as it is.
          return (findings, error as (any Error)?)
        }
        try change.write(over: contents, in: scope, now: now)
        return (findings, nil)
      }
      log(findings)
      if let refusal { throw refusal }
    } catch let cancellation as CancellationError {
      // Whoever cancelled it knows.
      throw cancellation
    } catch {
      await setup.present(error)
      throw error
    }
  }

  private func log(_ findings: [TradeInconsistency]) {
    for finding in findings where logged.insert(finding).inserted {
      setup.log.record(
        finding, severity: .critical, context: "check trades: \(finding)", at: setup.now())
    }
  }
}
