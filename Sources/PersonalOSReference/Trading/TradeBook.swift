import Foundation

/// All trades of the user, and what is held because of them.
///
/// Every change is checked by a replay of the history that it would make; one that is refused is presented to
/// the user as one error, thrown, and leaves everything as it was. One that is cancelled throws `CancellationError`, and
/// says nothing.
public protocol TradeBook: Sendable {
  /// - Throws: ``ValidationError/negativePosition(symbol:)`` where at some time more would have been sold than
  ///   bought; ``TradeInputError`` or ``ValidationError`` for a trade that is not well-formed;
  ///   ``DatabaseError/constraintViolation`` where there is a trade of this id;
  ///   ``DatabaseError/corruptedData`` where the symbol is read-only. So do the others.
  func append(_ trade: TradeRecord) async throws
  /// Replaces the trade of the same id.
  /// - Throws: also ``DatabaseError/constraintViolation`` where there is none.
  func edit(_ trade: TradeRecord) async throws
  /// Deleting an absent trade is no error.
  func delete(_ id: UUID) async throws
  /// Appends all of them, or none.
  func importTrades(_ trades: [TradeRecord]) async throws
  /// In the order of ids. Records that cannot be read are left out.
  func trades() async throws -> [TradeRecord]
  /// What is held, in the order of symbols.
  func assets() async throws -> [AssetItem]
  /// What is wrong with what is stored. Each finding is written to the log, once.
  @discardableResult
  func check() async throws -> [TradeInconsistency]
  /// Makes the records of a symbol (nil: those whose symbol cannot be read) right again, the only call that
  /// does: its asset is made anew from its trades, and records that cannot stay are moved aside, none is lost
  /// (see ``QuarantinedRecord``).
  func repair(_ symbol: String?) async throws
}

/// What a trade book is made of.
public struct TradeBookSetup: Sendable {
  public var data: any DataAccess
  public var log: any ErrorLog
  /// Shows an error to the user.
  public var present: @Sendable (any Error) async -> Void
  public var now: @Sendable () -> Date

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
