import Foundation

/// What the portfolio screen shows: derived from all trades and the current prices, and never kept.
///
/// Every amount is rounded once, from exact numbers: a total is the rounded sum, and not the sum of rounded
/// parts.
public struct PortfolioSummary: Sendable, Equatable {
  /// Something that is still held.
  public struct Holding: Sendable, Equatable {
    public let position: Position
    /// Nil where no price is known; then what depends on it is not known either.
    public let price: PriceData?
    public let marketValue: Decimal?
    public let unrealizedGain: Decimal?
    /// Of what was sold so far.
    public let realizedGain: Decimal

    /// Nothing is checked or calculated.
    public init(
      position: Position, price: PriceData?, marketValue: Decimal?, unrealizedGain: Decimal?,
      realizedGain: Decimal
    ) {
      self.position = position
      self.price = price
      self.marketValue = marketValue
      self.unrealizedGain = unrealizedGain
      self.realizedGain = realizedGain
    }
  }

  /// Something that was sold to the last unit.
  public struct ClosedPosition: Sendable, Equatable {
    /// Quantity and cost basis are 0; the average cost is what it was.
    public let position: Position
    public let realizedGain: Decimal

    /// Nothing is checked or calculated.
    public init(position: Position, realizedGain: Decimal) {
      self.position = position
      self.realizedGain = realizedGain
    }
  }

  /// In the order of symbols.
  public let open: [Holding]
  /// In the order of symbols.
  public let closed: [ClosedPosition]
  /// Of what is held.
  public let totalCostBasis: Decimal
  /// Nil where the price of something that is held is not known.
  public let totalMarketValue: Decimal?
  /// Nil where the price of something that is held is not known.
  public let totalUnrealizedGain: Decimal?
  /// Of all sales, of closed positions too.
  public let totalRealizedGain: Decimal

  /// The parts as they are, for a portfolio that adds up by itself: nothing is checked or calculated.
  public init(
    open: [Holding], closed: [ClosedPosition], totalCostBasis: Decimal, totalMarketValue: Decimal?,
    totalUnrealizedGain: Decimal?, totalRealizedGain: Decimal
  ) {
    self.open = open
    self.closed = closed
    self.totalCostBasis = totalCostBasis
    self.totalMarketValue = totalMarketValue
    self.totalUnrealizedGain = totalUnrealizedGain
    self.totalRealizedGain = totalRealizedGain
  }
}

extension PortfolioSummary {
  /// - Parameter prices: by symbol, in whatever case; of two for one symbol the first in the order of keys.
  /// - Throws: as ``PortfolioCalculator/calculatePositions(from:)`` and
  ///   ``PortfolioCalculator/calculateRealizedGains(from:)``.
  public init(of trades: [TradeRecord], prices: [String: PriceData]) throws {
    let inOrder = prices.sorted { $0.key < $1.key }
    let prices = Dictionary(inOrder.map { (TradeSymbol.normalized($0), $1) }) { first, _ in first }
    var open: [Holding] = []
    var closed: [ClosedPosition] = []
    var costBasis = ExactRatio.zero
    var marketValue: ExactRatio? = .zero
    var unrealized: ExactRatio? = .zero
    var realized = ExactRatio.zero
    for (symbol, totals) in try SymbolTotals.of(trades).sorted(by: { $0.key < $1.key }) {
      guard let position = try totals.position(of: symbol) else {
        if totals.sold.isZero { continue }
        throw ValidationError.negativePosition(symbol: symbol)
      }
      let gain = try totals.realizedGain()
      realized = realized + gain
      if position.isClosed {
        closed.append(ClosedPosition(position: position, realizedGain: try gain.rounded()))
        continue
      }
      let price = prices[symbol]
      let value = try price.map { try totals.marketValue(at: $0.price) }
      let growth = try price.map { try totals.unrealizedGain(at: $0.price) }
      costBasis = costBasis + (try totals.averageCost(of: totals.quantity))
      marketValue = Self.sum(marketValue, value)
      unrealized = Self.sum(unrealized, growth)
      open.append(
        Holding(
          position: position, price: price, marketValue: try value?.rounded(),
          unrealizedGain: try growth?.rounded(), realizedGain: try gain.rounded()))
    }
    self.open = open
    self.closed = closed
    totalCostBasis = try costBasis.rounded()
    totalMarketValue = try marketValue?.rounded()
    totalUnrealizedGain = try unrealized?.rounded()
    totalRealizedGain = try realized.rounded()
  }

  private static func sum(_ left: ExactRatio?, _ right: ExactRatio?) -> ExactRatio? {
    guard let left, let right else { return nil }
    return left + right
  }
}
