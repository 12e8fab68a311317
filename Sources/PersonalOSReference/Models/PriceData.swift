import Foundation

/// Where a price comes from: the market in real time, the market with a delay, or made up.
public enum PriceSource: String, Sendable, CaseIterable {
  case realtime, delayed, mock
}

/// A price of one unit, with its time and its source.
public struct PriceData: Sendable, Equatable {
  /// The price per unit.
  public let price: Decimal
  /// The time to which the price applies, as the feed states it; for a made-up price, when the app made it up.
  public let timestamp: Date
  /// Where the price comes from.
  public let source: PriceSource

  /// Creates a price from its parts, without checking anything.
  public init(price: Decimal, timestamp: Date, source: PriceSource) {
    self.price = price
    self.timestamp = timestamp
    self.source = source
  }
}

/// A changed price of one symbol, as a price feed sends it.
public struct PriceUpdate: Sendable, Equatable {
  /// The ticker symbol, as the feed spells it.
  public let symbol: String
  /// The new price.
  public let data: PriceData

  /// Creates an update from its parts. The initialiser does not normalize `symbol`.
  public init(symbol: String, data: PriceData) {
    self.symbol = symbol
    self.data = data
  }
}
