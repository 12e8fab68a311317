/// Something in the stored trades or assets that cannot be right.
public struct TradeInconsistency: Error, Sendable, Hashable {
  /// The rule that the stored data break. The raw value is its name in the log.
  public enum Rule: String, Sendable, CaseIterable {
    /// At some time more had been sold than bought.
    case negativePrefix = "negative prefix"
    /// Two records hold trades with the same id.
    case duplicateTradeID = "duplicate trade id"
    /// The asset differs from the result of the trades, or is missing, or exists although nothing is held.
    case assetDiffers = "asset differs"
    /// An asset exists without any trade.
    case unknownAsset = "unknown asset"
    /// A record cannot be read as a trade or an asset.
    case undecodableRecord = "undecodable record"
  }

  /// The rule that is broken.
  public let rule: Rule
  /// The symbol, which is read-only until it is repaired. Nil if the record is too damaged to read its symbol: then no
  /// symbol is locked.
  public let symbol: String?
  /// The key of the record, or the id of a duplicate trade; nil if the finding is not about a single record.
  public let key: String?

  /// Creates a finding from its parts.
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
