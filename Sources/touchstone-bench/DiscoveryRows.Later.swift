import Foundation
import PropertyTesting

/// Rows of the kinds that designed cases found from fewer than half of the seeds, written down before the design was changed
/// for those kinds and measured after it.
extension DiscoveryRow {
  static let later: [DiscoveryRow] = laterNumbers + laterTexts + laterDates

  private static let wide = Generator<Int>.int(in: -1_000_000_000...1_000_000_000)
  private static let two = Generator<(Int, Int)>.zip(wide, wide)

  private static let laterNumbers: [DiscoveryRow] = [
    DiscoveryRow("a == b + 100", two) { a, b in a != b + 100 },
    DiscoveryRow("a == b - 7", two) { a, b in a != b - 7 },
    DiscoveryRow("exactly 256 as a double", Generator<Double>.double()) { $0 != 256 },
    DiscoveryRow("exactly 65,536 as a double", Generator<Double>.double(in: -1e300...1e300)) { $0 != 65_536 },
    DiscoveryRow("exactly 65,536, the second of two", Generator<(Int, Int)>.zip(.int(), .int())) { $1 != 65_536 },
    DiscoveryRow("exactly 1,000, the third of three", Generator<(Int, Int, Int)>.zip(.int(), .int(), .int())) { $2 != 1_000 },
  ]

  private static let plain = Generator<(String, String)>.zip(.text(.asciiPrintable), .text(.asciiPrintable))
  private static let ascii = Generator<(String, String)>.zip(.text(.ascii), .text(.ascii))

  private static let laterTexts: [DiscoveryRow] = [
    DiscoveryRow("a text of exactly 64", Generator<String>.text(.asciiPrintable, count: 0...100)) { $0.count != 64 },
    DiscoveryRow("a text of exactly 1,000", Generator<String>.text(.asciiPrintable, count: 0...2_000)) { $0.count != 1_000 },
    DiscoveryRow("equal texts but for a space in front", plain) { a, b in a.isEmpty || b != " " + a },
    DiscoveryRow("equal texts but for a line end", ascii) { a, b in a.isEmpty || b != a + "\n" },
  ]

  private static let laterDates: [DiscoveryRow] = [
    DiscoveryRow("the last of June", Generator<Date>.date()) { Day($0) != Day(month: 6, day: 30) },
    DiscoveryRow("the first of July", Generator<Date>.date()) { Day($0) != Day(month: 7, day: 1) },
  ]
}
