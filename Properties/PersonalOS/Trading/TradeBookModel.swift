import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// All trades as a plain list, and the rule of the requirement: nobody ever sells what he does not have. The oracle of
/// POS-43 to POS-46, written apart from the reference.
struct TradeBookModel: Sendable {
  /// Those that can be read.
  var trades: [TradeRecord] = []
  /// The keys of the records of trades, where they are not the ids.
  var keys: [UUID: String] = [:]
  /// Other records among the stored trades: unreadable ones, and second copies.
  var leftOut: [RawRecord] = []
  /// What was moved aside, as it was among the trades.
  private(set) var movedAside: [RawRecord] = []
  /// What is wrong with the stored records. Symbols with a finding take no changes.
  var findings: [TradeInconsistency] = []
  /// The findings that are in the log since the launch or the last repair.
  var logged: Set<TradeInconsistency> = []

  /// Makes the change, or leaves everything as it is.
  /// - Returns: the errors that the ledger may refuse the change with; none: it is accepted.
  mutating func perform(_ change: TradeCommand) -> [any Error & Equatable] {
    let (after, leaving) = (change.applied(to: trades), trades.filter { $0.id == change.leaving })
    if case .edit = change, leaving.isEmpty { return [DatabaseError.constraintViolation] }
    if Set(after.map(\.id)).count < after.count { return [DatabaseError.constraintViolation] }
    // A record that cannot be read is not written over: only a repair takes it away.
    let kept = Set(leftOut.map(\.key))
    if change.entered.contains(where: { kept.contains($0.id.uuidString) }) { return [DatabaseError.constraintViolation] }
    for trade in change.entered {
      if !(trade.quantity > 0) { return [TradeInputError.invalidQuantity] }
      if !(trade.price >= 0) { return [ValidationError.invalidPrice] }
      if trade.date > latestTradeDate { return [ValidationError.invalidDate] }
    }
    let symbols = Set((change.entered + leaving).map(\.meaning))
    if !symbols.isDisjoint(with: locked) { return [DatabaseError.corruptedData] }
    let negative = symbols.intersection(after.impossible.map(\.meaning))
    if negative.isEmpty {
      trades = after
      if let id = change.leaving { keys[id] = nil }
    }
    return negative.map { ValidationError.negativePosition(symbol: $0) }
  }

  /// Moves everything of the symbol aside that cannot be right.
  mutating func repair(_ symbol: String?) {
    findings.removeAll { $0.symbol == symbol }
    logged = logged.filter { $0.symbol != symbol }
    let sales = trades.impossible.filter { $0.meaning == symbol }
    movedAside += leftOut.filter { $0.tradedSymbol == symbol } + sales.map(record)
    leftOut.removeAll { $0.tradedSymbol == symbol }
    trades.removeAll { trade in sales.contains { $0.id == trade.id } }
  }

  /// For each order of the changes the model after it, and why each change was refused.
  func afterEachOrder(of changes: [TradeCommand]) -> [(model: TradeBookModel, refusals: [[any Error & Equatable]])] {
    func orders(of places: [Int]) -> [[Int]] {
      places.isEmpty ? [[]] : places.flatMap { first in orders(of: places.filter { $0 != first }).map { [first] + $0 } }
    }
    return orders(of: Array(changes.indices)).map { order in
      var (model, refusals) = (self, [[any Error & Equatable]](repeating: [], count: changes.count))
      for place in order { refusals[place] = model.perform(changes[place]) }
      return (model, refusals)
    }
  }

  func record(of trade: TradeRecord) -> RawRecord {
    var record = RawRecord(trade)
    record.key = keys[trade.id] ?? record.key
    return record
  }

  var symbols: [String] { Set(trades.map(\.meaning)).sorted() }
  var locked: Set<String> { Set(findings.compactMap(\.symbol)) }

  /// How much of each symbol that was ever traded: 0 if it is closed.
  var quantities: [String: Decimal] {
    Dictionary(uniqueKeysWithValues: symbols.map { ($0, trades.quantity(of: $0)) })
  }
}

extension [TradeRecord] {
  /// The sales for which too little was held at their time; at one instant trades count by id.
  var impossible: [TradeRecord] {
    var held: [String: Decimal] = [:]
    return inReplayOrder.filter { trade in
      let after = held[trade.meaning, default: 0] + trade.signedQuantity
      if after >= 0 { held[trade.meaning] = after }
      return after < 0
    }
  }
}

extension RawRecord {
  /// Nil: it cannot be read.
  fileprivate var tradedSymbol: String? {
    if case .text(let symbol)? = fields["symbol"] { SymbolSpellings.meaning(of: symbol) } else { nil }
  }
}

extension TradeBookModel: CounterexampleDescribable {
  var counterexampleDescription: String { describe(trades) }
}
