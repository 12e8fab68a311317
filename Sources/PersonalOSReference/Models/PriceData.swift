import Foundation

/// Where a price comes from.
public enum PriceSource: String, Sendable, CaseIterable {
  case realtime, delayed, mock
}

public struct PriceData: Sendable, Equatable {
  public let price: Decimal
  public let timestamp: Date
  public let source: PriceSource

  public init(price: Decimal, timestamp: Date, source: PriceSource) {
    self.price = price
    self.timestamp = timestamp
    self.source = source
  }
}

public struct PriceUpdate: Sendable, Equatable {
  public let symbol: String
  public let data: PriceData

  public init(symbol: String, data: PriceData) {
    self.symbol = symbol
    self.data = data
  }
}
