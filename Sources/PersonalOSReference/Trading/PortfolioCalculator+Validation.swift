import Foundation
import StorageContract

extension PortfolioCalculator {
  /// Checks whether the trade may be made now, given the present positions.
  ///
  /// It first checks that the trade is well-formed (see ``validateInput(of:now:)``), and then that a sale sells no more
  /// than `positions` hold of its symbol. It throws the first failure.
  /// - Parameter now: the latest date that a trade may have.
  /// - Throws: ``TradeInputError`` or ``ValidationError``. If a sale is too large,
  ///   ``ValidationError/insufficientQuantity(symbol:available:requested:)`` with the quantity held (0 without a
  ///   position) and the quantity to be sold.
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

  /// Checks a trade by itself, in this order: the symbol is not blank, the quantity is above 0, the price is not below
  /// 0, and the date is not after `now`. Quantity and price must also be within the range in which the calculation is
  /// exact.
  /// - Throws: ``TradeInputError``, ``ValidationError/invalidPrice`` or ``ValidationError/invalidDate``.
  public func validateInput(of trade: TradeRecord, now: Date) throws {
    guard !TradeSymbol.normalized(trade.symbol).isEmpty else { throw TradeInputError.invalidSymbol }
    guard trade.quantity > 0, Self.isInDomain(trade.quantity, decimals: 10) else {
      throw TradeInputError.invalidQuantity
    }
    guard trade.price >= 0, Self.isInDomain(trade.price, decimals: 8) else {
      throw ValidationError.invalidPrice
    }
    // If the clock shows no time, no date is in the past, although `<=` would say so.
    guard trade.date <= now, trade.date.timeIntervalSinceReferenceDate.isFinite, !now.timeIntervalSinceReferenceDate.isNaN
    else {
      throw ValidationError.invalidDate
    }
  }

  /// Whether the amount is below 10^8 and has at most this many decimals. All results calculated from such amounts fit
  /// 38 digits.
  private static func isInDomain(_ amount: Decimal, decimals: Int) -> Bool {
    guard let parts = DecimalParts(amount) else { return false }
    return amount < 100_000_000 && parts.exponent >= -decimals
  }
}
