import Foundation
import PropertyTesting

/// Cases of the kinds of the other held-out tables: relations of numbers and of dates. They were written down with their least
/// counterexamples, which an exhaustive search gave, before the steps that keep relations were written, and measured after it.
enum HeldOutRelations {
  static let all = always + seldom

  static let always = [
    bitsOfThree, commonBits, twoSquares, largeRightAngle, sixty, remainder, divisor, sevenTenths, thirtyDays, sameMonth,
  ]

  /// From some seeds or none: the shrinker has no step for them.
  static let seldom = [unitedBits, diagonal, square, reversed, geometric, monthEnds, friday]

  static let bitsOfThree = ChallengeRow(
    "bits of 24 in three", minimum: "(1, 1, 24)",
    Generator<(Int, Int, Int)>.zip(.int(in: 1...63), .int(in: 1...63), .int(in: 1...63))
  ) { a, b, c in
    try expect("others", a ^ b ^ c != 24)
  }

  static let commonBits = ChallengeRow(
    "bits in common", minimum: "(36, 37)", Generator<(Int, Int)>.zip(.int(in: 0...127), .int(in: 0...127))
  ) { a, b in
    try expect("others", a == b || a & b != 36)
  }

  static let unitedBits = ChallengeRow(
    "bits of two together", minimum: "(8, 69)", Generator<(Int, Int)>.zip(.int(in: 0...127), .int(in: 0...127))
  ) { a, b in
    try expect("others", a < 8 || b < 8 || a | b != 77)
  }

  static let twoSquares = ChallengeRow(
    "two squares", minimum: "(1, 18)", Generator<(Int, Int)>.zip(.int(in: 0...30), .int(in: 0...30))
  ) { a, b in
    try expect("another sum", a * a + b * b != 325)
  }

  static let diagonal = ChallengeRow(
    "a box with a whole diagonal", minimum: "(1, 2, 2, 3)",
    Generator<(Int, Int, Int, Int)>.zip(.int(in: 1...20), .int(in: 1...20), .int(in: 1...20), .int(in: 1...40))
  ) { a, b, c, d in
    try expect("another", a * a + b * b + c * c != d * d)
  }

  static let largeRightAngle = ChallengeRow(
    "a right angle with a side above ten", minimum: "(5, 12, 13)",
    Generator<(Int, Int, Int)>.zip(.int(in: 1...60), .int(in: 1...60), .int(in: 1...100))
  ) { a, b, c in
    try expect("another, or small", c <= 10 || a * a + b * b != c * c)
  }

  static let sixty = ChallengeRow(
    "sixty of three factors", minimum: "(2, 2, 15)",
    Generator<(Int, Int, Int)>.zip(.int(in: 1...60), .int(in: 1...60), .int(in: 1...60))
  ) { a, b, c in
    try expect("another product", min(a, b, c) < 2 || a * b * c != 60)
  }

  static let remainder = ChallengeRow(
    "a quotient with a remainder", minimum: "(23, 3)", Generator<(Int, Int)>.zip(.int(in: 0...1_000), .int(in: 0...1_000))
  ) { a, b in
    try expect("another", b < 3 || a / b != 7 || a % b != 2)
  }

  static let square = ChallengeRow(
    "a number and its square", minimum: "(7, 49)", Generator<(Int, Int)>.zip(.int(in: 0...100), .int(in: 0...10_000))
  ) { a, b in
    try expect("another, or small", a < 7 || a * a != b)
  }

  static let divisor = ChallengeRow(
    "a greatest divisor and a least multiple", minimum: "(6, 36)",
    Generator<(Int, Int)>.zip(.int(in: 1...100), .int(in: 1...100))
  ) { first, second in
    var (a, b) = (first, second)
    while b != 0 { (a, b) = (b, a % b) }
    try expect("others", a != 6 || first / a * second != 36)
  }

  static let reversed = ChallengeRow(
    "the digits turned around", minimum: "(102, 201)",
    Generator<(Int, Int)>.zip(.int(in: 0...9_999), .int(in: 0...9_999))
  ) { a, b in
    try expect("others", a < 100 || b < 100 || a == b || String(String(a).reversed()) != String(b))
  }

  static let geometric = ChallengeRow(
    "a geometric row", minimum: "(2, 4, 8)",
    Generator<(Int, Int, Int)>.zip(.int(in: 1...100), .int(in: 1...100), .int(in: 1...100))
  ) { a, b, c in
    try expect("another", a < 2 || a >= b || b * b != a * c)
  }

  static let sevenTenths = ChallengeRow("seven tenths", minimum: "3.0", Generator<Double>.double(in: -1e9...1e9)) { number in
    try expect("as many", number * 0.7 == number * 7 / 10)
  }

  static let thirtyDays = ChallengeRow(
    "thirty days apart", minimum: "(2001-01-01T00:00:00Z, 2000-12-02T23:59:59Z)",
    Generator<(Date, Date)>.zip(.date(), .date())
  ) { first, second in
    func day(_ date: Date) -> Int { Int((date.timeIntervalSinceReferenceDate / 86_400).rounded(.down)) }
    try expect("other days", abs(day(first) - day(second)) != 30)
  }

  static let sameMonth = ChallengeRow(
    "one month of two years", minimum: "(2001-01-01T00:00:00Z, 2000-01-31T23:59:59Z)",
    Generator<(Date, Date)>.zip(.date(), .date())
  ) { first, second in
    let (a, b) = (day(first), day(second))
    try expect("another month, or the same year", a.year == b.year || a.month != b.month)
  }

  static let monthEnds = ChallengeRow(
    "the ends of two months", minimum: "(2000-12-31T23:59:59Z, 2001-01-31T00:00:00Z)",
    Generator<(Date, Date)>.zip(.date(), .date())
  ) { first, second in
    func isLast(_ date: Date) -> Bool { day(date.addingTimeInterval(86_400)).day == 1 }
    let (a, b) = (day(first), day(second))
    try expect("another day, or the same month", !isLast(first) || !isLast(second) || (a.year, a.month) == (b.year, b.month))
  }

  static let friday = ChallengeRow("a Friday the thirteenth", minimum: "2010-08-13T00:00:00Z", Generator<Date>.date()) { date in
    // The reference date was a Monday.
    let days = Int((date.timeIntervalSinceReferenceDate / 86_400).rounded(.down))
    let day = day(date)
    try expect("another day", day.year < 2010 || day.day != 13 || days % 7 != 4)
  }

  private static func day(_ date: Date) -> (year: Int, month: Int, day: Int) {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    return (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
  }
}
