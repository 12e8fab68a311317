import Foundation
import PersonalOSReference
import PropertyTesting

// What POS-32 must catch: other ways to divide, and a calculator with a defect.
extension Fault<PersonalOSSystem> {
  static let dividesWithDecimal = Fault("dividesWithDecimal", "divides with Decimal's own operator") { system in
    system.money.divide = { $0 / $1 }
  }

  static let averagesWithDecimal = calculator(
    "averagesWithDecimal", "calculates averages with Decimal's own operators", .dividesWithDecimal)
  static let roundsAveragesBeforeTheCostBasis = calculator(
    "roundsAveragesBeforeTheCostBasis", "rounds the average to cents before it multiplies", .roundsAveragesToCents)
  static let multipliesTheRoundedAverage = calculator(
    "multipliesTheRoundedAverage", "takes quantity × rounded average for the cost basis", .multipliesTheRoundedAverage)
  static let sumsInDouble = calculator("sumsInDouble", "sums costs in Double", .sumsInDouble)
  static let updatesARunningAverage = calculator(
    "updatesARunningAverage", "updates an average with each purchase, and rounds it each time", .updatesARunningAverage)

  static let roundsHalvesUp = division("roundsHalvesUp", "rounds halves away from zero") { quotient, exact, unit in
    let error = exact.numerator.magnitude - LongDecimal(quotient).magnitude * exact.denominator
    let isHalfBelow = !error.isNegative && error + error == LongDecimal(unit) * exact.denominator
    return isHalfBelow ? quotient + (quotient < 0 ? -unit : unit) : quotient
  }

  static let cutsQuotients = division("cutsQuotients", "cuts quotients off") { quotient, exact, unit in
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

  static func calculator(_ id: String, _ fact: String, _ defect: DefectiveCalculator.Defect) -> Fault {
    Fault(id, fact) { $0.portfolio.calculate(with: defect) }
  }
}
