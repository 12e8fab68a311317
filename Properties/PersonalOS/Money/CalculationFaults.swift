import Foundation
import PersonalOSReference
import PropertyTesting

// What POS-32 must catch: other ways to divide and to multiply.
extension Fault<PersonalOSSystem> {
  static let dividesWithDecimal = Fault("dividesWithDecimal", "divides with Decimal's own operator") { system in
    system.money.divide = { $0 / $1 }
  }

  static let multipliesWithDecimal = Fault(
    "multipliesWithDecimal", "multiplies with Decimal's own operator"
  ) { system in
    system.money.multiply = { $0 * $1 }
  }

  static let cutsLongProducts = Fault(
    "cutsLongProducts", "refuses products of more than 128 bits, whatever zeros they end in"
  ) { system in
    let multiply = system.money.multiply
    system.money.multiply = { left, right in
      let product = try multiply(left, right)
      guard product.magnitude < Decimal(sign: .plus, exponent: 39, significand: 1) else { throw MoneyError.tooManyDigits(39) }
      return product
    }
  }

  static let roundsHalvesUp = division("roundsHalvesUp", "rounds halves away from zero") { quotient, exact, unit in
    let error = exact.numerator.magnitude - LongDecimal(quotient).magnitude * exact.denominator
    let isHalfBelow = !error.isNegative && error + error == LongDecimal(unit) * exact.denominator
    return isHalfBelow ? quotient + (quotient < 0 ? -unit : unit) : quotient
  }

  static let cutsQuotients = division("cutsQuotients", "truncates quotients") { quotient, exact, unit in
    let isAbove = LongDecimal(quotient).magnitude * exact.denominator > exact.numerator.magnitude
    return isAbove ? quotient - (quotient < 0 ? -unit : unit) : quotient
  }

  /// - Parameter change: gets the right quotient, its two sides, and the unit of its 38th digit.
  private static func division(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (Decimal, Quotient, Decimal) -> Decimal
  ) -> Fault {
    Fault(id, fact) { system in
      let divide = system.money.divide
      system.money.divide = { dividend, divisor in
        let quotient = try divide(dividend, divisor)
        let power = LongDecimal(quotient).significantDigits.leadingPower
        let unit = Decimal(sign: .plus, exponent: power - 37, significand: 1)
        return change(quotient, Quotient(dividing: dividend, by: divisor), unit)
      }
    }
  }
}
