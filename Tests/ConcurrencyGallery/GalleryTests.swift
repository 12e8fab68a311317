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

  @Test(arguments: GalleryBug.all)
  func isFoundSoon(bug: GalleryBug) throws {
    #expect(try bug.medianOfSchedules(.mixed) <= 100)
  }

  @Test(arguments: GalleryBug.all)
  func shrinksToTheFewestSwitches(bug: GalleryBug) throws {
    let fewest = try #require(try bug.fewestSwitches())
    for seed in GalleryBug.seeds {
      let verdict = try bug.search(seed: seed, shrinks: true).verdict
      #expect(verdict.name == bug.verdict, "seed \(seed)")
      #expect(verdict.counterexample?.switches == fewest, "seed \(seed)")
      #expect(verdict.counterexample?.shrinking.stoppedEarly == false, "seed \(seed)")
    }
  }

  @Test(arguments: GalleryBug.all)
  func replaysExactly(bug: GalleryBug) throws {
    let found = try #require(try bug.search(shrinks: true).verdict.counterexample)
    #expect(found.trace.count > 2)
    var exact = 0
    for _ in 1...1_000 {
      let verdict = try bug.replay(found.token).verdict
      let replayed = verdict.counterexample
      if verdict.name == bug.verdict, replayed?.message == found.message, replayed?.trace == found.trace {
        exact += 1
      }
    }
    #expect(exact == 1_000)
  }

  @Test(arguments: GalleryBug.all)
  func theFixedTwinIsClean(bug: GalleryBug) throws {
    try check(
      "the claim about \(bug.name), mended", scheduled: bug.schedules,
      settings: RunSettings(cases: 10_000, seed: 1), bug.fixed)
  }

  /// More than the limit would be an error.
  @Test(arguments: GalleryBug.all)
  func theFixedTwinIsCleanUnderAllSchedulesOfTwoSwitches(bug: GalleryBug) throws {
    let result = try check(
      "the claim about \(bug.name), mended",
      scheduled: bug.schedules(.exhaustive(switches: 2, limit: 20_000)), settings: RunSettings(cases: 1),
      bug.fixed)
    #expect(result.classes["every schedule with at most 2 switches"] == 1)
  }
}
