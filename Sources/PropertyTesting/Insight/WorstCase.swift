import Foundation

/// The case in which a claim failed by most: the two numbers of an equality were furthest apart, or a target of the property
/// (``Trial/target(_:_:)-(_,Double)``) was highest.
///
/// The least counterexample says what it takes to fail. It does not say how bad a failure can be: a rounding error of 1e-16 and a loss of
/// half the money may have the same least counterexample.
public struct WorstCase: Sendable {
  /// How the generated value printed.
  public let value: String
  /// What did not hold: the claim of the counterexample, with other numbers.
  public let message: String
  /// How far the two numbers are apart; infinite if one of them is not a number. For a target, its value.
  public let difference: Double
  /// The label of the target whose value ``difference`` is. Nil: ``difference`` is a difference.
  public let target: String?
  /// Replays the case: see ``ReplayToken``.
  public let token: ReplayToken

  /// By how much the claim failed, in words: "off by 499950", "error 12", "no number".
  public var extent: String {
    target.map { "\($0) \(differenceText)" } ?? (difference.isFinite ? "off by \(differenceText)" : "no number")
  }

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

extension Examination {
  /// By how much the claim failed: the difference of its two numbers, or else the first of the property's targets.
  var extent: (value: Double, target: String?)? {
    guard case .failed(let failure) = result else { return nil }
    if let difference = failure.difference { return (difference, nil) }
    return targets.min { $0.key < $1.key }.map { ($0.value, $0.key) }
  }
}

extension CaseJudge {
  /// The worst of the cases that broke the claim of `least`, run once more; nil if it is not much worse, or fails otherwise.
  func worst(_ met: FailuresMet, besides least: Examination) -> WorstCase? {
    guard !isOutOfTime, case .failed(let failure) = least.result, let extent = least.extent, let worst = met.worst,
      worst.difference > extent.value, worst.difference >= extent.value * WorstCase.leastFactor
    else { return nil }
    let examination = Examination(index: worst.index, replaying: .tokens(worst.tokens), printsValue: true)
    examine(examination)
    guard case .failed(let again) = examination.result, again.origin == failure.origin,
      examination.extent?.value == worst.difference, let value = examination.value
    else { return nil }
    return WorstCase(
      value: value, message: again.message, difference: worst.difference, target: extent.target,
      token: ReplayToken(propertyID: propertyID, examination: examination))
  }
}

extension FailureReport {
  /// What the worst case is, and what it takes to see it.
  func lines(_ worst: WorstCase) -> [String] {
    return [field("worst", "\(worst.extent): \(worst.message)"), field("", "given    \(worst.value)")]
      + context.replayLines(worst.token).prefix(1).map { field("", "replay   " + otherReplayLine($0, worst.token), cuts: false) }
  }
}
