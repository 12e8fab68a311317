import Foundation
import StorageContract

public enum TradeType: String, Sendable, CaseIterable {
  case buy, sell
}

/// One purchase or sale, as the user entered it.
public struct TradeRecord: Sendable, Equatable, Identifiable {
  public var id: UUID
  public var symbol: String
  public var type: TradeType
  public var quantity: Decimal
  /// Per unit.
  public var price: Decimal
  public var date: Date
  public var notes: String

  public init(
    id: UUID, symbol: String, type: TradeType, quantity: Decimal, price: Decimal, date: Date,
    notes: String = ""
  ) {
    self.id = id
    self.symbol = symbol
    self.type = type
    self.quantity = quantity
    self.price = price
    self.date = date
    self.notes = notes
  }
}

extension TradeRecord: StoredModel {
  public static let collection = "trades"
  public var storageKey: String { id.uuidString }

  public var storedFields: [String: FieldValue] {
    [
      "symbol": .text(symbol), "type": .text(type.rawValue), "quantity": .decimal(quantity),
      "price": .decimal(price), "date": .date(date), "notes": .text(notes),
    ]
  }

  public init(stored record: StoredRecord) throws(UnreadableRecord) {
    id = try record.uuidKey()
    symbol = try record.text("symbol")
    type = try record.name("type")
    quantity = try record.decimal("quantity")
    price = try record.decimal("price")
    date = try record.date("date")
    notes = try record.text("notes")
  }
}
