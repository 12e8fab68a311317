import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// A call of the ledger.
enum LedgerCall: Sendable {
  /// Changes that are made at once, by a task each.
  case change([TradeCommand])
  case relaunch, check
  case repair(String?)
}

/// What came of a call.
struct LedgerAnswer: Sendable {
  /// Why each change was refused; nil: it was accepted.
  let errors: [(any Error)?]
  /// What a check returns.
  let findings: [TradeInconsistency]?
  /// What the user and the log got meanwhile.
  let presented: [any Error]
  let logged: [String]
  /// What is stored, read past the ledger: versions and all.
  let dumpBefore: String
  let dumpAfter: String
  let before: StoreContents
  let after: StoreContents
  /// What the ledger lists.
  let trades: [TradeRecord]
  let assets: [AssetItem]
}

/// A ledger over a case's store, and what the user and the log get.
struct LedgerDriver: Sendable {
  private(set) var store: any Store
  private var ledger: any TradeBook
  private let launch: @Sendable () async throws -> (any Store, any TradeBook)
  private let summarize: @Sendable ([TradeRecord], [String: PriceData]) async throws -> PortfolioSummary
  private let presented: Remembered<[any Error]>
  private let log: DiagnosticLog

  /// Imports the model's trades.
  init(_ system: PersonalOSSystem, holding model: TradeBookModel) async throws {
    let (presented, log) = (Remembered<[any Error]>([]), DiagnosticLog())
    (self.presented, self.log, summarize) = (presented, log, system.portfolio.summarize)
    launch = {
      let store = try await system.openStore()
      let setup = TradeBookSetup(
        data: DataActor(store: store), log: log, present: { error in presented.withValue { $0.append(error) } },
        now: { latestTradeDate })
      return (store, try await system.trading.openLedger(setup))
    }
    (store, ledger) = try await launch()
    var empty = TradeBookModel()
    try await perform(.change([.importTrades(model.trades)]), judging: &empty)
  }

  func end() async throws { try await store.close() }

  mutating func perform(_ call: LedgerCall, judging model: inout TradeBookModel) async throws {
    try model.judge(call, try await perform(call))
  }

  mutating func perform(_ call: LedgerCall) async throws -> LedgerAnswer {
    let (dump, contents) = (try await store.dump(), try await store.contents())
    let (presentedCount, loggedCount) = (presented.now.count, log.entries.count)
    var errors: [(any Error)?] = []
    var findings: [TradeInconsistency]?
    switch call {
    case .change(let changes):
      let tasks = changes.map { change in
        Task { [ledger] in await thrownError { try await ledger.perform(change) } }
      }
      for task in tasks { errors.append(await task.value) }
    case .relaunch:
      try await store.close()
      (store, ledger) = try await launch()
    case .check: findings = try await ledger.check()
    case .repair(let symbol): try await ledger.repair(symbol)
    }
    return LedgerAnswer(
      errors: errors, findings: findings, presented: Array(presented.now.dropFirst(presentedCount)),
      logged: log.entries.dropFirst(loggedCount).map(\.context), dumpBefore: dump, dumpAfter: try await store.dump(),
      before: contents, after: try await store.contents(), trades: try await ledger.trades(),
      assets: try await ledger.assets())
  }

  func summary() async throws -> PortfolioSummary { try await summarize(try await ledger.trades(), [:]) }
}

extension TradeBook {
  fileprivate func perform(_ change: TradeCommand) async throws {
    switch change {
    case .append(let trade): try await append(trade)
    case .edit(let trade): try await edit(trade)
    case .delete(let id): try await delete(id)
    case .importTrades(let trades): try await importTrades(trades)
    }
  }
}

extension LedgerAnswer: CounterexampleDescribable {
  var counterexampleDescription: String { describe(errors) }
}
