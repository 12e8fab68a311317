import Foundation
import StorageContract

/// A holding in one symbol, as the list of assets shows it. ``TradeLedger`` derives it from the trades.
public struct AssetItem: Sendable, Equatable {
  /// The normalized ticker symbol, such as `AAPL`, which is also the storage key.
  public var symbol: String
  /// The units held. The ledger deletes an asset when its quantity becomes 0.
  public var quantity: Decimal
  /// The average cost per unit over all purchases ever, including units that were sold since.
  public var avgCost: Decimal
  /// The price per unit that was stored with the asset. The ledger starts with the price of the latest trade and keeps it
  /// afterwards, because a trade is no news of the price. The prices of the feed are not stored: ``PriceBoard`` has them,
  /// and the portfolio's values follow from those.
  public var currentPrice: Decimal
  /// When the ledger last wrote the asset.
  public var lastUpdated: Date

  /// Creates an asset from its parts, without checking or calculating anything.
  public init(
    symbol: String, quantity: Decimal, avgCost: Decimal, currentPrice: Decimal, lastUpdated: Date
  ) {
    self.symbol = symbol
    self.quantity = quantity
    self.avgCost = avgCost
    self.currentPrice = currentPrice
    self.lastUpdated = lastUpdated
  }
}

extension AssetItem: StoredModel {
  public static let collection = "assets"
  public var storageKey: String { symbol }

  public var storedFields: [String: FieldValue] {
    [
      "quantity": .decimal(quantity), "avgCost": .decimal(avgCost),
      "currentPrice": .decimal(currentPrice), "lastUpdated": .date(lastUpdated),
    ]
  }

  public init(stored record: StoredRecord) throws(UnreadableRecord) {
    symbol = record.key
    quantity = try record.decimal("quantity")
    avgCost = try record.decimal("avgCost")
    currentPrice = try record.decimal("currentPrice")
    lastUpdated = try record.date("lastUpdated")
  }
}
