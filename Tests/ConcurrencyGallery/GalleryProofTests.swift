import DeterministicScheduling
import PropertyTesting
import RandomShare
import Testing

@Suite("The gallery, proven")
struct GalleryProofTests {
  @Test(arguments: GalleryBug.proven)
  func mendedTwinsAreProven(bug: GalleryBug, sharing: Schedules.Sharing) throws {
    let result = try check(
      "the claim about \(bug.name)", scheduled: bug.schedules(.everyInterleaving(sharing: sharing)), bug.fixed)
    #expect(result.provenCases == 1)
    #expect((result.interleavings ?? 0) >= 1)
  }

  @Test(arguments: RandomShare.third(of: GalleryBug.proven.map { ($0.0, $0.1) }))
  func bugsAreFoundByTheSameSearch(bug: GalleryBug, sharing: Schedules.Sharing) throws {
    let schedules = bug.schedules(.everyInterleaving(sharing: sharing))
    let failure = try #require(throws: PropertyFailure.self) {
      try check("the claim about \(bug.name)", scheduled: schedules, bug.buggy)
    }
    #expect(failure.result.verdict.name == bug.verdict)
    let found = try #require(failure.result.verdict.counterexample)
    #expect(try bug.replay(found.token).verdict.name == bug.verdict)
  }
}
