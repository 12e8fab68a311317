import Foundation
import PersonalOSReference
import PropertyTesting

// What POS-34 must catch: a Double somewhere on the way.
extension Fault<PersonalOSSystem> {
  static let readsPricesAsDouble = Fault(
    "readsPricesAsDouble", "decodes the prices of the feed as Double") { system in
    let read = system.money.readPrices
    system.money.readPrices = { message in
      try read(message).map { update in
        let price = PriceData(
          price: update.data.price.throughDouble, timestamp: update.data.timestamp,
          source: update.data.source)
        return PriceUpdate(symbol: update.symbol, data: price)
      }
    }
  }

  /// Added exactly and taken away again, so that only what the literal is off by remains.
  static let addsAFloatLiteral = Fault("addsAFloatLiteral", "writes a fee of 3.133 as a float literal") { system in
    let calculate = system.portfolio.calculatePositions
    system.portfolio.calculatePositions = { trades in
      let literal: Decimal = 3.133
      let fee = Decimal(sign: .plus, exponent: -3, significand: 3_133)
      return try await calculate(trades).map {
        let average = try (ExactDecimal($0.avgCost) + ExactDecimal(fee) - ExactDecimal(literal)).decimal()
        return Position(
          symbol: $0.symbol, quantity: $0.quantity, avgCost: average, costBasis: $0.costBasis)
      }
    }
  }

  static let ranksPositionsByDouble = ranks(
    "ranksPositionsByDouble", "sorts positions by their cost basis as a Double", equal: { $0 < $1 })
  static let ranksEqualDoublesBackwards = ranks(
    "ranksEqualDoublesBackwards", "sorts positions by their cost basis as a Double, and equal ones backwards",
    equal: { $0 > $1 })

  static let exportsNumbersOfDouble = Fault(
    "exportsNumbersOfDouble", "exports amounts as numbers of Double") { system in
    let export = system.money.exportTrades
    system.money.exportTrades = { trades in
      try export(
        trades.map { trade in
          var trade = trade
          trade.quantity = trade.quantity.throughDouble
          return trade
        })
    }
  }

  private static func ranks(
    _ id: String, _ fact: String, equal: @escaping @Sendable (String, String) -> Bool
  ) -> Fault {
    Fault(id, fact) { system in
      system.portfolio.rank = { positions in
        positions.sorted { left, right in
          let (a, b) = (left.costBasis.throughDouble, right.costBasis.throughDouble)
          return a == b ? equal(left.symbol, right.symbol) : a > b
        }
      }
    }
  }

  static let summarizesThroughDouble = Fault(
    "summarizesThroughDouble", "multiplies quantity and price as Double") { system in
    let summarize = system.portfolio.summarize
    system.portfolio.summarize = { trades, prices in
      try await summarize(trades, prices).changing { holding in
        PortfolioSummary.Holding(
          position: holding.position, price: holding.price, marketValue: holding.marketValue?.throughDouble,
          unrealizedGain: holding.unrealizedGain, realizedGain: holding.realizedGain)
      }
    }
  }
}

extension PortfolioSummary {
  /// The same totals over other holdings.
  func changing(_ change: (Holding) throws -> Holding) rethrows -> PortfolioSummary {
    PortfolioSummary(
      open: try open.map(change), closed: closed, totalCostBasis: totalCostBasis,
      totalMarketValue: totalMarketValue, totalUnrealizedGain: totalUnrealizedGain,
      totalRealizedGain: totalRealizedGain)
  }
}
