import DeterministicScheduling
import PropertyTesting
import Testing

/// Not among them: two whose timers race, and ABA, whose mended twin has more than 5,000 orders.
@Suite("The gallery, proven")
struct GalleryProofTests {
  /// What share more than actors are run in every order.
  private static let sharing: [(bug: GalleryBug, sharing: Schedules.Sharing)] =
    [
      GalleryBug.actorReentrancy, .lostUpdate, .staleRead, .publishedBeforeLoaded, .cacheStampede, .taskGroupOrder,
      .priorityInversion, .doubleResume, .neverResumed, .lockOrder, .diningPhilosophers, .cancelledWrite,
      .missingCancellationCheck, .unsubscribeRace,
    ].map { ($0, .onlyActors) } + [(.streamLoss, .anything), (.unsubscribeRace, .anything), (.staleRead, .anything)]

  @Test(arguments: sharing)
  func mendedTwinsAreProven(bug: GalleryBug, sharing: Schedules.Sharing) throws {
    let result = try check(
      "the claim about \(bug.name)", scheduled: bug.schedules(.everyInterleaving(sharing: sharing)), bug.fixed)
    #expect(result.provenCases == 1)
    #expect((result.interleavings ?? 0) >= 1)
  }

  @Test(arguments: sharing)
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
