import Foundation
import PersonalOSReference
import PropertyTesting

// What POS-42 must catch.

extension Fault<PersonalOSSystem> {
  static let refusesSellingEverything = validation("refusesSellingEverything", "refuses to sell everything") {
    trade, positions, _, validate in
    if trade.type == .sell, held(trade, positions) == trade.quantity {
      throw ValidationError.insufficientQuantity(
        symbol: TradeSymbol.normalized(trade.symbol), available: trade.quantity, requested: trade.quantity)
    }
    try validate(trade, positions)
  }

  static let sumsHoldingsOfAllSymbols = validation(
    "sumsHoldingsOfAllSymbols", "compares with the holdings of all symbols together") {
    trade, positions, _, validate in
    try validate(trade, holding(trade, positions.reduce(0) { $0 + $1.quantity }))
  }

  static let comparesHoldingsAsDoubles = validation("comparesHoldingsAsDoubles", "compares quantities as doubles") {
    trade, positions, _, validate in
    let held = held(trade, positions)
    let isEqual = (held as NSDecimalNumber).doubleValue == (trade.quantity as NSDecimalNumber).doubleValue
    try validate(trade, isEqual ? holding(trade, trade.quantity) : positions)
  }

  static let reportsWhatWouldBeLeft = validation(
    "reportsWhatWouldBeLeft", "reports the remainder as the available quantity") {
    trade, positions, _, validate in
    do {
      try validate(trade, positions)
    } catch ValidationError.insufficientQuantity(let symbol, let available, let requested) {
      throw ValidationError.insufficientQuantity(
        symbol: symbol, available: available - requested, requested: requested)
    }
  }

  static let takesUnheldSymbolsForUnlimited = validation(
    "takesUnheldSymbolsForUnlimited", "lets the user sell any quantity of a symbol without a position"
  ) {
    trade, positions, _, validate in
    let symbol = TradeSymbol.normalized(trade.symbol)
    let isKnown = positions.contains { $0.symbol == symbol }
    try validate(trade, isKnown ? positions : holding(trade, 100_000_000))
  }

  static let refusesAllSells = validation("refusesAllSells", "refuses every sell") { trade, positions, _, validate in
    try validate(trade, trade.type == .sell ? [] : positions)
  }

  static let comparesSymbolsAsTyped = validation(
    "comparesSymbolsAsTyped", "looks for the position of the symbol as it was typed") {
    trade, positions, _, validate in
    try validate(trade, positions.filter { $0.symbol.utf8.elementsEqual(trade.symbol.utf8) })
  }

  static let acceptsSellsOfNothing = validation(
    "acceptsSellsOfNothing", "accepts a quantity of 0") { trade, positions, _, validate in
    if trade.quantity != 0 { try validate(trade, positions) }
  }

  static let acceptsNaNPrices = validation("acceptsNaNPrices", "accepts a price that is no number") {
    trade, positions, _, validate in
    if !trade.price.isNaN { try validate(trade, positions) }
  }

  static let acceptsTomorrowsTrades = validation("acceptsTomorrowsTrades", "accepts dates up to a day ahead") {
    trade, positions, now, validate in
    var trade = trade
    if trade.date > now, trade.date <= now.addingTimeInterval(86_400) { trade.date = now }
    try validate(trade, positions)
  }

  static let refusesFreeTrades = validation(
    "refusesFreeTrades", "refuses a price of 0") { trade, positions, _, validate in
    if trade.price == 0 { throw ValidationError.invalidPrice }
    try validate(trade, positions)
  }

  static let checksHoldingsOfBuys = validation("checksHoldingsOfBuys", "refuses a buy of more than the quantity held") {
    trade, positions, _, validate in
    try validate(trade, positions)
    var sell = trade
    sell.type = .sell
    try validate(sell, positions)
  }

  static let acceptsElevenDecimals = validation("acceptsElevenDecimals", "accepts quantities of 11 decimals") {
    trade, positions, _, validate in
    var trade = trade
    var rounded = Decimal()
    var exact = trade.quantity
    NSDecimalRound(&rounded, &exact, 10, .plain)
    if rounded > 0, !trade.quantity.isNaN { trade.quantity = rounded }
    try validate(trade, positions)
  }

  static let trustsAStoppedClock = validation("trustsAStoppedClock", "accepts any date if the clock shows none") {
    trade, positions, now, validate in
    do {
      try validate(trade, positions)
    } catch ValidationError.invalidDate where now.timeIntervalSinceReferenceDate.isNaN {
      return
    }
  }

  private typealias Validate = (_ trade: TradeRecord, _ positions: [Position]) throws -> Void

  private static func validation(
    _ id: String, _ fact: String,
    _ change: @escaping @Sendable (TradeRecord, [Position], _ now: Date, Validate) throws -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      let validate = system.trading.validateTrade
      system.trading.validateTrade = { trade, positions, now in
        try change(trade, positions, now) { try validate($0, $1, now) }
      }
    }
  }
}

private func held(_ trade: TradeRecord, _ positions: [Position]) -> Decimal {
  positions.first { $0.symbol == TradeSymbol.normalized(trade.symbol) }?.quantity ?? 0
}

/// As if this were held of the trade's symbol.
private func holding(_ trade: TradeRecord, _ quantity: Decimal) -> [Position] {
  [Position(symbol: TradeSymbol.normalized(trade.symbol), quantity: quantity, avgCost: 0, costBasis: 0)]
}
