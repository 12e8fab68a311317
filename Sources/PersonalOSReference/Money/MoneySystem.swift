/// Decimals, as the properties see it: one closure per thing it does.
public struct MoneySystem: Sendable {
  /// The reference.
  public static let reference = MoneySystem()
}
