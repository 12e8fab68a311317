import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

extension FocusTimerSession {
  /// Claims that, since `before`, no more time remains of the session that is shown: for a clock that ran
  /// forward.
  func expectNoMoreRemains(than before: FocusTimerSession) throws {
    guard !before.model.isInBackground, let then = before.shown.last, let now = shown.last,
      let id = then.session?.id, now.session?.id == id
    else { return }
    try expect("after \(then.remaining) s, \(now.remaining) s remain", now.remaining <= then.remaining)
  }

  /// What is shown after each step of the history but the kills, on a device without sessions.
  static func shown(
    in history: FocusHistory, _ system: PersonalOSSystem
  ) async throws -> [Shown] {
    let store = try await system.openStore()
    try await DataActor(store: store).perform { scope in
      for session in try scope.fetch(FocusSession.self) {
        try scope.delete(FocusSession.self, key: session.storageKey)
      }
    }
    try await store.close()
    var session = try await FocusTimerSession(system)
    var shown: [Shown] = []
    for step in history.steps {
      try await session.take(step, nil)
      if case .kill = step { continue }
      shown += session.shown.suffix(1)
    }
    try await session.end()
    return shown
  }
}

extension FocusHistory {
  /// The same with an app that is never killed nor in the background, so that it sees every moment.
  var alwaysLookedAt: FocusHistory {
    FocusHistory(
      steps: steps.compactMap { step in
        switch step {
        case .kill(let wait): .wait(wait)
        case .killDuring(let command, _, _): .command(command)
        case .enterBackground, .storeFails: nil
        default: step
        }
      })
  }

  /// The same with a kill after every fifth step.
  /// - Parameter first: the first of those, from 0 to 4.
  func killed(from first: Int) -> FocusHistory {
    FocusHistory(steps: steps.enumerated().flatMap { $0 % 5 == first ? [$1, .kill(.time(0))] : [$1] })
  }
}
