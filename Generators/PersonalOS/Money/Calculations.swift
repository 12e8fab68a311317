import Foundation
import PersonalOSReference
import PropertyTesting

/// What POS-32 calculates in one case.
public struct Calculation: Sendable {
  public let dividend: Decimal
  /// Not 0.
  public let divisor: Decimal
  /// The two factors of a product.
  public let factors: (Decimal, Decimal)
  public let tie: TiedQuotient
  public let trades: [TradeRecord]
  /// The same trades in another order.
  public let shuffled: [TradeRecord]
  public let averaged: AveragedPurchases
}

/// A quotient with 39 digits, of which the last is a 5: as near to one number of 38 digits as to the next.
public struct TiedQuotient: Sendable {
  public let dividend: Decimal
  public let divisor: Decimal
  /// The one of the two whose last digit is even; known because the quotient was made from it.
  public let rounded: Decimal
}

/// Purchases whose average is known because they were made from it.
public struct AveragedPurchases: Sendable {
  public let average: Decimal
  public let quantity: Decimal
  public let trades: [TradeRecord]
}

extension Generator where Value == Calculation {
  public static var calculation: Generator {
    let quotients = Generator<Decimal>.frequency(
      (2, .decimal(digits: 1...38, exponent: -20...0)), (1, .tradePrice), (1, .thirtyDigits))
    let divisors = Generator<Decimal>.frequency(
      (1, .element(of: [2, 4, 5, 8, 10, 125, 1_000])), (2, quotients.filter { $0 != 0 }))
    return Generator { source in
      let trades = try source(.tradeHistory(symbols: 1...3, trades: 0...24))
      return Calculation(
        dividend: try source(quotients), divisor: try source(divisors), factors: try source(.factors),
        tie: try source(.tiedQuotient),
        trades: trades, shuffled: try source(.permutation(of: trades)),
        averaged: try source(.averagedPurchases))
    }
  }
}

extension Generator where Value == TiedQuotient {
  /// With n of 38 digits below 25 × 10^36, (4n + 2) / 4 is n and a half, and its dividend has 38 digits too.
  public static var tiedQuotient: Generator {
    Generator { source in
      let high = try source(.integer(in: 1_000_000_000_000_000_000...2_499_999_999_999_999_999))
      let low = try source(.integer(in: 0...9_999_999_999_999_999_999 as ClosedRange<UInt64>))
      let scale = try source(.int(in: -30...10))
      let n = UInt128(UInt64(high)) * 10_000_000_000_000_000_000 + UInt128(low)
      let even = n % 2 == 0 ? n : n + 1
      let isNegative = try source(.bool)
      let sign = isNegative ? "-" : ""
      return TiedQuotient(
        dividend: Decimal(string: "\(sign)\(4 * n + 2)e\(scale)") ?? 0, divisor: 4,
        rounded: Decimal(string: "\(sign)\(even)e\(scale)") ?? 0)
    }
  }
}

extension Generator where Value == AveragedPurchases {
  /// Pairs of equal quantity, one as much above the average as the other below.
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
          trades.append(
            TradeRecord(
              id: try source(.uuid), symbol: "AAPL", type: .buy, quantity: quantity, price: price,
              date: latestTradeDate))
        }
      }
      return AveragedPurchases(average: average, quantity: total, trades: trades)
    }
  }
}

extension Generator where Value == (Decimal, Decimal) {
  /// Two factors of up to 38 digits. In every second case one has powers of two and the other as many of five, so that
  /// the product has few digits and many zeros: in binary it may be longer than 128 bits.
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
