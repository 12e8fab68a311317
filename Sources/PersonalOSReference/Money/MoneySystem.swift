import Foundation

/// The money functions that the properties test, one closure for each.
public struct MoneySystem: Sendable {
  /// Reads an amount that a user typed.
  public var read: @Sendable (String) throws -> Decimal
  /// Writes an amount as text for the user.
  public var format: @Sendable (Decimal, MoneyFormatter.Form) throws -> String
  /// Reads an amount from the text that ``format`` writes; nil if the text is not an amount.
  public var parse: @Sendable (String) -> Decimal?
  /// Converts an amount to JSON. Returns nil for any other value, and throws if JSON cannot hold the amount.
  public var transform: @Sendable (Any?) throws -> Data?
  /// Converts the output of ``transform`` back to the amount. Returns nil for any other value.
  public var reverseTransform: @Sendable (Any?) -> Decimal?
  /// Divides the first amount by the second, and rounds once.
  public var divide: @Sendable (Decimal, Decimal) throws -> Decimal
  /// Returns the exact product of two amounts.
  public var multiply: @Sendable (Decimal, Decimal) throws -> Decimal
  /// Reads the prices in a message from the network.
  public var readPrices: @Sendable (Data) throws -> [PriceUpdate]
  /// Writes trades to a file, with exact amounts.
  public var exportTrades: @Sendable ([TradeRecord]) throws -> Data
  /// Reads the trades from a file that ``exportTrades`` wrote.
  public var importTrades: @Sendable (Data) throws -> [TradeRecord]
  /// Opens a store of amounts whose fields hold only data.
  public var openAmounts: @Sendable (any DataAccess) async throws -> any AmountKeeping
  /// Makes one value of every type that holds money, from one purchase and one price. The list includes the values that
  /// they consist of.
  public var financialValues: @Sendable (TradeRecord, PriceData) throws -> [any Sendable]

  /// The reference implementation.
  public static let reference = MoneySystem(
    read: { try AmountText.read($0) },
    format: { try MoneyFormatter().string(from: $0, form: $1) },
    parse: { MoneyFormatter().parse($0) },
    transform: { try DecimalTransformer().transformedValue($0) },
    reverseTransform: { DecimalTransformer().reverseTransformedValue($0) },
    divide: { try ExactRatio($0, over: $1).rounded() },
    multiply: { try $0.multipliedExactly(by: $1) },
    readPrices: { try PriceFeed.read($0) },
    exportTrades: { try TradeArchive.export($0) },
    importTrades: { try TradeArchive.read($0) },
    openAmounts: { AmountStore($0) },
    financialValues: { try FinancialValues.made(of: $0, at: $1) })
}
