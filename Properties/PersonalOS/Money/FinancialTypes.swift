import Foundation
import PersonalOSReference
import PropertyTesting

/// The types that hold money, and which of their fields it is in.
public enum FinancialTypes {
  /// Every such type of the trading modules, by name: one that is not listed here is a finding.
  public static let moneyFields: [String: Set<String>] = [
    "TradeRecord": ["quantity", "price"],
    "AssetItem": ["quantity", "avgCost", "currentPrice"],
    "Position": ["quantity", "avgCost", "costBasis"],
    "PriceData": ["price"],
    "PriceUpdate": [],
    "StoredAmount": ["amount"],
    "PortfolioSummary": ["totalCostBasis", "totalMarketValue", "totalUnrealizedGain", "totalRealizedGain"],
    "Holding": ["marketValue", "unrealizedGain", "realizedGain"],
    "ClosedPosition": ["realizedGain"],
    "PortfolioStatistic": ["value"],
    "ValidationError": ["available", "requested"],
  ]

  /// Looks into every value and everything in it: each field with money is a `Decimal`, and every other one
  /// of a type that holds no fractions. All listed types have to turn up, and no other.
  static func expectDecimals(in values: [any Sendable]) throws {
    var found: [String: Set<String>] = [:]
    for value in values { try inspect(value, at: name(of: value), into: &found) }
    try expect("types that hold money", found.keys.sorted(), equals: moneyFields.keys.sorted())
    for (type, fields) in found.sorted(by: { $0.key < $1.key }) {
      let listed = moneyFields[type, default: []].sorted()
      try expect("fields of \(type) that are a Decimal", fields.sorted(), equals: listed)
    }
  }

  /// What is held and what it cost are not exchanged.
  static func expectAmountsInTheirPlaces(_ values: [any Sendable], _ bought: TradeRecord, _ price: PriceData) throws {
    for case let asset as AssetItem in values {
      try expect("quantity of the asset", asset.quantity, equals: bought.quantity)
      try expect("average cost of the asset", asset.avgCost, equals: bought.price)
      try expect("current price of the asset", asset.currentPrice, equals: price.price)
    }
    for case ValidationError.insufficientQuantity(let symbol, let available, let requested) in values {
      try expect("symbol, held and asked for", [symbol, "\(available)", "\(requested)"],
        equals: [bought.symbol, "\(bought.quantity)", "\(bought.price)"])
    }
  }

  /// Adds the type of `value` and of all that is in it to `found`, with their decimal fields.
  private static func inspect(_ value: Any, at path: String, into found: inout [String: Set<String>]) throws {
    if value is Decimal || holdsNoFractions(value) { return }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional, .collection, .dictionary, .tuple:
      for child in mirror.children { try inspect(child.value, at: path, into: &found) }
    case .struct, .class, .enum:
      var fields = Self.fields(of: mirror)
      let decimals = fields.filter { isDecimal($0.value) }.map(\.name)
      // A case with nothing but a symbol, say, is a label.
      if mirror.displayStyle != .enum || !decimals.isEmpty {
        found[name(of: value), default: []].formUnion(decimals)
      }
      fields.removeAll { isDecimal($0.value) }
      for field in fields { try inspect(field.value, at: "\(path).\(field.name)", into: &found) }
    default:
      try expect("\(path) is no \(type(of: value))", false)
    }
  }

  /// The labelled fields; of a case with payload those of the payload.
  private static func fields(of mirror: Mirror) -> [(name: String, value: Any)] {
    mirror.children.flatMap { child in
      let payload = Mirror(reflecting: child.value)
      guard mirror.displayStyle == .enum, payload.displayStyle == .tuple else {
        return [(child.label ?? "", child.value)]
      }
      return payload.children.map { ($0.label ?? "", $0.value) }
    }
  }

  private static func isDecimal(_ value: Any) -> Bool {
    if value is Decimal { return true }
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.first?.value is Decimal
  }

  private static func holdsNoFractions(_ value: Any) -> Bool {
    if value is String || value is Date || value is UUID || value is Data || value is Bool { return true }
    if value is any BinaryInteger { return true }
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .enum && mirror.children.isEmpty
  }

  private static func name(of value: Any) -> String { "\(type(of: value))" }
}

extension TradeRecord {
  /// A purchase of something called "A", in 2001. Those of one list have different numbers.
  static func purchase(
    of quantity: Decimal, at price: Decimal, symbol: String = "A", number: UInt8 = 0
  ) -> TradeRecord {
    TradeRecord(
      id: .last(number), symbol: symbol, type: .buy, quantity: quantity, price: price,
      date: Date(timeIntervalSinceReferenceDate: 0))
  }
}

extension UUID {
  /// The same in every run, and after nearly every other.
  static func last(_ number: UInt8) -> UUID {
    UUID(uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, number))
  }
}
