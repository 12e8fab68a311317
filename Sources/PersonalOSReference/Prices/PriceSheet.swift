/// What the user is told of the prices that he sees.
public enum PriceIndicator: String, Sendable, Equatable {
  case live = "Live"
  case delayed = "Delayed"
  /// At least one of the prices is made up.
  case testData = "Test Data"
}

/// The prices that are shown, and what follows from them: one value, so that nobody sees new prices under
/// an old indicator.
public struct PriceSheet: Sendable, Equatable {
  /// By normalised symbol: of each the one that was delivered last.
  public let prices: [String: PriceData]
  /// Counts deliveries: of two sheets the one with the higher number is the later.
  public let revision: Int

  public init(prices: [String: PriceData] = [:], revision: Int = 0) {
    self.prices = prices
    self.revision = revision
  }

  public var isUsingMockData: Bool { prices.values.contains { $0.source == .mock } }

  /// The least trustworthy source of all that is shown; nil while nothing is.
  public var indicator: PriceIndicator? {
    let sources = Set(prices.values.map(\.source))
    if sources.contains(.mock) { return .testData }
    if sources.contains(.delayed) { return .delayed }
    return sources.isEmpty ? nil : .live
  }
}
