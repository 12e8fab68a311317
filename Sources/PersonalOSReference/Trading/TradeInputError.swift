/// What is wrong with a trade as it was entered, beside what ``ValidationError`` has a case for.
public enum TradeInputError: Error, Sendable, Equatable {
  /// Not above 0, not below 10^8, or with more than 10 decimals.
  case invalidQuantity
  /// Nothing but white.
  case invalidSymbol
}

extension TradeInputError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidQuantity: "the quantity must be above 0 and below 100,000,000, with at most 10 decimals"
    case .invalidSymbol: "the symbol must not be blank"
    }
  }
}
