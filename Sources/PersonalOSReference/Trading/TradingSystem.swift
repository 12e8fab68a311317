import Foundation

/// The trading functions that the properties test, one closure for each: the validation of trades and the ledger.
public struct TradingSystem: Sendable {
  /// Throws unless the trade may be made at `now`, given the present positions.
  public var validateTrade:
    @Sendable (_ trade: TradeRecord, _ positions: [Position], _ now: Date) throws -> Void
  /// Opens the ledger of the stored trades, and checks it.
  public var openLedger: @Sendable (TradeBookSetup) async throws -> any TradeBook

  /// The reference implementation.
  public static let reference = TradingSystem(
    validateTrade: { try PortfolioCalculator().validateTrade($0, against: $1, now: $2) },
    openLedger: { try await TradeLedger.open($0) })
}
