import Observation

/// The prices that the screen shows.
@MainActor
public protocol PriceDisplay: AnyObject, Sendable {
  /// The prices by normalized symbol; empty before the first sheet.
  var prices: [String: PriceData] { get }
  /// The label for the least trustworthy price shown; nil while no price is shown.
  var indicator: PriceIndicator? { get }
  /// Whether at least one price shown is made up.
  var isUsingMockData: Bool { get }
  /// The revision of the sheet that is shown; 0 before the first sheet.
  var revision: Int { get }
  /// Shows `sheet` if its revision is higher than that of the sheet shown now.
  func show(_ sheet: PriceSheet)
}

/// The reference implementation. It stores only the sheet and derives everything else from it.
@Observable
@MainActor
public final class PriceBoard: PriceDisplay {
  private var sheet = PriceSheet()

  /// Creates a board that shows no prices.
  public init() {}

  public var prices: [String: PriceData] { sheet.prices }
  public var indicator: PriceIndicator? { sheet.indicator }
  public var isUsingMockData: Bool { sheet.isUsingMockData }

  public var revision: Int { sheet.revision }

  public func show(_ sheet: PriceSheet) {
    if sheet.revision > self.sheet.revision { self.sheet = sheet }
  }
}
