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
  case importTrades([TradeRecord])

  /// The trades that the ledger has afterwards as they are here.
  public var entered: [TradeRecord] {
    switch self {
    case .append(let trade), .edit(let trade): [trade]
    case .importTrades(let trades): trades
    case .delete: []
    }
  }

  /// The id of the trade that goes, or that another one replaces.
  public var leaving: UUID? {
    switch self {
    case .edit(let trade): trade.id
    case .delete(let id): id
    case .append, .importTrades: nil
    }
  }

  /// The trades after the change, if nobody checks it.
  public func applied(to trades: [TradeRecord]) -> [TradeRecord] { trades.filter { $0.id != leaving } + entered }
}

/// Changes of a history that is not empty, most of which change as much as is just possible, or the smallest unit more.
extension Generator where Value == TradeCommand {
  /// Mostly at a time after which something is left to sell, or after which less is held than in the end.
  public static func backDatedSale(in history: [TradeRecord]) -> Generator {
    let possible = history.filter { history.leastHeld(from: $0) > 0 }
    let dips = history.filter { history.leastHeld(from: $0) < history.quantity(of: $0.meaning) }
    return Generator { source in
      var trade = try source(.mostly(dips, else: possible + history))
      (trade.id, trade.type, trade.notes) = (try source(.uuid), .sell, "")
      trade.quantity = try source(.about(history.leastHeld(from: trade)))
      trade.price = try source(.tradePrice)
      trade.date -= try source(.element(of: [0, 1]))
      return .append(trade)
    }
  }

  /// Mostly of a purchase, because later sales depend on it.
  public static func shiftedDate(in history: [TradeRecord]) -> Generator {
    let buys = history.filter { $0.type == .buy }
    let needed = buys.filter { TradeCommand.delete($0.id).applied(to: history).leastHeld(from: $0) < 0 }
    return Generator { source in
      var trade = try source(.mostly(needed, else: buys + history))
      trade.date = try source(.frequency((2, .constant(latestTradeDate)), (1, .element(of: history.map(\.date)))))
      return .edit(trade)
    }
  }

  /// Mostly of a purchase on which a later sale depends, but not what is held in the end.
  public static func deletion(in history: [TradeRecord]) -> Generator {
    let needed = history.filter { trade in
      let rest = TradeCommand.delete(trade.id).applied(to: history)
      return rest.leastHeld(from: trade) < 0 && rest.quantity(of: trade.meaning) >= 0
    }
    return Generator<TradeRecord>.mostly(needed, else: history).map { .delete($0.id) }
  }

  /// As large as is possible for a sale, and as small for a purchase.
  public static func editedQuantity(in history: [TradeRecord]) -> Generator {
    Generator { source in
      var trade = try source(.element(of: history))
      let change = try source(.about(history.leastHeld(from: trade)))
      trade.quantity += trade.type == .buy ? -change : change
      if !(trade.quantity > 0 && trade.quantity < 100_000_000) { trade.quantity = .smallestQuantity }
      return .edit(trade)
    }
  }

  /// Appends a trade that the ledger may accept.
  public static let smallAppend = Generator<TradeRecord>.small.map { TradeCommand.append($0) }

  /// Appends, edits or deletes a trade, mostly one of these, or imports some, at times one of them twice.
  public static func smallChange(of trades: [TradeRecord]) -> Generator {
    let any = Generator<TradeRecord>.frequency((7, .small), (1, .flawed))
    let some = Generator<[TradeRecord]>.array(of: any, count: 1...3)
    let ids = Generator<UUID>.frequency((1, .uuid), (6, trades.isEmpty ? .uuid : .element(of: trades.map(\.id))))
    let edit = Generator { source in
      var trade = try source(any)
      trade.id = try source(ids)
      return .edit(trade)
    }
    return .frequency(
      (3, any.map { .append($0) }), (3, edit), (3, ids.map { .delete($0) }), (2, some.map { .importTrades($0) }),
      (1, some.map { .importTrades($0 + $0.prefix(1)) }))
  }
}

extension Generator where Value == TradeRecord {
  /// Five times in six one of `first`, if there are any.
  fileprivate static func mostly(_ first: [TradeRecord], else others: [TradeRecord]) -> Generator {
    .frequency((1, .element(of: others)), (5, .element(of: first.isEmpty ? others : first)))
  }

  /// A trade of few symbols, few instants and mostly small quantities, so that about every second sale sells too much.
  fileprivate static let small = Generator { source in
    TradeRecord(
      id: try source(.uuid),
      symbol: try source(.spelling(of: try source(.frequency((3, .constant("AAPL")), (1, .constant("CAF\u{C9}")))))),
      type: try source(.element(of: [.buy, .buy, .sell])),
      quantity: try source(.frequency((8, .element(of: [1, 2, 3, 4])), (1, .constant(.smallestQuantity)))),
      price: try source(.tradePrice), date: latestTradeDate - 3_600 * TimeInterval(try source(.int(in: 0...5))))
  }

  /// One that no ledger accepts.
  fileprivate static let flawed = Generator { source in
    var trade = try source(.small)
    switch try source(.int(in: 0...2)) {
    case 0: trade.quantity = try source(.element(of: [0, -1]))
    case 1: trade.price = -1
    default: trade.date = latestTradeDate + 1
    }
    return trade
  }
}

extension Generator where Value == Decimal {
  /// A quantity: `limit`, or the smallest unit more or less, or any other.
  static func about(_ limit: Decimal) -> Generator {
    let (more, most) = (limit + .smallestQuantity, 100_000_000 - Decimal.smallestQuantity)
    let near = [limit, more, more, more, limit - .smallestQuantity].filter { $0 > 0 && $0 <= most }
    return .frequency((1, .tradeQuantity()), (6, .element(of: near.isEmpty ? [1] : near)), (1, .constant(most)))
  }
}
