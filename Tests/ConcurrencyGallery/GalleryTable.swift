import DeterministicScheduling
import PropertyTesting

/// What it takes to find and shrink each bug: the same in every debug build, since the seeds are fixed.
struct GalleryTable {
  struct Row {
    let bug: GalleryBug
    /// In the order of ``strategies``.
    let schedules: [Int]
    let fewestSwitches: Int?
    /// One for each seed, under `.mixed`.
    let shrunk: [Verdict]

    var shrinkCalls: Int { median(shrunk.compactMap { $0.counterexample?.shrinking.calls }) }
  }

  static let strategies: [(name: String, strategy: Schedules.Strategy)] = [
    ("mixed", .mixed), ("random walk", .randomWalk), ("few switches", .fewSwitches(atMost: 3)),
    ("priorities", .priorities(changes: 2)),
  ]

  /// Measured once, for all tests.
  static let measured = Result { try GalleryTable() }

  let rows: [Row]

  private init() throws {
    rows = try GalleryBug.all.map { bug in
      Row(
        bug: bug, schedules: try Self.strategies.map { try bug.medianOfSchedules($0.strategy) },
        fewestSwitches: try bug.fewestSwitches(),
        shrunk: try GalleryBug.seeds.map { try bug.search(seed: $0, shrinks: true).verdict })
    }
  }

  /// The document that holds it.
  var document: String {
    let columns = ["bug", "verdict"] + Self.strategies.map(\.name) + ["fewest switches", "calls to shrink"]
    let right = String(repeating: "--:|", count: columns.count - 2)
    return """
      # The concurrency gallery

      The gallery holds known bugs in `Tests/ConcurrencyGallery/Bugs`. Each is an ordinary subject with a fixed twin. The
      tests check four promises: the scheduler finds every bug, the shrinker reduces it to the fewest switches that any
      schedule needs, a replay repeats it exactly, and no twin is ever reported. A search of all schedules with fewer
      switches establishes the fewest.

      | \(columns.joined(separator: " | ")) |
      |---|---|\(right)
      \(rows.map(line).joined(separator: "\n"))

      - **mixed** to **priorities**: how many schedules ran until the first one failed; the median of \
      \(GalleryBug.seeds.count) seeds.
        Few switches is `.fewSwitches(atMost: 3)`, priorities is `.priorities(changes: 2)`. A dash means that no failure
        came within \(GalleryBug.caseLimit) schedules.
      - **Fewest switches**: the smallest number of departures from the default in a schedule that fails.
      - **Calls to shrink**: how often shrinking called the claim, under other schedules; the median of the same seeds, with
        `.mixed`.

      What goes wrong:

      \(rows.map { "- **\($0.bug.name)**: \($0.bug.whatGoesWrong)" }.joined(separator: "\n"))

      A test fails when this page is out of date. This command writes it:

      ```sh
      TOUCHSTONE_GALLERY_TABLE=docs/concurrency-gallery.md swift test --filter ConcurrencyGallery
      ```

      """
  }

  private func line(_ row: Row) -> String {
    let schedules = row.schedules.map { $0 < GalleryBug.caseLimit ? "\($0)" : "–" }
    let cells =
      [row.bug.name, row.bug.verdict] + schedules
      + [row.fewestSwitches.map { "\($0)" } ?? "–", "\(row.shrinkCalls)"]
    return "| \(cells.joined(separator: " | ")) |"
  }
}
