import Foundation
import StorageContract

extension PortfolioCalculator {
  /// Whether the trade may be made now, given what is held.
  ///
  /// The first of these that does not hold is thrown: the trade is well-formed (see ``validateInput(of:now:)``);
  /// of a sell, no more is sold than `positions` hold of its symbol.
  /// - Parameter now: the latest date that a trade may have.
  /// - Throws: ``TradeInputError``, or ``ValidationError``; for too large a sell
  ///   ``ValidationError/insufficientQuantity(symbol:available:requested:)`` with what is held, 0 without a
  ///   position, and what was to be sold.
  public func validateTrade(
    _ trade: TradeRecord, against positions: [Position], now: Date = Date()
  ) throws {
    try validateInput(of: trade, now: now)
    guard trade.type == .sell else { return }
    let symbol = TradeSymbol.normalized(trade.symbol)
    var held = ExactDecimal.zero
    for position in positions where TradeSymbol.normalized(position.symbol) == symbol {
      held += try ExactDecimal(position.quantity)
    }
    let available = try held.decimal()
    guard trade.quantity <= available else {
      throw ValidationError.insufficientQuantity(
        symbol: symbol, available: available, requested: trade.quantity)
    }
  }

  /// What can be said of a trade by itself: the symbol is not blank, the quantity above 0, the price not below
  /// 0, both within the domain in which calculation is exact, and the date not after `now`. Checked in this
  /// order.
  /// - Throws: ``TradeInputError``, ``ValidationError/invalidPrice`` or ``ValidationError/invalidDate``.
  public func validateInput(of trade: TradeRecord, now: Date) throws {
    guard !TradeSymbol.normalized(trade.symbol).isEmpty else { throw TradeInputError.invalidSymbol }
    guard trade.quantity > 0, Self.isInDomain(trade.quantity, decimals: 10) else {
      throw TradeInputError.invalidQuantity
    }
    guard trade.price >= 0, Self.isInDomain(trade.price, decimals: 8) else {
      throw ValidationError.invalidPrice
    }
    // Of a clock that shows no time nothing is past: and `<=` of dates is true of it.
    guard trade.date <= now, trade.date.timeIntervalSinceReferenceDate.isFinite, !now.timeIntervalSinceReferenceDate.isNaN
    else {
      throw ValidationError.invalidDate
    }
  }

  /// Below 10^8, with so many decimals at most: then all that is calculated from it fits 38 digits.
  private static func isInDomain(_ amount: Decimal, decimals: Int) -> Bool {
    guard let parts = DecimalParts(amount) else { return false }
    return amount < 100_000_000 && parts.exponent >= -decimals
  }
}
