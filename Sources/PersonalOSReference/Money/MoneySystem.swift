import Foundation

/// Decimals, as the properties see it: one closure per thing it does.
public struct MoneySystem: Sendable {
  /// The amount that a user typed.
  public var read: @Sendable (String) throws -> Decimal
  /// The amount as it is shown.
  public var format: @Sendable (Decimal, MoneyFormatter.Form) throws -> String
  /// The amount that a shown text is, or nil.
  public var parse: @Sendable (String) -> Decimal?
  /// An amount as JSON, nil for anything else; throws for what JSON cannot hold.
  public var transform: @Sendable (Any?) throws -> Data?
  /// What ``transform`` gave, nil for anything else.
  public var reverseTransform: @Sendable (Any?) -> Decimal?
  /// The first divided by the second, rounded once.
  public var divide: @Sendable (Decimal, Decimal) throws -> Decimal
  /// The exact product of two amounts.
  public var multiply: @Sendable (Decimal, Decimal) throws -> Decimal
  /// The prices in a message from the network.
  public var readPrices: @Sendable (Data) throws -> [PriceUpdate]
  public var exportTrades: @Sendable ([TradeRecord]) throws -> Data
  /// What ``exportTrades`` gave.
  public var importTrades: @Sendable (Data) throws -> [TradeRecord]
  /// Amounts in fields that hold only data.
  public var openAmounts: @Sendable (any DataAccess) async throws -> any AmountKeeping
  /// One value of every type that holds money, with what it consists of, made of one purchase and a price.
  public var financialValues: @Sendable (TradeRecord, PriceData) throws -> [any Sendable]

  /// The reference.
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
