import DeterministicScheduling

/// A concurrency bug as it is met in applications, with its mended twin, and the claim that tells them apart.
///
/// Subjects are ordinary actors, tasks, streams and continuations, which know nothing of a scheduler.
struct GalleryBug: Sendable, CustomStringConvertible {
  let name: String
  /// In a sentence.
  let whatGoesWrong: String
  /// The rules under which it can happen: some need timers that race.
  let schedules: Schedules
  /// The verdict on the buggy version.
  let verdict: String
  let buggy: @Sendable () async throws -> Void
  let fixed: @Sendable () async throws -> Void

  init(
    _ name: String, _ whatGoesWrong: String, schedules: Schedules = .mixed, verdict: String = "falsified",
    buggy: @escaping @Sendable () async throws -> Void, fixed: @escaping @Sendable () async throws -> Void
  ) {
    self.name = name
    self.whatGoesWrong = whatGoesWrong
    self.schedules = schedules
    self.verdict = verdict
    self.buggy = buggy
    self.fixed = fixed
  }

  /// The same rules with another way to make schedules up.
  func schedules(_ strategy: Schedules.Strategy) -> Schedules {
    var copy = schedules
    copy.strategy = strategy
    return copy
  }

  var description: String { name }

  static let all: [GalleryBug] = [
    .actorReentrancy, .lostUpdate, .staleRead, .publishedBeforeLoaded, .cacheStampede, .aba,
    .taskGroupOrder, .priorityInversion, .doubleResume, .neverResumed, .lockOrder, .diningPhilosophers,
    .cancelledWrite, .missingCancellationCheck, .unsubscribeRace, .streamLoss, .timeoutRace, .debounce,
  ]
}

extension GalleryBug {
  /// Those whose mended twin is proven, and what its tasks share: more than actors are run in every order. Not among them: two whose
  /// timers race, and ABA, whose mended twin has more than 5,000 orders.
  static let proven: [(bug: GalleryBug, sharing: Schedules.Sharing)] =
    [
      GalleryBug.actorReentrancy, .lostUpdate, .staleRead, .publishedBeforeLoaded, .cacheStampede, .taskGroupOrder,
      .priorityInversion, .doubleResume, .neverResumed, .lockOrder, .diningPhilosophers, .cancelledWrite,
      .missingCancellationCheck, .unsubscribeRace,
    ].map { ($0, .onlyActors) } + [(.streamLoss, .anything), (.unsubscribeRace, .anything), (.staleRead, .anything)]

  static let unproven = all.filter { bug in !proven.contains { $0.bug.name == bug.name } }
}

extension Schedules {
  /// Nothing outside of the schedule takes part: what cannot go on is a deadlock at once.
  static let withoutGrace = Schedules(.mixed, grace: .zero)
}
