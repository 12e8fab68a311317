import PropertyTesting
import ThreadGallery
import ThreadScheduling

extension ThreadBug {
  static let modes: [(name: String, schedules: ThreadSchedules)] = [
    ("mixed", .threads), ("random walk", .threads(.randomWalk)), ("few preemptions", .threads(.fewPreemptions(changes: 2))),
    ("partial order", .threads(.partialOrderSampling)), ("every access", .threads(.mixed, at: .everyAccess)),
  ]
}

/// What it takes to find and shrink each bug: the same in every debug build, since the seeds are fixed.
enum GalleryTable {
  /// An odd number, so that the median is one of them.
  private static let seeds = UInt64(1)...3
  /// Without every access.
  private static let modes = Array(ThreadBug.modes.dropLast())

  /// The document that holds it: takes minutes.
  static func document() throws -> String {
    let columns = ["bug", "verdict"] + modes.map(\.name) + ["switches"]
    let right = String(repeating: "--:|", count: columns.count - 2)
    return """
      # The gallery of threads

      The gallery holds known bugs over threads, locks, atomics, memory and Dispatch, in `docs/examples/threads/Sources/ThreadGallery/Bugs`.
      Each is ordinary code with a mended twin, run by `check(…, scheduled: .threads)`: see \
      [threads.md](threads.md). With `TOUCHSTONE_ALL=1`,
      the tests check four promises: each of 20 seeds finds the bug, the shrinker reduces it to the same number of switches from each, a
      replay repeats it 100 of 100 times, and no twin is reported in 5,000 schedules of each mode, and of `.withStaleValues`. A default run
      tries fewer.

      | \(columns.joined(separator: " | ")) |
      |---|---|\(right)
      \(try ThreadBug.all.map(line).joined(separator: "\n"))

      - **mixed** to **partial order**: how many schedules ran until the first one failed; the median of \(seeds.count) seeds. \
      A dash means that
        no failure came within \(ThreadBug.tableLimit) schedules. Few preemptions is `.fewPreemptions(changes: 2)`.
        Store buffering needs `.withStaleValues` in addition.
      - **Switches**: the smallest number of departures from the default schedule that any of these seeds shrank to. \
      At 0, the default schedule
        shows the bug.

      ## What goes wrong

      \(ThreadBug.all.map { "- **\($0.name)**: \($0.whatGoesWrong)" }.joined(separator: "\n"))

      ## What is not found

      Memory that is given back inside the standard library, as by the gallery's `deallocate()` in a debug build, does not count as
      written: an access to it is no data race. Of two timers, the second starts after the first has ended.

      \(ThreadBug.missed.map { "- **\($0.name)**: \($0.whatGoesWrong)" }.joined(separator: "\n"))

      A test fails when this page is out of date (`TOUCHSTONE_ALL=1`). This command writes it:

      ```sh
      TOUCHSTONE_GALLERY_TABLE=docs/thread-gallery.md swift test --package-path docs/examples/threads --filter ThreadGallery
      ```

      """
  }

  private static func line(of bug: ThreadBug) throws -> String {
    let shrunk = try seeds.map { try bug.search(seed: $0, shrinks: true) }
    let medians = try modes.map { mode in
      median(mode.name == "mixed" ? shrunk.map(\.cases) : try seeds.map { try bug.casesUntilFailure(mode.schedules, seed: $0) })
    }
    let switches = shrunk.compactMap { $0.verdict.counterexample?.switches }.min()
    let cells =
      [bug.name, bug.verdict.rawValue] + medians.map { $0 < ThreadBug.tableLimit ? "\($0)" : "–" } + [switches.map { "\($0)" } ?? "–"]
    return "| \(cells.joined(separator: " | ")) |"
  }
}
