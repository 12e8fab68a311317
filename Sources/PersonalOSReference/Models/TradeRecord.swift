import Foundation
import StorageContract

/// The direction of a trade. The raw value is the stored form.
public enum TradeType: String, Sendable, CaseIterable {
  case buy, sell
}

/// A purchase or a sale, as the user entered it.
public struct TradeRecord: Sendable, Equatable, Identifiable {
  /// The trade's own id, whose text is the storage key.
  public var id: UUID
  /// The ticker symbol as the user entered it. ``TradeSymbol/normalized(_:)`` gives the form by which trades are
  /// grouped.
  public var symbol: String
  /// Whether the trade is a purchase or a sale.
  public var type: TradeType
  /// The number of units; above 0 in a valid trade.
  public var quantity: Decimal
  /// The price per unit; not below 0 in a valid trade.
  public var price: Decimal
  /// When the trade was made. The ledger replays trades in this order.
  public var date: Date
  /// The user's own text, a sensitive field: see ``SensitiveModel``.
  public var notes: String

  /// Creates a trade from its parts. The initialiser checks nothing: see
  /// ``PortfolioCalculator/validateInput(of:now:)``.
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
