import DeterministicScheduling
import PropertyTesting
import Testing

/// What the scheduler and the shrinker are held to, on bugs that are known.
@Suite("Concurrency gallery")
struct GalleryTests {
  @Test func everyBugIsNamedOnce() {
    #expect(GalleryBug.all.count >= 15)
    #expect(Set(GalleryBug.all.map(\.name)).count == GalleryBug.all.count)
  }

  /// A bug that shows without a switch would be found by any test.
  @Test(arguments: GalleryBug.all)
  func holdsInTheDefaultSchedule(bug: GalleryBug) throws {
    #expect(try bug.search(cases: 1).verdict.isHeld)
  }

  @Test func everyBugIsFoundSoon() throws {
    for row in try GalleryTable.measured.get().rows { #expect(row.schedules[0] <= 100, "\(row.bug)") }
  }

  @Test func everyBugShrinksToItsFewestSwitches() throws {
    for row in try GalleryTable.measured.get().rows {
      let fewest = try #require(row.fewestSwitches)
      for (seed, verdict) in zip(GalleryBug.seeds, row.shrunk) {
        #expect(verdict.name == row.bug.verdict, "\(row.bug), seed \(seed)")
        #expect(verdict.counterexample?.switches == fewest, "\(row.bug), seed \(seed)")
        #expect(verdict.counterexample?.shrinking.stoppedEarly == false, "\(row.bug), seed \(seed)")
      }
    }
  }

  @Test(arguments: GalleryBug.all)
  func replaysExactly(bug: GalleryBug) throws {
    let found = try #require(try bug.search(shrinks: true).verdict.counterexample)
    #expect(found.trace.count > 2)
    for _ in 1...100 {
      let verdict = try bug.replay(found.token).verdict
      #expect(verdict.name == bug.verdict)
      #expect(verdict.counterexample?.message == found.message)
      #expect(verdict.counterexample?.trace == found.trace)
    }
  }

  /// Most twins are also proven, in every order (`GalleryProofTests`).
  @Test(arguments: GalleryBug.all)
  func theFixedTwinIsClean(bug: GalleryBug) throws {
    try check(
      "the claim about \(bug.name), mended", scheduled: bug.schedules,
      settings: RunSettings(cases: 1_000, seed: 1), bug.fixed)
  }

  /// More than the limit would be an error. All other twins are proven in every order.
  @Test(arguments: GalleryBug.unproven)
  func theFixedTwinIsCleanUnderAllSchedulesOfTwoSwitches(bug: GalleryBug) throws {
    let result = try check(
      "the claim about \(bug.name), mended",
      scheduled: bug.schedules(.exhaustive(switches: 2, limit: 20_000)), settings: RunSettings(cases: 1),
      bug.fixed)
    #expect(result.classes["every schedule with at most 2 switches"] == 1)
  }
}
