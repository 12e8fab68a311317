import Foundation
import PersonalOSReference
import PropertyTesting

/// A change that a user asks a ledger for.
public enum TradeCommand: Sendable {
  /// Appends this trade.
  case append(TradeRecord)
  /// Replaces the trade with the id of this one. If there is none, the ledger throws
  /// `DatabaseError.constraintViolation`.
  case edit(TradeRecord)
  /// Deletes the trade with this id. If there is none, nothing changes.
  case delete(UUID)
  /// Appends all of these trades or, if one is refused, none.
  case importAll([TradeRecord])
}

/// A possible history, and one change, which may make it impossible.
public struct ChangedHistory: Sendable {
  /// The trades before the change, in the order of entry; at least one.
  public let history: [TradeRecord]
  /// The change.
  public let change: TradeCommand
  /// The kind of change, which is a class of the case.
  public let kind: String
}

extension Generator where Value == ChangedHistory {
  /// Back-dated sales, shifted dates, deletions and edited quantities. Half of them change as much as is just possible,
  /// or the smallest unit more. Simplest is a purchase.
  public static var changedHistory: Generator {
    let history = Generator<[TradeRecord]>.frequency(
      (1, .storableHistory(symbols: 1...2, trades: 1...3)),
      (6, .storableHistory(symbols: 1...2, trades: 5...16)))
    let kind = Generator<String>.element(of: [
      "appends", "sells back-dated", "sells back-dated", "sells back-dated", "sells back-dated",
      "shifts a date", "shifts a date", "shifts a date", "shifts a date", "deletes", "deletes",
      "edits a quantity",
      "edits a quantity", "edits otherwise",
    ])
    return Generator { source in
      let history = try source(history)
      guard !history.isEmpty else { throw Discard(reason: "no history") }
      let kind = try source(kind)
      let change = try source(.change(kind, of: history))
      return ChangedHistory(history: history, change: change, kind: kind)
    }
  }
}

extension Generator where Value == TradeCommand {
  fileprivate static func change(_ kind: String, of history: [TradeRecord]) -> Generator {
    Generator { source in
      let index = try source(.int(in: 0...(history.count - 1)))
      var trade = history[index]
      switch kind {
      case "sells back-dated":
        // Mostly at a time after which something is left to sell, or after which less is held than in the end.
        let possible = history.filter { leastHeld(in: history, like: $0, from: $0.date) > 0 }
        let dips = history.filter { trade in
          leastHeld(in: history, like: trade, from: trade.date)
            < leastHeld(in: history, like: trade, from: .distantFuture)
        }
        trade = try source(.mostly(dips, else: possible + [trade]))
        let slack = leastHeld(in: history, like: trade, from: trade.date)
        let date = try source(.element(of: [trade.date, trade.date.addingTimeInterval(-1)]))
        return .append(
          TradeRecord(
            id: try source(.uuid), symbol: trade.symbol, type: .sell,
            quantity: try source(.about(slack)), price: try source(.tradePrice), date: date))
      case "shifts a date":
        // Purchases matter more, because later sales depend on them.
        let buys = history.filter { $0.type == .buy }
        let needed = buys.filter { leastHeld(in: history, like: $0, from: $0.date, without: $0) < 0 }
        trade = try source(.mostly(needed, else: buys + history))
        trade.date = try source(
          .frequency((2, .constant(latestTradeDate)), (1, .element(of: history.map(\.date)))))
        return .edit(trade)
      case "deletes":
        let needed = history.filter { trade in
          trade.type == .buy && leastHeld(in: history, like: trade, from: trade.date, without: trade) < 0
            && leastHeld(in: history, like: trade, from: .distantFuture, without: trade) >= 0
        }
        trade = try source(.mostly(needed, else: history))
        return .delete(trade.id)
      case "edits a quantity":
        let slack = leastHeld(in: history, like: trade, from: trade.date)
        let change = try source(.about(slack))
        trade.quantity = trade.type == .buy ? trade.quantity - change : trade.quantity + change
        if !(trade.quantity > 0 && trade.quantity < 100_000_000) { trade.quantity = smallest }
        return .edit(trade)
      case "edits otherwise":
        switch try source(.int(in: 0...2)) {
        case 0: trade.type = trade.type == .buy ? .sell : .buy
        case 1: trade.symbol = try source(.element(of: SymbolSpellings.symbols))
        default: trade.notes += "!"
        }
        return .edit(trade)
      default:
        trade.id = try source(.uuid)
        trade.date = latestTradeDate
        trade.type = try source(.anyCase())
        trade.quantity = try source(.tradeQuantity())
        return .append(trade)
      }
    }
  }
}

extension Generator where Value == TradeRecord {
  /// Five times in six one of `first`, if there are any.
  fileprivate static func mostly(_ first: [TradeRecord], else others: [TradeRecord]) -> Generator {
    .frequency((1, .element(of: others)), (5, .element(of: first.isEmpty ? others : first)))
  }
}

extension Generator where Value == Decimal {
  /// A quantity: `limit`, or the smallest unit more or less, or any other.
  fileprivate static func about(_ limit: Decimal) -> Generator {
    let near = [limit, limit + smallest, limit + smallest, limit + smallest, limit - smallest].filter {
      $0 > 0 && $0 < 100_000_000
    }
    return .frequency((1, .tradeQuantity()), (6, .element(of: near.isEmpty ? [smallest] : near)))
  }
}

private let smallest = Decimal(sign: .plus, exponent: -10, significand: 1)

/// The smallest quantity of the trade's symbol that is held at any time from `date` on. So much more can be sold at
/// `date`.
private func leastHeld(
  in history: [TradeRecord], like trade: TradeRecord, from date: Date, without left: TradeRecord? = nil
) -> Decimal {
  let symbol = SymbolSpellings.meaning(of: trade.symbol)
  let ordered = history.filter { SymbolSpellings.meaning(of: $0.symbol) == symbol && $0.id != left?.id }
    .sorted { ($0.date, $0.id.uuidString) < ($1.date, $1.id.uuidString) }
  var held: Decimal = 0
  var least: Decimal?
  for trade in ordered {
    if trade.date >= date { least = min(least ?? held, held) }
    held += trade.type == .buy ? trade.quantity : -trade.quantity
  }
  return min(least ?? held, held)
}
