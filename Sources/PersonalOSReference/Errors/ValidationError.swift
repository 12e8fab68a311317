import Foundation

/// Why a trade is refused.
public enum ValidationError: Error, Sendable, Equatable {
  /// The holding is smaller than what is to be sold.
  case insufficientQuantity(symbol: String, available: Decimal, requested: Decimal)
  /// Replayed in the order of time, the holding would be below zero at some moment.
  case negativePosition(symbol: String)
  case invalidPrice
  case invalidDate
}
