import DeterministicScheduling
import Foundation
import PropertyTesting
import Testing

/// What docs/recipes.md says to mend each bug does.
@Suite struct MendedRecipesTests {
  @Test func parser() throws {
    let settings = Generator<[String: String]>.dictionary(of: .text(matching: "[a-z]{1,8}"), .text(.asciiPrintable))
    try check("settings survive their file", forAll: settings, cases: 1_000) { settings in
      let text = settings.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
      let read = text.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init) }
      try expect("settings", Dictionary(uniqueKeysWithValues: read.map { ($0[0], $0[1]) }), equals: settings)
    }
  }

  @Test func codable() throws {
    try check("prices of version 1 are read", forAll: .int(in: 0...100_000), cases: 1_000) { cents in
      Int((Double(cents) / 100 * 100).rounded()) == cents
    }
    #expect((0...100_000).count { Int(Double($0) / 100 * 100) != $0 } == 4_586)
  }

  @Test func cache() throws {
    try check("keys differ", forAll: .array(of: .int(in: 0...20), count: 2), .array(of: .int(in: 0...20), count: 2), cases: 1_000) { a, b in
      ("\(a[0]),\(a[1])" == "\(b[0]),\(b[1])") == (a == b)
    }
  }

  @MainActor private final class Search {
    var query = ""
    var results: [String] = []

    func type(_ text: String) async {
      query = text
      await Task.yield()
      if query == text { results = ["result of \(text)"] }
    }
  }

  @Test func viewModel() throws {
    try check(
      "the results belong to the query", forAll: .array(of: .element(of: ["s", "sw"]), count: 1...3), scheduled: .mixed, cases: 1_000
    ) { texts in
      let search = Search()
      let typed = texts.map { text in Task(name: "type \(text)") { await search.type(text) } }
      for task in typed { await task.value }
      try expect("results", await search.results, equals: ["result of \(await search.query)"])
    }
  }

  @Test func dates() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let utc = calendar
    // Not any instant: Foundation is wrong for one less than a nanosecond before midnight.
    let midnights: Generator<Date> = .int(in: -20_000...40_000).map { Date(timeIntervalSince1970: Double($0) * 86_400) }
    try check("bills keep their day", forAll: midnights, .int(in: 0...24), cases: 1_000) { first, number in
      let bill = try #require(utc.date(byAdding: .month, value: number, to: first))
      let days = try #require(utc.range(of: .day, in: .month, for: bill)).count
      try expect("day", utc.component(.day, from: bill), equals: min(utc.component(.day, from: first), days))
    }
  }

  @Test func money() throws {
    let lines = Generator<[Int]>.array(of: .int(in: 0...10_000), count: 1...20)
    try check("the lines add up to the total", forAll: lines, .int(in: 0...100), cases: 1_000) { lines, percent in
      let total = lines.reduce(0, +)
      let left = total - total * percent / 100
      let rounded = lines.dropLast().map { $0 - $0 * percent / 100 }
      let last = left - rounded.reduce(0, +)
      try expect("the last line is within a cent a line of its price", abs(last - (lines[lines.count - 1] * (100 - percent) / 100)) <= lines.count)
      return (rounded + [last]).reduce(0, +) == left
    }
  }

  @Test func sync() throws {
    let note = Generator<(String, Int)>.zip(.text(.of("ab"), count: 0...3), .int(in: 0...9))
    try check("two devices agree after a sync", forAll: note, note, cases: 1_000) { mine, theirs in
      func merged(_ a: (String, Int), _ b: (String, Int)) -> (String, Int) { (a.1, a.0) >= (b.1, b.0) ? a : b }
      return merged(mine, theirs) == merged(theirs, mine)
    }
  }
}
