import Foundation
import PersonalOSGenerators
import PersonalOSReference

/// All trades as a plain list, and the rule of the requirement: nobody ever sells what he does not have. The
/// oracle of POS-43 to POS-46, written apart from the reference.
struct TradeBookModel {
  private(set) var trades: [TradeRecord] = []

  /// Why a ledger refuses something.
  enum Refusal: Equatable {
    /// Of one of these symbols.
    case negative(Set<String>)
    case input(TradeInputError)
    case invalid(ValidationError)
    case constraint
  }

  /// Makes the change, or says why not and leaves things as they are.
  mutating func apply(_ command: TradeCommand, now: Date) -> Refusal? {
    var after = self
    var entered: [TradeRecord] = []
    switch command {
    case .append(let trade): entered = [trade]
    case .importAll(let trades): entered = trades
    case .edit(let trade):
      guard let index = trades.firstIndex(where: { $0.id == trade.id }) else { return .constraint }
      after.trades.remove(at: index)
      entered = [trade]
    case .delete(let id): after.trades.removeAll { $0.id == id }
    }
    for trade in entered {
      guard !after.trades.contains(where: { $0.id == trade.id }) else { return .constraint }
      after.trades.append(trade)
    }
    for trade in entered {
      if !(trade.quantity > 0) { return .input(.invalidQuantity) }
      if !(trade.price >= 0) { return .invalid(.invalidPrice) }
      if trade.date > now { return .invalid(.invalidDate) }
    }
    let negative = after.symbols.filter { after.isEverNegative($0) }
    guard negative.isEmpty else { return .negative(negative) }
    self = after
    return nil
  }

  /// For histories of which it is asked whether they can have happened.
  mutating func append(unchecked more: [TradeRecord]) { trades += more }

  var symbols: Set<String> { Set(trades.map { SymbolSpellings.meaning(of: $0.symbol) }) }

  func trades(of symbol: String) -> [TradeRecord] {
    trades.filter { SymbolSpellings.meaning(of: $0.symbol) == symbol }
  }

  /// All that was bought less all that was sold: at most 21 digits, so exact.
  func quantity(of symbol: String) -> Decimal {
    trades(of: symbol).reduce(0) { $0 + $1.signedQuantity }
  }

  /// Whether there is a moment up to which more was sold than bought; at one instant trades count by id.
  func isEverNegative(_ symbol: String) -> Bool {
    var held: Decimal = 0
    for trade in trades(of: symbol).sorted(by: { ($0.date, $0.id.uuidString) < ($1.date, $1.id.uuidString) })
    {
      held += trade.signedQuantity
      if held < 0 { return true }
    }
    return false
  }

  /// In the order of ids.
  var inOrder: [TradeRecord] { trades.sorted { $0.id.uuidString < $1.id.uuidString } }

  /// What is held of each symbol, closed ones left out.
  var holdings: [String: Decimal] {
    Dictionary(uniqueKeysWithValues: symbols.map { ($0, quantity(of: $0)) }).filter { $0.value != 0 }
  }
}

extension TradeRecord {
  /// Below 0 for a sell.
  var signedQuantity: Decimal { type == .buy ? quantity : -quantity }
}

extension TradeBookModel.Refusal {
  /// Whether a ledger that threw `error` refused for this reason.
  func matches(_ error: any Error) -> Bool {
    switch (self, error) {
    case (.negative(let symbols), ValidationError.negativePosition(let symbol)): symbols.contains(symbol)
    case (.input(let expected), let error as TradeInputError): error == expected
    case (.invalid(let expected), let error as ValidationError): error == expected
    case (.constraint, DatabaseError.constraintViolation): true
    default: false
    }
  }
}
