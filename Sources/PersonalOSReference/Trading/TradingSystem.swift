/// Validation of trades and the ledger, as the properties see it: one closure per thing it does.
public struct TradingSystem: Sendable {
  /// The reference.
  public static let reference = TradingSystem()
}
