import Foundation

/// Reads prices from a message of the price server. The message is a JSON array of objects such as
/// `{"symbol": "AAPL", "price": 189.25, "timestamp": 1767225600, "source": "realtime"}`.
///
/// `timestamp` is in whole seconds since 1970.
public enum PriceFeed {
  /// Reads every entry, in the order of the message. Nothing is guessed or rounded.
  /// - Throws: ``PriceFeedError``. One bad entry rejects the whole message.
  public static func read(_ message: Data) throws(PriceFeedError) -> [PriceUpdate] {
    let json: ExactJSON
    do { json = try ExactJSON(message) } catch { throw .notJSON(error) }
    guard case .array(let entries) = json else { throw .notAnArray }
    var updates: [PriceUpdate] = []
    for (index, entry) in entries.enumerated() { updates.append(try update(entry, at: index)) }
    return updates
  }

  private static func update(_ entry: ExactJSON, at index: Int) throws(PriceFeedError) -> PriceUpdate {
    func refusal(_ field: String, _ expected: String) -> PriceFeedError {
      .entry(index: index, field: field, expected: expected)
    }
    guard case .object(let members) = entry else { throw refusal("", "an object") }
    guard case .string(let symbol) = members["symbol"] else { throw refusal("symbol", "text") }
    guard case .number(let digits) = members["price"],
      let price = try? JSONNumber.read(ArraySlice(digits.utf8)), price >= 0
    else { throw refusal("price", "a number from 0 up, of at most 38 significant digits") }
    guard case .number(let digits) = members["timestamp"], let seconds = Int(digits),
      let interval = TimeInterval(exactly: seconds)
    else {
      throw refusal("timestamp", "whole seconds since 1970")
    }
    guard case .string(let name) = members["source"], let source = PriceSource(rawValue: name) else {
      throw refusal("source", PriceSource.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return PriceUpdate(
      symbol: symbol,
      data: PriceData(price: price, timestamp: Date(timeIntervalSince1970: interval), source: source))
  }
}

/// Why a message with prices is rejected.
public enum PriceFeedError: Error, Sendable, Equatable {
  /// The message is not JSON; the error says at which byte, or why.
  case notJSON(MoneyError)
  /// The message is JSON, but not an array.
  case notAnArray
  /// The entry at `index` is wrong. `field` is empty if the entry is not an object.
  case entry(index: Int, field: String, expected: String)
}
