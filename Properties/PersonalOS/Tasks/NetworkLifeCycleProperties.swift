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
  static let disappearanceCancels = Requirement<PersonalOSSystem>(
    "POS-74", "View disappearance cancellation",
    says: """
      When a view disappears, the app cancels every task of that view, child tasks included, and no task \
      of any other view. If a task registers after its view has gone, the app cancels the task at once.
      """,
    covers: "19.1", of: "TaskManager, ViewHost",
    mustCatch: [.tasksHaveAnotherGate]
  ).holds(
    forAll: .viewLives, scheduled: .mixed,
    requiring: [
      "a view disappears from several tasks": 0.4, "others go on": 0.12,
      "a task is registered after its view has gone": 0.5,
    ]
  ) { script, system, trial in
    let session = await TaskDriver(system.tasks)
    try await session.run(script) { try $0.expectCancellations() }
    try await session.expectCancellationsReachedTheWork()
    try await session.expectNothingActive()
    for name in await session.classes { trial.label(name) }
  }

  // **Feature: system-architecture-upgrade-p0, Property 75: Task reference tracking**
  static let tasksAreTracked = Requirement<PersonalOSSystem>(
    "POS-75", "Task reference tracking",
    says: """
      While a task that a button started runs, the task manager holds it under its ID, and cancelling by that ID reaches \
      it. It lists exactly the tasks of a scope. When a task ends, the manager removes its entry, never that of a newer \
      task, and the task can have no further effects.
      """,
    covers: "19.2", of: "TaskManager",
    mustCatch: [.tasksHaveAnotherGate]
  ).holds(
    forAll: .buttonPresses, scheduled: .mixed,
    requiring: ["a running task is replaced": 0.12, "a task is cancelled by its id": 0.08]
  ) { script, system, trial in
    let session = await TaskDriver(system.tasks)
    try await session.run(script) {
      try $0.expectTableHoldsRunningTasks()
      try $0.expectCancellations()
    }
    try await session.expectNothingActive()
    for name in await session.classes { trial.label(name) }
  }

  // **Feature: system-architecture-upgrade-p0, Property 76: Request replacement cancellation**
  static let replacementCancels = Requirement<PersonalOSSystem>(
    "POS-76", "Request replacement cancellation",
    says: """
      A new request cancels the pending request with the same ID at once, so at most one per ID \
      continues. In the end, the answer to the newest request is on screen, even if an older request is \
      answered later. Requests with other IDs continue undisturbed.
      """,
    covers: "19.3", of: "TaskManager",
    mustCatch: [.requestsAreCancelledAfterAWhile]
  ).holds(
    forAll: .requestBursts, scheduled: .mixed,
    requiring: ["a running task is replaced": 0.25, "an answer comes too late": 0.25]
  ) { script, system, trial in
    let session = await TaskDriver(system.tasks)
    try await session.run(script) { try $0.expectOneOfEachKeyAtMost() }
    try await session.expectNewestShown()
    for name in await session.classes { trial.label(name) }
  }

  // **Feature: system-architecture-upgrade-p0, Property 77: Cancelled request side effect prevention**
  static let cancelledRequestsHaveNoEffects = Requirement<PersonalOSSystem>(
    "POS-77", "Cancelled request side effect prevention",
    says: """
      After a request is cancelled in any way, it does not change the screen, write to the database or show an error, even \
      if its work ignores the cancellation and finishes later. A request that was cancelled before it starts asks no \
      server. A request that nobody cancels has all its effects, in order. The late answer to a cancelled news request is \
      neither shown nor stored.
      """,
    covers: "19.4", of: "TaskManager, EffectGate", needs: [.storage, .concurrency],
    mustCatch: [.requestsOpenTransactionsInVain, .syncsThoughCancelled]
  ).holds(
    forAll: .requestScript, scheduled: .mixed,
    requiring: [
      "a request is cancelled before its first effect": 0.12,
      "a request is cancelled between its effects": 0.1,
      "a request is cancelled after its end": 0.17,
      "a request is cancelled by the gate alone": 0.06,
    ]
  ) { script, system, trial in
    let session = try await RequestDriver(system)
    try await session.run(script)
    for name in await session.classes { trial.label(name) }
    let records = try await session.end()
    for log in await session.logs {
      try log.expectEffectsUpToTheCancellation()
      try log.expectHonestOutcome()
      try log.expectStored(in: records)
    }
    try await RequestsInVain(system: system).expectNothingAsked()
    try await trial.draw(.lateNews, "a request for news").expectNoEffect(system)
  }

  // **Feature: system-architecture-upgrade-p0, Property 78: Cancellation check before side effects**
  static let effectsAreCheckedFirst = Requirement<PersonalOSSystem>(
    "POS-78", "Cancellation check before side effects",
    says: """
      An async operation checks for cancellation before each step that shows, writes or asks a server, so only the effects \
      before the cancellation take place. An operation that left out effects ends as cancelled. A transaction cancelled \
      midway leaves nothing in the store. This holds for all that a view does with the app's data. Keychain, launch and \
      deletion belong to no view.
      """,
    covers: "19.5", of: "EffectGate, every component over DataActor", needs: [.storage, .concurrency],
    mustCatch: [.over(.keepsFirstWriteOnRollback), .postsTakeAFastPath]
  ).holds(
    forAll: .requestPlan(steps: 1...4),
    requiring: [
      "cancelled before its first effect": 0.3, "cancelled after its last effect": 0.3,
      "cancelled between effects": 0.2, "cancelled inside a transaction": 0.12,
    ]
  ) { plan, system, trial in
    let interruption = try await RequestInterruption(plan, system)
    try interruption.cancelAtEverySuspension(trial)
    try interruption.cancelInsideTransactions(trial)
    try await interruption.end()
    let operations = try trial.draw(
      .array(of: .int(in: 0...InterruptedOperation.all.count - 1), count: 3...6), "operations of the app")
    for number in Set(operations).sorted() {
      try await InterruptedOperation(operation: InterruptedOperation.all[number], system: system).run()
    }
  }
}
