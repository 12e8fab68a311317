import Foundation

/// Validation of trades and the ledger, as the properties see it: one closure per thing it does.
public struct TradingSystem: Sendable {
  /// Throws unless the trade may be made at `now`, given what is held.
  public var validateTrade:
    @Sendable (_ trade: TradeRecord, _ positions: [Position], _ now: Date) throws -> Void
  /// Opens the ledger of what is stored, and checks it.
  public var openLedger: @Sendable (TradeBookSetup) async throws -> any TradeBook

  /// The reference.
  public static let reference = TradingSystem(
    validateTrade: { try PortfolioCalculator().validateTrade($0, against: $1, now: $2) },
    openLedger: { try await TradeLedger.open($0) })
}
