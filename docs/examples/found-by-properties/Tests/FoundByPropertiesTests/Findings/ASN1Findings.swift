import PropertyTesting
import SwiftASN1

/// apple/swift-asn1.
enum ASN1Findings {
  static let all = [smallFraction, secondArc]

  private static let package = "apple/swift-asn1"

  static let smallFraction = Finding(
    "generalized-time-fraction", in: package, by: .initializers,
    "`GeneralizedTime.init(year:month:day:hours:minutes:seconds:fractionalSeconds:)` traps for fractions below a ten-thousandth.",
    demand: "Its documentation has no demand on them, it throws for what is no time, and X.690 (11.7) allows any number of decimals. "
      + "A release build writes `-05` for the decimals of 0.00001, which the package itself does not read.",
    result: "traps", needsProcess: true,
    reproduction: { print in
      print(try GeneralizedTime(year: 2020, month: 1, day: 1, hours: 0, minutes: 0, seconds: 0, fractionalSeconds: 0.00001))
    },
    forAll: .double(in: 0...0.5)
  ) { fraction in
    let time = try GeneralizedTime(year: 2020, month: 1, day: 1, hours: 0, minutes: 0, seconds: 0, fractionalSeconds: fraction)
    try expect("the fraction", time.fractionalSeconds, equals: fraction)
  }

  static let secondArc = Finding(
    "object-identifier-second-arc", in: package, by: .byHand,
    "`ASN1ObjectIdentifier.oidComponents` begin with 4 and 20 for 2.100.",
    demand: "Its documentation says that they are the components, and a comment in it that the first is 0, 1 or 2. Below 2, the second may "
      + "be 40 and more (X.690, 8.19).",
    result: "4.20",
    reproduction: { print in print(try ASN1ObjectIdentifier(dotRepresentation: "2.100")) },
    forAll: Generator<(UInt, UInt)>.zip(.integer(in: 0...2), .integer(in: 0...200))
  ) { first, second in
    let components = [first, first < 2 ? second % 40 : second]
    try expect("the components", try ASN1ObjectIdentifier(elements: components).oidComponents, equals: components)
  }
}
