/// Prices, and where they come from, as the properties see it: one closure per thing it does.
public struct PriceSystem: Sendable {
  /// The reference.
  public static let reference = PriceSystem()
}
