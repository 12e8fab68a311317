import Foundation
import PropertyTesting

/// Rows of the same kinds as the named ones, written down before discovery was tuned and measured after it.
extension DiscoveryRow {
  static let unseen: [DiscoveryRow] = unseenConstants + unseenRelations + unseenTexts + unseenShapes + unseenDates

  private static let unseenConstants: [DiscoveryRow] =
    [
      100, 127, 999, 1_000, 1_024, 4_096, 10_000, 65_535, 65_536, 86_400, 16_777_217, 1_000_000, 4_294_967_296,
      4_611_686_018_427_387_904, -1, -128, -32_769,
    ].map(exactly) + unseenConstantsOfOtherTypes

  private static let unseenConstantsOfOtherTypes: [DiscoveryRow] = [
    DiscoveryRow("exactly 365 of a thousand", Generator<Int>.int(in: 0...1_000)) { $0 != 365 },
    DiscoveryRow("exactly 32,768 as UInt16", Generator<UInt16>.integer()) { $0 != 32_768 },
    DiscoveryRow("exactly 2³² as UInt64", Generator<UInt64>.integer()) { $0 != 1 << 32 },
    DiscoveryRow("exactly -129 as Int32", Generator<Int32>.integer()) { $0 != -129 },
    DiscoveryRow("exactly 64, the second of two", Generator<(Int, Int)>.zip(.int(), .int())) { $1 != 64 },
    DiscoveryRow("exactly 0.1", Generator<Double>.double(in: 0...1)) { $0 != 0.1 },
    DiscoveryRow("exactly 1,000 as a double", Generator<Double>.double()) { $0 != 1_000 },
    DiscoveryRow("the least Int and the greatest", Generator<(Int, Int)>.zip(.int(), .int())) { $0 != .min || $1 != .max },
  ]

  private static let wide = Generator<Int>.int(in: -1_000_000_000...1_000_000_000)
  private static let two = Generator<(Int, Int)>.zip(wide, wide)
  private static let three = Generator<(Int, Int, Int)>.zip(wide, wide, wide)
  private static let fractions = Generator<(Double, Double)>.zip(.double(in: 0...1e6), .double(in: 0...1e6))

  private static let unseenRelations: [DiscoveryRow] = [
    DiscoveryRow("a == -b", two) { a, b in a.magnitude < 2 || a != -b },
    DiscoveryRow("a == b + 10", two) { a, b in a != b + 10 },
    DiscoveryRow("c == a - b", three) { a, b, c in b == 0 || c == 0 || c != a - b },
    DiscoveryRow("c is the mean of a and b", three) { a, b, c in a == b || 2 * c != a + b },
    DiscoveryRow("b == 10a", two) { a, b in a.magnitude < 2 || b != 10 * a },
    DiscoveryRow("a doubled fraction", fractions) { a, b in a == 0 || b == 0 || (a != 2 * b && b != 2 * a) },
    DiscoveryRow("a divides b", two) { a, b in a.magnitude < 100 || b.magnitude <= a.magnitude || b % a != 0 },
  ]

  private static let textPair = Generator<(String, String)>.zip(.text(), .text())
  private static let plain = Generator<(String, String)>.zip(.text(.asciiPrintable), .text(.asciiPrintable))

  private static let unseenTexts: [DiscoveryRow] = [
    DiscoveryRow("equal texts but for the last character", plain) { a, b in
      a.count < 3 || a == b || a.dropLast() != b.dropLast()
    },
    DiscoveryRow("equal texts but for normal form", textPair) { a, b in
      a != b || Array(a.unicodeScalars) == Array(b.unicodeScalars)
    },
    DiscoveryRow("equal texts but for spaces around", plain) { a, b in
      a == b || a.count < 3 || a.trimmingCharacters(in: .whitespaces) != b.trimmingCharacters(in: .whitespaces)
    },
    DiscoveryRow("equal plain texts but for case", plain) { a, b in a == b || a.lowercased() != b.lowercased() },
    DiscoveryRow("a text of exactly 255", Generator<String>.text(.asciiPrintable, count: 0...300)) { $0.count != 255 },
    DiscoveryRow("a text inside a third", Generator<(String, String, String)>.zip(.text(), .text(), .text())) { a, _, c in
      a.count < 3 || a == c || !isInside(a, c)
    },
    DiscoveryRow("a comma and a quote", Generator<String>.text()) { !$0.contains(",") || !$0.contains("\"") },
  ]

  private static let numbers = Generator<[Int]>.array(of: .int(in: 0...9), count: 0...1_000)
  private static let flags = Generator<[Bool]>.array(of: .bool, count: 12)

  private static let unseenShapes: [DiscoveryRow] = [
    DiscoveryRow("a list of exactly 16", Generator<[Int]>.array(of: .int(in: 0...9))) { $0.count != 16 },
    DiscoveryRow("a list of exactly 128", numbers) { $0.count != 128 },
    DiscoveryRow("a list of exactly 256", numbers) { $0.count != 256 },
    DiscoveryRow("a list of exactly 1,000", numbers) { $0.count != 1_000 },
    DiscoveryRow("twelve flags, all set", flags) { $0.contains(false) },
    DiscoveryRow("twelve flags, all set but one", flags) { flags in flags.count { !$0 } != 1 },
    DiscoveryRow("eight optionals, one nil", Generator<[Int?]>.array(of: .optional(.int()), count: 8)) { list in
      list.count { $0 == nil } != 1
    },
    DiscoveryRow("six optionals, all nil", Generator<[Int?]>.array(of: .optional(.int()), count: 6)) { list in
      !list.allSatisfy { $0 == nil }
    },
  ]

  private static let years = Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 4_102_444_800)

  private static let unseenDates: [DiscoveryRow] = [
    DiscoveryRow("the last of December", Generator<Date>.date()) { Day($0) != Day(month: 12, day: 31) },
    DiscoveryRow("the first of March", Generator<Date>.date()) { Day($0) != Day(month: 3, day: 1) },
    DiscoveryRow("the end of a month", Generator<Date>.date(in: years)) { Day($0 + 86_400).day != 1 },
    DiscoveryRow("the epoch", Generator<Date>.date()) { $0.timeIntervalSince1970 != 0 },
    DiscoveryRow("two instants a day apart", Generator<(Date, Date)>.zip(.date(), .date())) { a, b in
      a.timeIntervalSince(b).magnitude != 86_400
    },
    DiscoveryRow("the 29th of February until 2100", Generator<Date>.date(in: years)) { Day($0) != Day(month: 2, day: 29) },
  ]
}
