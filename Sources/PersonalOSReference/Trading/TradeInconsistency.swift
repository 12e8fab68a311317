/// Something in the stored trades or assets that cannot be right.
public struct TradeInconsistency: Error, Sendable, Hashable {
  public enum Rule: String, Sendable, CaseIterable {
    /// At some time more had been sold than bought.
    case negativePrefix = "negative prefix"
    /// Two records hold trades of one id.
    case duplicateTradeID = "duplicate trade id"
    /// The asset is not what the trades come to, or is missing, or is there though nothing is held.
    case assetDiffers = "asset differs"
    /// An asset without any trade.
    case unknownAsset = "unknown asset"
    case undecodableRecord = "undecodable record"
  }

  public let rule: Rule
  /// Nil where the record is so damaged that its symbol cannot be read: then no symbol is locked by it.
  public let symbol: String?
  /// Of the record, where it is one alone.
  public let key: String?

  public init(_ rule: Rule, symbol: String?, key: String? = nil) {
    self.rule = rule
    self.symbol = symbol
    self.key = key
  }
}

extension TradeInconsistency: CustomStringConvertible {
  public var description: String {
    "\(symbol ?? "a record of unknown symbol"): \(rule.rawValue)" + (key.map { " at \($0)" } ?? "")
  }
}
