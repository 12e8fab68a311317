import Foundation

/// Trades as a file to give away and take back: JSON, every amount as text.
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

  /// - Throws: ``MoneyError`` for an amount that is not kept exactly; `EncodingError` for a date that is not
  ///   finite.
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

  /// - Throws: `DecodingError` for what is no such file; ``TradeArchiveError`` for a trade in it that is
  ///   none.
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

/// A trade in an archive that does not read as one.
public struct TradeArchiveError: Error, Sendable, Equatable {
  public let trade: UUID
  public let field: String
  public let reason: String

  public init(trade: UUID, field: String, reason: String) {
    self.trade = trade
    self.field = field
    self.reason = reason
  }
}
