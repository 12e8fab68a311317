/// The label beside the prices. The raw value is the text that the user reads.
public enum PriceIndicator: String, Sendable, Equatable {
  case live = "Live"
  case delayed = "Delayed"
  /// At least one of the prices is made up.
  case testData = "Test Data"
}

/// All prices that are shown, with the labels derived from them. They are one value, so that nobody sees new prices
/// with an old label.
public struct PriceSheet: Sendable, Equatable {
  /// The last delivered price of each symbol, by normalized symbol.
  public let prices: [String: PriceData]
  /// The number of the delivery. Of two sheets, the one with the higher number is the later one.
  public let revision: Int

  /// Creates a sheet, by default the empty one that comes before every delivery.
  public init(prices: [String: PriceData] = [:], revision: Int = 0) {
    self.prices = prices
    self.revision = revision
  }

  /// Whether at least one price is made up.
  public var isUsingMockData: Bool { prices.values.contains { $0.source == .mock } }

  /// The label for the least trustworthy source of all prices; nil if there are none.
  public var indicator: PriceIndicator? {
    let sources = Set(prices.values.map(\.source))
    if sources.contains(.mock) { return .testData }
    if sources.contains(.delayed) { return .delayed }
    return sources.isEmpty ? nil : .live
  }
}
