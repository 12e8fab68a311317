import Foundation

/// The content of the portfolio screen. It is derived from all trades and the current prices, and never stored.
///
/// Every amount is rounded once, from exact numbers. So a total is the rounded sum, not the sum of rounded parts.
public struct PortfolioSummary: Sendable, Equatable {
  /// A position with a quantity other than 0.
  public struct Holding: Sendable, Equatable {
    /// The quantity, average cost and cost basis.
    public let position: Position
    /// The current price. If it is not known, it is nil, and so are the market value and the unrealized gain.
    public let price: PriceData?
    /// The quantity times the price; nil if the price is not known.
    public let marketValue: Decimal?
    /// The market value less the cost basis; nil if the price is not known.
    public let unrealizedGain: Decimal?
    /// The gain from the units sold so far.
    public let realizedGain: Decimal

    /// Creates a holding from its parts, without checking or calculating anything.
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

  /// A position of which every unit was sold.
  public struct ClosedPosition: Sendable, Equatable {
    /// The position, with a quantity and a cost basis of 0. The average cost still covers all purchases.
    public let position: Position
    /// The gain from all sales of the symbol.
    public let realizedGain: Decimal

    /// Creates a closed position from its parts, without checking or calculating anything.
    public init(position: Position, realizedGain: Decimal) {
      self.position = position
      self.realizedGain = realizedGain
    }
  }

  /// The holdings, in the order of symbols.
  public let open: [Holding]
  /// The closed positions, in the order of symbols.
  public let closed: [ClosedPosition]
  /// The cost basis of all holdings.
  public let totalCostBasis: Decimal
  /// The market value of all holdings. Nil if the price of any holding is not known.
  public let totalMarketValue: Decimal?
  /// The unrealized gain of all holdings. Nil if the price of any holding is not known.
  public let totalUnrealizedGain: Decimal?
  /// The gain from all sales, those of closed positions included.
  public let totalRealizedGain: Decimal

  /// Creates a summary from its parts, for a portfolio with its own calculation. Nothing is checked or calculated.
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
  /// Calculates the summary.
  /// - Parameter prices: by symbol, in any spelling. If two keys spell the same symbol, the first key in sorted order
  ///   counts.
  /// - Throws: the same errors as ``PortfolioCalculator/calculatePositions(from:)`` and
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
