import DeterministicScheduling
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Tasks of views: gone with them, and without late effects.
public enum NetworkLifeCycleProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    disappearanceCancels, tasksAreTracked, replacementCancels, cancelledRequestsHaveNoEffects,
    effectsAreCheckedFirst,
  ]

  // **Feature: system-architecture-upgrade-p0, Property 74: View disappearance cancellation**
  static let disappearanceCancels = Property<PersonalOSSystem>(
    "POS-74", "View disappearance cancellation",
    covers: "19.1", of: "TaskManager, ViewHost", forAll: .viewLives, scheduled: .mixed,
    requiring: [
      "a view disappears from several tasks": 0.4, "others go on": 0.12,
      "a task is registered after its view has gone": 0.5,
    ],
    mustCatch: .tasksOnlyTheLatestIsCancelled, .tasksOfEveryViewAreCancelled, .tasksDetachTheirWork,
    .tasksThatComeLateRunOn, .tasksOfSimilarViewsAreCancelled
  ) { script, system, trial in
    let session = await TaskSession(system.tasks)
    try await session.run(script) { try $0.expectCancellations() }
    try await session.expectCancellationsReachedTheWork()
    try await session.expectNothingActive()
    for name in await session.classes { trial.label(name) }
  }

  // **Feature: system-architecture-upgrade-p0, Property 75: Task reference tracking**
  static let tasksAreTracked = Property<PersonalOSSystem>(
    "POS-75", "Task reference tracking",
    covers: "19.2", of: "TaskManager", forAll: .buttonPresses, scheduled: .mixed,
    requiring: ["a running task is replaced": 0.12, "a task is cancelled by its id": 0.08],
    mustCatch: .tasksAreForgottenAtOnce, .tasksRemoveTheirSuccessors, .tasksStayInTheTable,
    .tasksLeaveTheirTokensAlive
  ) { script, system, trial in
    let session = await TaskSession(system.tasks)
    try await session.run(script) {
      try $0.expectTableHoldsRunningTasks()
      try $0.expectCancellations()
    }
    try await session.expectNothingActive()
    for name in await session.classes { trial.label(name) }
  }

  // **Feature: system-architecture-upgrade-p0, Property 76: Request replacement cancellation**
  static let replacementCancels = Property<PersonalOSSystem>(
    "POS-76", "Request replacement cancellation",
    covers: "19.3", of: "TaskManager", forAll: .requestBursts, scheduled: .mixed,
    requiring: ["a running task is replaced": 0.25, "an answer comes too late": 0.25],
    mustCatch: .requestsKeepTheOldRunning, .requestsRefuseNewcomers, .requestsCancelTheOldLater,
    .requestsAreCancelledByPrefix
  ) { script, system, trial in
    let session = await TaskSession(system.tasks)
    try await session.run(script) { try $0.expectOneOfEachKeyAtMost() }
    try await session.expectNewestShown()
    for name in await session.classes { trial.label(name) }
  }

  // **Feature: system-architecture-upgrade-p0, Property 77: Cancelled request side effect prevention**
  static let cancelledRequestsHaveNoEffects = Property<PersonalOSSystem>(
    "POS-77", "Cancelled request side effect prevention",
    covers: "19.4", of: "TaskManager, EffectGate", needs: [.storage, .concurrency],
    forAll: .requestScript, scheduled: .mixed,
    requiring: [
      "a request is cancelled before its first effect": 0.12,
      "a request is cancelled between its effects": 0.1,
      "a request is cancelled after its end": 0.17,
      "a request is cancelled by the gate alone": 0.06,
    ],
    mustCatch: .requestsLookAtTheirTaskOnlyAtTheStart, .requestsGuardOnlyWhatIsShown,
    .requestsSaveADefaultWhenCancelled, .requestsShowFailuresWhenCancelled, .requestsAreCancelledBesideTheGate
  ) { script, system, trial in
    let session = try await RequestSession(system)
    try await session.run(script)
    for name in await session.classes { trial.label(name) }
    let records = try await session.end()
    for log in await session.logs {
      try log.expectEffectsUpToTheCancellation()
      try log.expectHonestOutcome()
      try log.expectStored(in: records)
    }
  }

  // **Feature: system-architecture-upgrade-p0, Property 78: Cancellation check before side effects**
  static let effectsAreCheckedFirst = Property<PersonalOSSystem>(
    "POS-78", "Cancellation check before side effects",
    covers: "19.5", of: "EffectGate", needs: [.storage, .concurrency],
    forAll: .requestPlan(steps: 1...4),
    requiring: [
      "cancelled before its first effect": 0.3, "cancelled after its last effect": 0.3,
      "cancelled between effects": 0.2, "cancelled inside a transaction": 0.12,
    ],
    mustCatch: .requestsCheckAfterEffects, .requestsCheckOnceAtTheStart, .requestsSwallowTheCheck,
    .requestsCommitHalfOfATransaction, .requestsAskForTheCancelled,
    .over(.keepsFirstWriteOnRollback)
  ) { plan, system, trial in
    let interruption = try await RequestInterruption(plan, system)
    try interruption.cancelAtEverySuspension(trial)
    try interruption.cancelInsideTransactions(trial)
    try await interruption.end()
  }
}
