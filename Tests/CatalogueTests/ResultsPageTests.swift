import Foundation
import Testing
import TouchstoneCatalogue

/// docs/results.md says what the other pages say. With TOUCHSTONE_WRITE_DOCS=1 it is made so.
@Suite struct ResultsPageTests {
  @Test func thePageIsUpToDate() throws {
    let page = try Self.page()
    if ProcessInfo.processInfo.environment["TOUCHSTONE_WRITE_DOCS"] == "1" {
      try page.write(to: Package.root.appendingPathComponent("docs/results.md"), atomically: true, encoding: .utf8)
    } else {
      #expect(try Package.text("docs/results.md") == page, "run the tests with TOUCHSTONE_WRITE_DOCS=1")
    }
  }

  @Test func theReadmeCountsTheDefects() throws {
    let rows = try Self.rows("docs/found-by-properties.md", "| finding |")
    let counts = "\(rows.count) in \(Set(rows.map { $0[1] }).count) published packages"
    #expect(try Package.text("README.md").contains(counts), "README.md: \(counts)")
  }

  private static func page() throws -> String {
    let entries = Catalogue.entries + Catalogue.laws
    let found = try rows("docs/found.md", "| finding |")
    let packages = try rows("docs/found-in-packages.md", "| finding |")
    let written = try rows("docs/found-by-properties.md", "| finding |")
    // Some have a row for a second adapter.
    let stores = try rows("docs/stores.md", "| store | version |").filter { !$0[0].hasSuffix("(Swift)") }
    let levels = try rows("docs/isolation-levels.md", "| store | level |")
    let tasks = try rows("docs/concurrency-gallery.md", "| bug |")
    let threads = try rows("docs/thread-gallery.md", "| bug |")
    let drawn = try #require(try rows("docs/benchmarks.md", "| kind | rows least |").last)
    let names = Set(packages.map { $0[2].prefix { $0 != "]" } })
    let keeping = stores.count { $0[4] == "none" }
    let dates = Set(stores.map { $0[5] }).sorted()
    let kept = levels.count { $0[2].hasSuffix(": kept") }
    let control = levels.filter { $0[2].hasSuffix("not kept") }.map { "\($0[0]) \($0[1])" }.joined(separator: ", ")
    let results: [(String, String, String, String)] = [
      ("specified properties", "\(Catalogue.entries.count), and \(Catalogue.laws.count) storage laws", "`make verify`", "[properties.md](properties.md)"),
      ("their faults", "all \(entries.reduce(0) { $0 + $1.faults.count }) caught", "`make faults`", "[fault-figures.md](fault-figures.md)"),
      ("defects in Foundation and the standard library", "\(found.count)", "`make example`", "[found.md](found.md)"),
      (
        "broken laws in published packages", "\(packages.count) in \(names.count) packages", "`make found-in-packages`",
        "[found-in-packages.md](found-in-packages.md)"
      ),
      (
        "defects of published packages", "\(written.count) in \(Set(written.map { $0[1] }).count) packages",
        "`make found-by-properties`", "[found-by-properties.md](found-by-properties.md)"
      ),
      (
        "published stores", "\(stores.count); \(keeping) keep all laws that were examined; \(dates.joined(separator: ", "))", "`make stores`",
        "[stores.md](stores.md)"
      ),
      (
        "levels of isolation of published stores", "\(kept) of \(levels.count) kept; the other is a control: \(control)", "`make stores STORES=levels`",
        "[isolation-levels.md](isolation-levels.md#what-published-stores-keep)"
      ),
      ("known bugs of tasks and actors", "all \(tasks.count) found", "`swift test --filter ConcurrencyGallery`", "[concurrency-gallery.md](concurrency-gallery.md)"),
      ("known bugs of threads, locks, atomics and Dispatch", "all \(threads.count) found", "`make example`", "[thread-gallery.md](thread-gallery.md)"),
      (
        "random predicates whose simplest case is found", "\(drawn[1]) rows, \(drawn[2]) runs, \(drawn[3]) calls", "`make bench-peers`",
        "[benchmarks.md](benchmarks.md#many-kinds-beside-hypothesis), beside Hypothesis"
      ),
    ]
    let table = results.map { "| \($0.0) | \($0.1) | \($0.2) | \($0.3) |" }.joined(separator: "\n")
    return """
      # Results

      What Touchstone has found and what it costs, counted from the pages in the last column, which say how each figure was measured, on which
      machine, and when. The command measures it again. `TOUCHSTONE_WRITE_DOCS=1 swift test --filter ResultsPageTests` writes this page.

      | what | result | command | page |
      |---|---|---|---|
      \(table)

      Histories that other systems recorded, and how fast they are judged beside porcupine: [benchmarks.md](benchmarks.md#judging-histories).

      """
  }

  /// The cells of a table's rows.
  private static func rows(_ page: String, _ head: String) throws -> [[String]] {
    let lines = try Package.text(page).split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix(head) }, "\(page) has no table \(head)")
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
    }
  }
}
