import Foundation
import PersonalOSReference
import PropertyTesting

/// The calculations of POS-32 in one case.
public struct Calculation: Sendable {
  /// An amount of up to 38 digits.
  public let dividend: Decimal
  /// An amount other than 0.
  public let divisor: Decimal
  /// The two factors of a product.
  public let factors: (Decimal, Decimal)
  /// A quotient halfway between two decimals, to be rounded to the even one.
  public let tie: TiedQuotient
  /// A history of up to 24 trades.
  public let trades: [TradeRecord]
  /// The same trades in another order.
  public let shuffled: [TradeRecord]
  /// Purchases with a known average cost.
  public let averaged: AveragedPurchases
}

/// A quotient with 39 digits, the last of which is 5. It lies halfway between two neighbouring numbers of 38 digits.
public struct TiedQuotient: Sendable {
  /// The dividend, with 38 digits.
  public let dividend: Decimal
  /// The divisor, which is 4.
  public let divisor: Decimal
  /// The neighbour with the even last digit. The generator built the quotient from it.
  public let rounded: Decimal
}

/// Purchases with a known average, from which the generator built them.
public struct AveragedPurchases: Sendable {
  /// The average cost of one unit, exactly.
  public let average: Decimal
  /// The sum of the purchased quantities.
  public let quantity: Decimal
  /// The purchases, all of one symbol and at one instant.
  public let trades: [TradeRecord]
}

extension Generator where Value == Calculation {
  /// Amounts of up to 38 digits, a tie, and trades of 1 to 3 symbols.
  public static var calculation: Generator {
    let quotients = Generator<Decimal>.frequency(
      (2, .decimal(digits: 1...38, exponent: -20...0)), (1, .tradePrice), (1, .thirtyDigits))
    let divisors = Generator<Decimal>.frequency(
      (1, .element(of: [2, 4, 5, 8, 10, 125, 1_000])), (2, quotients.filter { $0 != 0 }))
    return Generator { source in
      let trades = try source(.tradeHistory(symbols: 1...3, trades: 0...24))
      return Calculation(
        dividend: try source(quotients), divisor: try source(divisors), factors: try source(.factors),
        tie: try source(.tiedQuotient), trades: trades, shuffled: try source(.permutation(of: trades)),
        averaged: try source(.averagedPurchases))
    }
  }
}

extension Generator where Value == TiedQuotient {
  /// If n has 38 digits and is below 25 × 10^36, then (4n + 2) / 4 is n + ½, and the dividend has 38 digits, too.
  public static var tiedQuotient: Generator {
    Generator { source in
      let high = try source(.integer(in: 1_000_000_000_000_000_000...2_499_999_999_999_999_999))
      let low = try source(.integer(in: 0...9_999_999_999_999_999_999 as ClosedRange<UInt64>))
      let scale = try source(.int(in: -30...10))
      let n = UInt128(UInt64(high)) * 10_000_000_000_000_000_000 + UInt128(low)
      let even = n % 2 == 0 ? n : n + 1
      let sign = try source(.bool) ? "-" : ""
      func decimal(_ significand: UInt128) -> Decimal { Decimal(string: "\(sign)\(significand)e\(scale)") ?? 0 }
      return TiedQuotient(dividend: decimal(4 * n + 2), divisor: 4, rounded: decimal(even))
    }
  }
}

extension Generator where Value == AveragedPurchases {
  /// Pairs of purchases of the same quantity. One price is as far above the average as the other is below it.
  public static var averagedPurchases: Generator {
    Generator { source in
      let average = try source(.tradePrice)
      let pairs = try source(.array(of: .zip(.tradeQuantity(), .tradePrice), count: 1...4))
      var trades: [TradeRecord] = []
      var total = Decimal(0)
      for (quantity, drawn) in pairs {
        let distance = min(drawn, average)
        total += quantity + quantity
        for price in [average + distance, average - distance] {
          let id = try source(.uuid)
          trades.append(TradeRecord(id: id, symbol: "AAPL", type: .buy, quantity: quantity, price: price, date: latestTradeDate))
        }
      }
      return AveragedPurchases(average: average, quantity: total, trades: trades)
    }
  }
}

extension Generator where Value == (Decimal, Decimal) {
  /// Two factors of up to 38 digits. In every second case one has many factors of two, and the other as many of five.
  /// Their product has few digits and many zeros, and in binary it may be longer than 128 bits.
  static var factors: Generator {
    let any = Generator<Decimal>.decimal(digits: 1...38, exponent: -20...0)
    return .oneOf(
      .zip(any, any),
      Generator { source in
        let power = try source(.int(in: 20...54))
        return (Decimal(try source(.int(in: -99_999...99_999))) * pow(2, power), pow(5, power))
      })
  }
}
