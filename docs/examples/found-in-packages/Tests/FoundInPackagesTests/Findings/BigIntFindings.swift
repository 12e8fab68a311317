import BigInt
import PropertyTesting
import StandardLaws

/// attaswift/BigInt.
enum BigIntFindings {
  static let all = [rightShift]

  static let rightShift = Finding(
    "big-int-right-shift", "shifting right and left keeps the high bits", of: .binaryInteger,
    for: Generator<BigInt> { source in BigInt(try source(.int(in: -1_000...1_000))) },
    reproduction: { print in print(BigInt(-3) >> 1) })
}
