import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract
import Synchronization

/// A ledger over a case's store, and what the user and the log were told.
struct LedgerSession {
  private let system: PersonalOSSystem
  private(set) var store: any Store
  private(set) var data: any DataAccess
  private(set) var ledger: any TradeBook
  let told = Told()

  /// Where errors arrive.
  final class Told: ErrorLog {
    private let errors = Mutex<[any Error]>([])
    private let contexts = Mutex<[String]>([])

    var presented: [any Error] { errors.withLock { $0 } }
    /// What the log was given, in order.
    var logged: [String] { contexts.withLock { $0 } }
    func present(_ error: any Error) { errors.withLock { $0.append(error) } }

    func record(_ error: any Error, severity: ErrorSeverity, context: String, at instant: Date) {
      contexts.withLock { $0.append(context) }
    }

    func note(_ text: String, context: String, at instant: Date) {}
    func register(secret: String) {}

    var entries: [DiagnosticEntry] { [] }
    var droppedCount: Int { 0 }
  }

  init(_ system: PersonalOSSystem) async throws {
    self.system = system
    store = try await system.openStore()
    data = DataActor(store: store)
    ledger = try await Self.open(system, data, told)
  }

  private static func open(
    _ system: PersonalOSSystem, _ data: any DataAccess, _ told: Told
  ) async throws -> any TradeBook {
    try await system.trading.openLedger(
      TradeBookSetup(data: data, log: told, present: { told.present($0) }, now: { latestTradeDate }))
  }

  mutating func reopen() async throws {
    try await store.close()
    store = try await system.openStore()
    data = DataActor(store: store)
    ledger = try await Self.open(system, data, told)
  }

  func end() async throws { try await store.close() }

  /// What the ledger says to a command: nothing, or its error.
  func perform(_ command: TradeCommand) async -> (any Error)? {
    do {
      switch command {
      case .append(let trade): try await ledger.append(trade)
      case .edit(let trade): try await ledger.edit(trade)
      case .delete(let id): try await ledger.delete(id)
      case .importAll(let trades): try await ledger.importTrades(trades)
      }
      return nil
    } catch {
      return error
    }
  }

  /// Every record that is stored, versions and all.
  func dump() async throws -> [String: [Record]] {
    try await store.read { transaction in
      var dump: [String: [Record]] = [:]
      for name in try transaction.collections() { dump[name] = try transaction.scan(name) }
      return dump
    }
  }

  /// The trades as they are stored, read past the ledger, in the order of ids.
  func storedTrades() async throws -> [TradeRecord] {
    try await data.perform { try $0.fetch(TradeRecord.self) }.sorted { $0.id.uuidString < $1.id.uuidString }
  }

  /// The ledger holds just the model's trades, and the assets are what they come to.
  func expectMatches(_ model: TradeBookModel) async throws {
    try expect("the stored trades, by id", try await storedTrades(), equals: model.inOrder)
    try expect("the ledger's trades, by id", try await ledger.trades(), equals: model.inOrder)
    let assets = try await data.perform { try $0.fetch(AssetItem.self) }
    try expect(
      "the assets' quantities", assets.map { "\($0.symbol) \($0.quantity)" }.sorted(),
      equals: model.holdings.map { "\($0.key) \($0.value)" }.sorted())
    try expect(
      "the ledger's assets", try await ledger.assets(), equals: assets.sorted { $0.symbol < $1.symbol })
  }

  /// Whether each asset that was there before, and still is, shows the price that it did.
  private func keepsShownPrices(_ before: [String: [Record]]) async throws -> Bool {
    let after = try await dump()[AssetItem.collection, default: []]
    return before[AssetItem.collection, default: []].allSatisfy { old in
      after.allSatisfy { $0.key != old.key || $0.fields["currentPrice"] == old.fields["currentPrice"] }
    }
  }

  /// The command does what the model says, whichever way that is: a refusal changes nothing and is told once.
  /// - Returns: whether it was refused.
  @discardableResult
  func perform(_ command: TradeCommand, expecting model: inout TradeBookModel) async throws -> Bool {
    let (before, presented) = (try await dump(), told.presented.count)
    let error = await perform(command)
    let refusal = model.apply(command, now: latestTradeDate)
    if let refusal {
      try expect("refused: \(refusal)", error.map(refusal.matches) ?? false)
      try expect("errors that the user sees", told.presented.count - presented, equals: 1)
      try expect("that error is the same", told.presented.last.map(refusal.matches) ?? false)
      try expect("what is stored after the refusal", try await dump(), equals: before)
    } else {
      try expect("accepted, and not \(String(describing: error))", error == nil)
      try expect("errors that the user sees", told.presented.count - presented, equals: 0)
      try expect("what is still held shows the same price", try await keepsShownPrices(before))
    }
    return refusal != nil
  }
}
