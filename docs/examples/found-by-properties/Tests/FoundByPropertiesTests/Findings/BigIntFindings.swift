import BigInt
import PropertyTesting

/// attaswift/BigInt.
enum BigIntFindings {
  static let all = [
    plusInside, twoSigns, conjunction, exclusiveOr, nearestDouble, leastDistance, wideDistance, exactly,
  ]

  private static let package = "attaswift/BigInt"
  private static let digits = Generator<String>.text(.of("10"), count: 1...20)
  /// Powers of two and their neighbours, of both signs.
  private static let edges = Generator<(Int, Int, Int)>.zip(
    .element(of: [1, -1]), .int(in: 62...65), .int(in: -1...1)
  ).map { sign, exponent, step -> Int128 in (Int128(sign) << exponent) + Int128(step) }

  static let plusInside = Finding(
    "big-uint-plus-inside", in: package, by: .byHand,
    "`BigUInt.init(_:radix:)` reads a text with a plus sign between its digits.",
    demand:
      "Its documentation promises nil if the text has a character that is no numeral in the radix.",
    result: "70000000000000000002",
    reproduction: { print in print(BigUInt("7+000000000000000002")) },
    forAll: Generator.zip(digits, digits).map { $0 + "+" + $1 }
  ) { text in
    try expect("BigUInt(\"\(text)\")", BigUInt(text), equals: nil)
  }

  static let twoSigns = Finding(
    "big-int-two-signs", in: package, by: .byHand,
    "`BigInt.init(_:radix:)` reads a text with two signs.",
    demand: "Its documentation allows one sign, and digits after it.",
    result: "-1",
    reproduction: { print in print(BigInt("-+1")) },
    forAll: .text(.of("1+-"), count: 1...4)
  ) { text in
    guard text.count(where: { $0 != "1" }) > 1 else { return }
    try expect("BigInt(\"\(text)\")", BigInt(text), equals: nil)
  }

  static let conjunction = Finding(
    "big-int-and", in: package, by: .byHand,
    "`BigInt.&` of two negative numbers can be 0.",
    demand:
      "`BinaryInteger.&` works on the two's complement, in which both have their sign bit set. For `Int128` the result is −2⁶⁴.",
    known: "like [this](https://github.com/attaswift/BigInt/pull/99), open",
    result: "0",
    reproduction: { print in print((BigInt(Int.min) - 1) & BigInt(Int.min)) },
    forAll: .zip(edges, edges)
  ) { a, b in
    try expect("\(a) & \(b)", BigInt(a) & BigInt(b), equals: BigInt(a & b))
  }

  static let exclusiveOr = Finding(
    "big-int-xor", in: package, by: .byHand,
    "`BigInt.^` of two different numbers can be 0.",
    demand: "`BinaryInteger.^` sets the bits in which the two differ. For `Int128` the result is −2⁶⁴.",
    known: "[known](https://github.com/attaswift/BigInt/pull/99), open",
    result: "0",
    reproduction: { print in print(BigInt(Int.min) ^ -BigInt(Int.min)) },
    forAll: .zip(edges, edges)
  ) { a, b in
    try expect("\(a) ^ \(b)", BigInt(a) ^ BigInt(b), equals: BigInt(a ^ b))
  }

  static let nearestDouble = Finding(
    "big-int-double", in: package, by: .byHand,
    "`Double.init(_: BigInt)` does not round to the nearest number.",
    demand:
      "According to `BinaryFloatingPoint`, a number made of an integer is rounded to the closest possible representation. It is for `Int`.",
    result: "[1.8014398509481984e+16, 1.8014398509481988e+16]",
    reproduction: { print in print([Double(BigInt(18_014_398_509_481_987)), Double(18_014_398_509_481_987)]) },
    forAll: .int()
  ) { number in
    try expect("Double(BigInt(\(number)))", Double(BigInt(number)), equals: Double(number))
  }

  static let leastDistance = Finding(
    "big-int-shift-least", in: package, by: .byHand,
    "`BigInt.<<` traps if the distance is the least number of its type.",
    demand:
      "According to `BinaryInteger`, `<<` with a negative distance shifts to the right. `1 << Int8.min` is 0 for `Int`.",
    result: "traps", needsProcess: true,
    reproduction: { print in print(BigInt(1) << Int8.min) },
    forAll: Generator<Int8>.integer(in: Int8.min...0)
  ) { distance in
    try expect("1 << \(distance)", BigInt(1) << distance, equals: distance == 0 ? 1 : 0)
  }

  static let wideDistance = Finding(
    "big-int-shift-wide", in: package, by: .byHand,
    "`BigInt.>>` traps if the distance is above `UInt.max`.",
    demand:
      "According to `BinaryInteger`, a shift by more than the width leaves no bit. `BigUInt.>>` returns 0 for the same operands.",
    result: "traps", needsProcess: true,
    reproduction: { print in print(BigInt(1) >> (BigInt(1) << 64)) },
    forAll: .int(in: 60...70)
  ) { exponent in
    try expect("1 >> 2^\(exponent)", BigInt(1) >> (BigInt(1) << exponent), equals: 0)
  }

  static let exactly = Finding(
    "big-int-exactly", in: package, by: .byHand,
    "`Int128.init(exactly: BigInt)` makes another number of a negative one.",
    demand:
      "According to `BinaryInteger`, it makes the same number or nil. The `words` of this number are right; `>>` rounds it up.",
    known: "like [this](https://github.com/attaswift/BigInt/issues/81), open",
    result: "-1",
    reproduction: { print in print(Int128(exactly: -(BigInt(1) << 64) - 1)) },
    forAll: edges
  ) { number in
    try expect("Int128(exactly:)", Int128(exactly: BigInt(number)), equals: number)
  }
}
