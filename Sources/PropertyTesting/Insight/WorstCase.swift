import Foundation

/// The case in which the two numbers of a claim were furthest apart.
///
/// The least counterexample says what it takes to fail, and not how bad it gets: a rounding error of 1e-16 and a loss of half
/// the money may have the same one.
public struct WorstCase: Sendable {
  /// How the generated value printed.
  public let value: String
  /// What did not hold: the claim of the counterexample, with other numbers.
  public let message: String
  /// How far the two numbers are apart; infinite if one of them is no number.
  public let difference: Double
  /// Replays the case: see ``ReplayToken``.
  public let token: ReplayToken

  /// ``difference`` as reports print it: whole numbers without a fraction.
  public var differenceText: String { Int64(exactly: difference).map(String.init) ?? "\(difference)" }

  /// How many times as far apart as in the least counterexample: with less there is nothing to tell.
  static let leastFactor = 10.0
}

/// How far apart two numbers are; nil if they are none.
@usableFromInline
func numericDifference<Value>(_ actual: Value, _ expected: Value) -> Double? {
  let difference: Double
  switch (actual, expected) {
  case (let actual as Decimal, let expected as Decimal):
    difference = NSDecimalNumber(decimal: actual - expected).doubleValue
  case (let actual as Duration, let expected as Duration):
    difference = (actual - expected) / .seconds(1)
  case (let actual as any BinaryFloatingPoint, let expected as any BinaryFloatingPoint):
    difference = Double(actual) - Double(expected)
  case (let actual as any BinaryInteger, let expected as any BinaryInteger):
    difference = Double(actual) - Double(expected)
  default: return nil
  }
  return difference.isNaN ? .infinity : difference.magnitude
}

extension CaseJudge {
  /// The worst of the cases that broke the claim of `least`, run once more; nil if it is not much worse, or fails otherwise.
  func worst(_ met: FailuresMet, besides least: Examination) -> WorstCase? {
    guard case .failed(let failure) = least.result, let difference = failure.difference, let worst = met.worst,
      worst.difference >= difference * WorstCase.leastFactor
    else { return nil }
    let examination = Examination(index: worst.index, replaying: .tokens(worst.tokens), printsValue: true)
    examine(examination)
    guard case .failed(let again) = examination.result, again.origin == failure.origin,
      again.difference == worst.difference, let value = examination.value
    else { return nil }
    return WorstCase(
      value: value, message: again.message, difference: worst.difference,
      token: ReplayToken(propertyID: propertyID, examination: examination))
  }
}

extension FailureReport {
  /// What the worst case is, and what it takes to see it.
  func lines(_ worst: WorstCase) -> [String] {
    let size = worst.difference.isFinite ? "off by \(worst.differenceText)" : "no number"
    return [field("worst", "\(size): \(worst.message)"), field("", "given    \(worst.value)")]
      + context.replayLines(worst.token).prefix(1).map { field("", "replay   " + wholeOrNothing($0), cuts: false) }
  }
}
