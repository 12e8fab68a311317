import Foundation
import PropertyTesting

/// Numbers that fail with gaps between them: a neighbour that passes says nothing of what lies further down.
enum HeldOutGaps {
  static let all = [
    oddAbove, seventh, thirdOfAll, inAList, rising, cents, leapDay, sunday, prime, digitSum, endsInSeven, bits, wholeDouble, below,
    lengthByRest, twoAtOnce,
  ]

  private static let million = Generator<Int>.int(in: 0...1_000_000)

  static let oddAbove = ChallengeRow("odd above 1000", minimum: "1001", million) {
    try expect("even or small", $0 <= 1_000 || $0 % 2 == 0)
  }

  static let seventh = ChallengeRow("multiple of 7 above 100", minimum: "105", million) {
    try expect("another or small", $0 <= 100 || $0 % 7 != 0)
  }

  static let thirdOfAll = ChallengeRow("remainder 1 of 3, any Int", minimum: "52", Generator<Int>.int()) {
    try expect("another or small", $0 <= 50 || $0 % 3 != 1)
  }

  static let inAList = ChallengeRow(
    "odd above 100 in a list", minimum: "[101]", Generator<[Int]>.array(of: .int(in: 0...10_000))
  ) { list in try expect("all even or small", list.allSatisfy { $0 <= 100 || $0 % 2 == 0 }) }

  static let rising = ChallengeRow(
    "rising by fifty", minimum: "[11, 61, 111]", Generator<[Int]>.array(of: .int(in: 0...1_000))
  ) { list in
    try expect(
      "small or flat", list.count < 3 || list[0] <= 10 || list[1] - list[0] < 50 || list[2] - list[1] < 50)
  }

  static let cents = ChallengeRow("above 1000, to the hundredth", minimum: "1000.01", Generator<Decimal>.decimal()) {
    value in
    var (tenfold, rounded) = (value * 10, Decimal())
    NSDecimalRound(&rounded, &tenfold, 0, .down)
    try expect("small or of fewer digits", value <= 1_000 || tenfold == rounded)
  }

  /// 2004-02-29 is 1,154 days after 2001-01-01.
  static let leapDay = ChallengeRow("29 February", minimum: "1154", Generator<Int>.int(in: 0...40_000)) { days in
    let date = utc.dateComponents([.month, .day], from: Date(timeIntervalSinceReferenceDate: Double(days) * 86_400))
    try expect("another day", date.month != 2 || date.day != 29)
  }

  static let sunday = ChallengeRow("a Sunday from 2021 on", minimum: "2021-01-03T00:00:00Z", Generator<Date>.date()) {
    date in
    try expect(
      "earlier or another day",
      date.timeIntervalSinceReferenceDate < 631_152_000 || utc.component(.weekday, from: date) != 1)
  }

  static let prime = ChallengeRow("prime above 500", minimum: "503", million) { number in
    try expect("small or composite", number <= 500 || (2...1_000).contains { number % $0 == 0 && $0 < number })
  }

  static let digitSum = ChallengeRow("digits add up to 9, above 200", minimum: "207", million) { number in
    try expect("small or another sum", number <= 200 || String(number).compactMap(\.wholeNumberValue).reduce(0, +) != 9)
  }

  static let endsInSeven = ChallengeRow("ends in 77, above 3000", minimum: "3077", million) {
    try expect("small or other digits", $0 <= 3_000 || $0 % 100 != 77)
  }

  static let bits = ChallengeRow("three one bits, above 300", minimum: "304", million) {
    try expect("small or others", $0 <= 300 || $0.nonzeroBitCount != 3)
  }

  static let wholeDouble = ChallengeRow(
    "a double, multiple of 12 above 700", minimum: "708.0", Generator<Double>.double(in: 0...1e6)
  ) { try expect("small or another", $0 <= 700 || $0.remainder(dividingBy: 12) != 0) }

  static let below = ChallengeRow(
    "multiple of 11 below -150", minimum: "-154", Generator<Int>.int(in: -1_000_000...100)
  ) { try expect("near zero or another", $0 >= -150 || $0 % 11 != 0) }

  static let lengthByRest = ChallengeRow(
    "three left over of seven", minimum: "[" + Array(repeating: "0", count: 24).joined(separator: ", ") + "]",
    Generator<[Int]>.array(of: .int(in: 0...1_000), count: 0...500)
  ) { try expect("short or others left over", $0.count <= 20 || $0.count % 7 != 3) }

  static let twoAtOnce = ChallengeRow(
    "odd above 300 and a fifth above 90", minimum: "(301, 95)", Generator<(Int, Int)>.zip(million, million)
  ) { a, b in try expect("small or another", a <= 300 || a % 2 == 0 || b <= 90 || b % 5 != 0) }

  private static let utc: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}
