import BigInt
import PropertyTesting

/// attaswift/BigInt.
enum BigIntFindings {
  static let all = [doubleInverse]

  private static let package = "attaswift/BigInt"
  private static let naturals = Generator<[UInt]>.array(
    of: .element(of: [0, 1, UInt.max]), count: 0...3
  ).map { BigUInt(words: $0) }

  static let doubleInverse = Finding(
    "big-uint-inverse", in: package, by: .repeating,
    "`BigUInt.~` of its own result is another number.",
    demand:
      "Its documentation says that it inverts all bits, and bits that are inverted twice are what they were.",
    result: "0",
    reproduction: { print in print(~(~BigUInt(UInt.max))) },
    forAll: naturals
  ) { number in
    try expect("~(~\(number))", ~(~number), equals: number)
  }
}
