import Foundation

/// Why a trade is refused.
public enum ValidationError: Error, Sendable, Equatable {
  /// The user wants to sell more than he holds.
  case insufficientQuantity(symbol: String, available: Decimal, requested: Decimal)
  /// In a replay of all trades by date, the holding would fall below zero at some moment.
  case negativePosition(symbol: String)
  /// The price is not a number of at least zero.
  case invalidPrice
  /// The date is in the future.
  case invalidDate
}
