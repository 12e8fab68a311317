import Foundation

/// The result of all trades in one symbol.
public struct Position: Sendable, Equatable {
  /// The normalized ticker symbol, such as `AAPL`.
  public let symbol: String
  /// All units bought, less all units sold. Negative if the trades sell more than they buy.
  public let quantity: Decimal
  /// The average cost per unit over all purchases ever.
  public let avgCost: Decimal
  /// The cost of the present quantity at the average cost.
  public let costBasis: Decimal

  /// Creates a position from its parts, without checking or calculating anything.
  public init(symbol: String, quantity: Decimal, avgCost: Decimal, costBasis: Decimal) {
    self.symbol = symbol
    self.quantity = quantity
    self.avgCost = avgCost
    self.costBasis = costBasis
  }

  /// Whether everything was sold again. A residue, however small, counts as held.
  public var isClosed: Bool { quantity == 0 }
}
