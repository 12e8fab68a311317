import Observation

/// What the screen shows of prices.
@MainActor
public protocol PriceDisplay: AnyObject, Sendable {
  var prices: [String: PriceData] { get }
  /// Nil while no price is shown.
  var indicator: PriceIndicator? { get }
  var isUsingMockData: Bool { get }
  /// Of the sheet that is shown; 0 before the first.
  var revision: Int { get }
  /// Shows `sheet`, unless a later one is shown already.
  func show(_ sheet: PriceSheet)
}

/// The reference: it keeps the sheet alone, and everything else follows from that.
@Observable
@MainActor
public final class PriceBoard: PriceDisplay {
  private var sheet = PriceSheet()

  public init() {}

  public var prices: [String: PriceData] { sheet.prices }
  public var indicator: PriceIndicator? { sheet.indicator }
  public var isUsingMockData: Bool { sheet.isUsingMockData }

  public var revision: Int { sheet.revision }

  public func show(_ sheet: PriceSheet) {
    if sheet.revision > self.sheet.revision { self.sheet = sheet }
  }
}
