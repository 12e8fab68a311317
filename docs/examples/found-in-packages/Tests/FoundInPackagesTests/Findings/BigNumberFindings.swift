import BigNumber
import PropertyTesting
import StandardLaws

/// mkrd/Swift-BigInt.
enum BigNumberFindings {
  static let all = [quotient, words, inverse, rightShift, zero]

  private static let whole = Generator<BInt> { source in BInt(try source(.int(in: -1_000...1_000))) }
  private static let fraction = Generator<BDouble> { source in
    BDouble(try source(.int(in: -20...20)), over: try source(.element(of: [1, 2, -1, -2])))
  }

  static let quotient = Finding(
    "b-int-quotient", "quotientAndRemainder gives what / and % give", of: .binaryInteger,
    for: Generator<BInt> { source in BInt(try source(.int(in: 1...1_000)) * (try source(.bool) ? -1 : 1)) },
    reproduction: { print in print(BInt(-7).quotientAndRemainder(dividingBy: 2)) })

  static let words = Finding(
    "b-int-words", "the words hold the value", of: .binaryInteger, for: whole,
    reproduction: { print in print(Int(BInt(-1))) })

  static let inverse = Finding(
    "b-int-inverse", "inverting the bits twice changes nothing", of: .binaryInteger, for: whole,
    reproduction: { print in print([~BInt(1), ~(~BInt(1))]) })

  static let rightShift = Finding(
    "b-int-right-shift", "shifting everything out leaves 0 or -1", of: .binaryInteger, for: whole,
    reproduction: { print in print([BInt(-3) >> 1, BInt(-1) >> 64]) })

  static let zero = Finding(
    "b-double-zero", "zero is neutral for addition", of: .additiveArithmetic, for: fraction,
    reproduction: { print in
      let zero = BDouble(0, over: -1)
      print(zero + 0 == zero)
    })
}
