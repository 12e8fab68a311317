import Foundation
import PropertyTesting

/// What goes wrong for one constant, one relation between values, or one date: what programs compare with.
extension DiscoveryRow {
  static let named: [DiscoveryRow] = constants + relations + shapes

  private static let constants = [255, 256, 2_147_483_647, 2_147_483_649, 9_007_199_254_740_993].map(exactly)

  static func exactly(_ wanted: Int) -> DiscoveryRow {
    DiscoveryRow("exactly \(wanted)", Generator<Int>.int()) { $0 != wanted }
  }

  private static let number = Generator<Int>.int(in: 0...1_000_000)
  private static let pair = Generator<(Int, Int)>.zip(number, number)
  private static let texts = Generator<(String, String)>.zip(.text(), .text())

  private static let relations: [DiscoveryRow] = [
    DiscoveryRow("a + b == c", Generator<(Int, Int, Int)>.zip(number, number, number)) { a, b, c in
      a < 2 || b < 2 || a + b != c
    },
    DiscoveryRow("a == 2b", pair) { a, b in b < 2 || a != 2 * b },
    DiscoveryRow("texts equal but for case", texts) { a, b in a == b || a.lowercased() != b.lowercased() },
    DiscoveryRow("one text ends with another", texts) { a, b in a.count < 3 || a == b || !b.hasSuffix(a) },
    DiscoveryRow("one text inside another", texts) { a, b in
      a.count < 3 || b.hasPrefix(a) || b.hasSuffix(a) || !isInside(a, b)
    },
  ]

  private static let digits = Generator<[Int]>.array(of: .int(in: 0...9))
  private static let optionals = Generator<[Int?]>.array(of: .optional(.int()), count: 5)

  private static let shapes: [DiscoveryRow] = [
    DiscoveryRow("a list of exactly 64", digits) { $0.count != 64 },
    DiscoveryRow("a list of exactly 100", digits) { $0.count != 100 },
    DiscoveryRow("nil in all of five but one", optionals) { $0.count { $0 != nil } != 1 },
    DiscoveryRow("the 29th of February", Generator<Date>.date()) { Day($0) != Day(month: 2, day: 29) },
  ]
}

/// A day of any year, in the calendar of the Gregorian rules and in UTC.
struct Day: Equatable {
  var month: Int
  var day: Int

  init(month: Int, day: Int) {
    self.month = month
    self.day = day
  }

  init(_ date: Date) {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.month, .day], from: date)
    self.init(month: parts.month ?? 0, day: parts.day ?? 0)
  }
}

/// Whether the scalars of `part` stand somewhere in `whole`. Foundation's search traps for some texts on Linux.
func isInside(_ part: String, _ whole: String) -> Bool {
  let (part, whole) = (Array(part.unicodeScalars), Array(whole.unicodeScalars))
  guard part.count <= whole.count else { return false }
  return (0...(whole.count - part.count)).contains { whole[$0..<($0 + part.count)].elementsEqual(part) }
}
