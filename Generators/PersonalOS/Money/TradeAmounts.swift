import Foundation
import PropertyTesting

/// How many digits the amounts of generated trades have.
public enum TradeDigits: Sendable {
  /// Prices below 10^8 with up to 8 decimals, and quantities below 10^8 with up to 10. Every product, and every sum of
  /// 10,000 products, fits 38 digits.
  case exactDomain
  /// Also quantities of up to 30 digits. A product then needs up to 46 digits.
  case thirty
}

extension Generator where Value == Decimal {
  /// Quantities above 0 and below 10^8. Simplest is 1.
  public static func tradeQuantity(_ digits: TradeDigits = .exactDomain) -> Generator {
    let plain = Generator.frequency(
      (3, Generator<Int>.int(in: 1...100).map { Decimal($0) }),
      (1, .constant(Decimal(sign: .plus, exponent: -10, significand: 1))),
      (1, .shifted(.integer(in: 1...9_999, target: 1), by: -4)),
      (4, .shifted(.integer(in: 100_000_000_000_000_000...999_999_999_999_999_999), by: -10)))
    guard case .thirty = digits else { return plain }
    return .frequency((1, plain), (1, .thirtyDigits))
  }

  /// Prices from 0 up to 10^8, exclusive. Simplest is 1.
  public static var tradePrice: Generator {
    .frequency(
      (3, Generator<Int>.int(in: 1...1_000).map { Decimal($0) }),
      (1, .constant(0)),
      (1, .shifted(.integer(in: 1...99_999, target: 1), by: -2)),
      (4, .shifted(.integer(in: 1_000_000_000_000_000...9_999_999_999_999_999), by: -8)))
  }

  /// Amounts with 8 digits before the point and 22 after it.
  public static var thirtyDigits: Generator {
    let last: UInt64 = 999_999_999_999_999
    return Generator { source in
      let high = try source(.integer(in: 100_000_000_000_000...last))
      let low = try source(.integer(in: 0...last))
      return Decimal(sign: .plus, exponent: -7, significand: Decimal(high))
        + Decimal(sign: .plus, exponent: -22, significand: Decimal(low))
    }
  }

  private static func shifted(_ digits: Generator<UInt64>, by exponent: Int) -> Generator {
    digits.map { Decimal(sign: .plus, exponent: exponent, significand: Decimal($0)) }
  }
}
