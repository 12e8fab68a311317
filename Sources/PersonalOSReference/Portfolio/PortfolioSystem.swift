/// Positions, gains and the summary, as the properties see it: one closure per thing it does.
public struct PortfolioSystem: Sendable {
  /// The reference.
  public static let reference = PortfolioSystem()
}
