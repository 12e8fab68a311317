import Foundation

/// All trades of the user, and the assets that result from them.
///
/// The book checks every change by replaying the history that it would make. If the book refuses a change, it presents
/// one error to the user, throws the error, and leaves everything as it was. A cancelled change throws
/// `CancellationError` and presents nothing.
public protocol TradeBook: Sendable {
  /// Appends the trade.
  /// - Throws: ``ValidationError/negativePosition(symbol:)`` if at some time more would have been sold than bought.
  ///   ``TradeInputError`` or ``ValidationError`` if the trade is not well-formed.
  ///   ``DatabaseError/constraintViolation`` if a trade with this id exists. ``DatabaseError/corruptedData`` if the
  ///   symbol is read-only. The other changes throw these errors too.
  func append(_ trade: TradeRecord) async throws
  /// Replaces the trade with the same id.
  /// - Throws: also ``DatabaseError/constraintViolation`` if there is no such trade.
  func edit(_ trade: TradeRecord) async throws
  /// Deletes the trade. It is no error if there is none.
  func delete(_ id: UUID) async throws
  /// Appends all of the trades, or none of them.
  func importTrades(_ trades: [TradeRecord]) async throws
  /// The trades in the order of ids. Records that cannot be read are left out.
  func trades() async throws -> [TradeRecord]
  /// The assets held, in the order of symbols.
  func assets() async throws -> [AssetItem]
  /// Reports what is wrong with the stored data. The book logs each finding once.
  @discardableResult
  func check() async throws -> [TradeInconsistency]
  /// Repairs the records of a symbol; nil means the records whose symbol cannot be read. No other call repairs
  /// anything. The book makes the symbol's asset again from its trades, and moves invalid records aside without losing
  /// any (see ``QuarantinedRecord``).
  func repair(_ symbol: String?) async throws
}

/// The parts of a trade book.
public struct TradeBookSetup: Sendable {
  /// The app's store, which keeps the trades and the assets.
  public var data: any DataAccess
  /// Receives an entry for each new finding.
  public var log: any ErrorLog
  /// Shows an error to the user.
  public var present: @Sendable (any Error) async -> Void
  /// Returns the current time, which is the latest date of a trade and the date of a changed asset.
  public var now: @Sendable () -> Date

  /// Creates a setup from its parts.
  public init(
    data: any DataAccess, log: any ErrorLog, present: @escaping @Sendable (any Error) async -> Void,
    now: @escaping @Sendable () -> Date
  ) {
    self.data = data
    self.log = log
    self.present = present
    self.now = now
  }
}
