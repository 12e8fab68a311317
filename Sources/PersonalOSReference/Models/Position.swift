import Foundation

/// What the trades of one symbol come to.
public struct Position: Sendable, Equatable {
  public let symbol: String
  /// All that was bought, less all that was sold.
  public let quantity: Decimal
  /// Of all purchases ever, per unit.
  public let avgCost: Decimal
  /// What the present quantity cost.
  public let costBasis: Decimal

  public init(symbol: String, quantity: Decimal, avgCost: Decimal, costBasis: Decimal) {
    self.symbol = symbol
    self.quantity = quantity
    self.avgCost = avgCost
    self.costBasis = costBasis
  }

  /// Everything was sold again. A residue, however small, is still held.
  public var isClosed: Bool { quantity == 0 }
}
