import Foundation

/// Writes trades to a file and reads them back: a JSON array, with every amount as text.
public enum TradeArchive {
  private struct Row: Codable {
    let id: UUID
    let symbol: String
    let type: String
    let quantity: String
    let price: String
    let date: Date
    let notes: String
  }

  /// Writes the trades in their order.
  /// - Throws: ``MoneyError`` if an amount cannot be kept exactly, `EncodingError` if a date is not finite.
  public static func export(_ trades: [TradeRecord]) throws -> Data {
    let formatter = MoneyFormatter()
    let rows = try trades.map { trade in
      Row(
        id: trade.id, symbol: trade.symbol, type: trade.type.rawValue,
        quantity: try formatter.string(from: trade.quantity),
        price: try formatter.string(from: trade.price), date: trade.date, notes: trade.notes)
    }
    return try JSONEncoder().encode(rows)
  }

  /// Reads the trades in the order of the file. It reads all of them or throws.
  /// - Throws: `DecodingError` if the file has another format, ``TradeArchiveError`` for a trade whose type or amount
  ///   is invalid.
  public static func read(_ file: Data) throws -> [TradeRecord] {
    try JSONDecoder().decode([Row].self, from: file).map { row in
      guard let type = TradeType(rawValue: row.type) else {
        throw TradeArchiveError(trade: row.id, field: "type", reason: "it is neither buy nor sell")
      }
      return TradeRecord(
        id: row.id, symbol: row.symbol, type: type, quantity: try amount(row.quantity, "quantity", row.id),
        price: try amount(row.price, "price", row.id), date: row.date, notes: row.notes)
    }
  }

  private static func amount(_ text: String, _ field: String, _ id: UUID) throws -> Decimal {
    do {
      return try AmountText.read(text)
    } catch {
      throw TradeArchiveError(trade: id, field: field, reason: error.description)
    }
  }
}

/// A trade in an archive that cannot be read.
public struct TradeArchiveError: Error, Sendable, Equatable {
  /// The id of the trade.
  public let trade: UUID
  /// The field that is wrong: `type`, `quantity` or `price`.
  public let field: String
  /// What is wrong with the field, for the log.
  public let reason: String

  /// Creates an error from its parts.
  public init(trade: UUID, field: String, reason: String) {
    self.trade = trade
    self.field = field
    self.reason = reason
  }
}
