/// What is wrong with a trade as entered, if ``ValidationError`` has no case for it.
public enum TradeInputError: Error, Sendable, Equatable {
  /// The quantity is not above 0, not below 10^8, or has more than 10 decimals.
  case invalidQuantity
  /// The symbol is empty or consists of white space.
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
