import Foundation
import StorageContract

/// What is held of one symbol, as the list of assets shows it.
public struct AssetItem: Sendable, Equatable {
  public var symbol: String
  public var quantity: Decimal
  public var avgCost: Decimal
  public var currentPrice: Decimal
  public var lastUpdated: Date

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
