import PropertyTesting
import Testing
import ThreadGallery
import ThreadScheduling

/// What the scheduler and the shrinker are held to, on bugs that are known.
@Suite("Gallery of threads", .serialized)
struct GalleryTests {
  @Test func everyBugIsNamedOnce() {
    #expect(ThreadBug.all.count >= 30)
    #expect(Set(ThreadBug.all.map(\.name)).count == ThreadBug.all.count)
  }

  /// The fewest of all seeds is what each seed shrinks to.
  @Test(arguments: ThreadBug.all)
  func everySeedFindsTheBugAtItsFewestSwitches(bug: ThreadBug) throws {
    let results = try ThreadBug.seeds.map { try bug.search(seed: $0, shrinks: true) }
    let switches = results.map { $0.verdict.counterexample?.switches }
    #expect(results.allSatisfy { bug.explains($0.verdict) }, "\(results.map(\.verdict.name))")
    #expect(Set(switches).count == 1, "\(switches)")
  }

  @Test(arguments: ThreadBug.all)
  func replaysExactly(bug: ThreadBug) throws {
    let found = try #require(try bug.search(shrinks: true).verdict.counterexample)
    for _ in 1...(ThreadBug.isWhole ? 100 : 5) {
      let verdict = try bug.replay(found.token).verdict
      #expect(bug.explains(verdict))
      #expect(verdict.counterexample?.message == found.message)
    }
  }

  @Test(arguments: ThreadBug.all)
  func theMendedTwinIsClean(bug: ThreadBug) throws {
    for mode in ThreadBug.modes + [("stale values", ThreadSchedules.threads.withStaleValues)] {
      let result = try bug.searchMended(mode.schedules, cases: ThreadBug.isWhole ? 5_000 : 50)
      #expect(result.verdict.isHeld, "\(mode.name): \(result.verdict.counterexample?.message ?? result.verdict.name)")
    }
  }

  /// What is found after all is to be listed as found.
  @Test(arguments: ThreadBug.missed)
  func whatIsSaidToBeMissedIsMissed(bug: ThreadBug) throws {
    #expect(try bug.search(cases: 200).verdict.isHeld)
  }
}
