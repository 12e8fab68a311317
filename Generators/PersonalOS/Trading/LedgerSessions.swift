import Foundation
import PersonalOSReference
import PropertyTesting

/// One event in the life of a ledger. A number names one of the stored trades.
public enum LedgerStep: Sendable {
  /// Appends the trade. The ledger refuses it if the trade is flawed or sells too much.
  case append(TradeRecord)
  /// Appends each trade from a task of its own.
  case appendAtOnce([TradeRecord])
  /// Makes each change from a task of its own: appends, edits, deletions and imports.
  case changeAtOnce([LedgerStep])
  /// Imports two purchases and a sale of as much as one of them. Then two tasks make one change each; either change is
  /// possible alone, but not both.
  case squeezeAtOnce(Squeeze)
  /// This many tasks each sell all that is held of one symbol.
  case sellEverythingAtOnce(times: Int)
  /// Gives the numbered trade the values of this one. The number counts modulo the number of trades.
  case edit(Int, TradeRecord)
  /// Deletes the numbered trade. A number beyond the last names a trade that does not exist.
  case delete(Int)
  /// Imports all trades or none. Sometimes the first trade occurs again at the end.
  case importAll([TradeRecord])
  case reopen
}

/// What two tasks do with two purchases, one of which must stay.
public enum Squeeze: Sendable, CaseIterable { case deleteEach, editEach, importSalesOfEach }

extension Generator where Value == [LedgerStep] {
  /// Few symbols, few instants and mostly small quantities, so that about every second sale sells too much. Now and
  /// then there is a trade that no ledger accepts.
  public static var ledgerSession: Generator { .array(of: .ledgerStep, count: 3...16) }
}

extension Generator where Value == LedgerStep {
  fileprivate static var ledgerStep: Generator {
    let trade = Generator<TradeRecord>.smallTrade
    return .frequency(
      (4, Generator<TradeRecord>.frequency((5, trade), (1, .flawedTrade)).map { .append($0) }),
      (4, Generator<[TradeRecord]>.array(of: trade, count: 2...3).map { .appendAtOnce($0) }),
      (3, Generator<Int>.int(in: 2...3).map { .sellEverythingAtOnce(times: $0) }),
      (2, Generator<(Int, TradeRecord)>.zip(.int(in: 0...9), trade).map { .edit($0.0, $0.1) }),
      (2, Generator<Int>.int(in: 0...9).map { .delete($0) }),
      (
        3,
        Generator<([TradeRecord], Bool)>.zip(
          .array(of: .frequency((9, trade), (1, .flawedTrade)), count: 1...3),
          .frequency((4, .constant(false)), (1, .constant(true)))
        ).map { trades, isTwice in
          .importAll(isTwice ? trades + [trades[0]] : trades)
        }
      ),
      (4, Generator<[LedgerStep]>.array(of: .singleChange, count: 2...3).map { .changeAtOnce($0) }),
      (4, Generator<Squeeze>.anyCase().map { .squeezeAtOnce($0) }),
      (1, .constant(.reopen)))
  }

  /// Often one of the first stored trades, so that several changes concern the same trade.
  private static var singleChange: Generator {
    let trade = Generator<TradeRecord>.smallTrade
    return .frequency(
      (2, trade.map { .append($0) }), (3, Generator<(Int, TradeRecord)>.zip(.int(in: 0...2), trade).map { .edit($0.0, $0.1) }),
      (3, Generator<Int>.int(in: 0...2).map { .delete($0) }),
      (2, Generator<[TradeRecord]>.array(of: trade, count: 1...2).map { .importAll($0) }))
  }
}

extension Generator where Value == TradeRecord {
  fileprivate static var smallTrade: Generator {
    let symbol = Generator<String>.frequency(
      (3, .constant(SymbolSpellings.symbols[0])), (1, .constant(SymbolSpellings.symbols[1])))
    let quantity = Generator<Decimal>.frequency(
      (8, Generator<Int>.int(in: 1...4).map { Decimal($0) }),
      (1, .constant(Decimal(sign: .plus, exponent: -10, significand: 1))))
    let instant = Generator<Int>.int(in: 0...5).map {
      latestTradeDate.addingTimeInterval(TimeInterval(-3_600 * $0))
    }
    return Generator { source in
      TradeRecord(
        id: try source(.uuid), symbol: try source(.spelling(of: try source(symbol))),
        type: try source(.element(of: [.buy, .buy, .sell])), quantity: try source(quantity),
        price: try source(.tradePrice),
        date: try source(instant))
    }
  }

  fileprivate static var flawedTrade: Generator {
    Generator { source in
      var trade = try source(.smallTrade)
      switch try source(.int(in: 0...2)) {
      case 0: trade.quantity = try source(.element(of: [0, -1]))
      case 1: trade.price = -1
      default: trade.date = latestTradeDate.addingTimeInterval(1)
      }
      return trade
    }
  }
}
