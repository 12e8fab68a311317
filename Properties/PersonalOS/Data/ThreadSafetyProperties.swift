import DeterministicScheduling
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Data access: through the data actor, one transaction at a time.
public enum ThreadSafetyProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    writesAreIsolated, concurrentAccessIsSafe, repositoriesUseClosures, missingDependenciesAreErrors,
    sharedStateIsGuarded,
  ]

  // **Feature: system-architecture-upgrade-p0, Property 10: Write operation thread isolation**
  static let writesAreIsolated = Requirement<PersonalOSSystem>(
    "POS-10", "Write operation thread isolation",
    says: """
      Every write to the store runs in a closure of the background data actor and never on the main \
      actor. That holds for saves, deletions, bookmarks, tasks, imports, syncs and migrations, whether the call \
      comes from the main actor, a detached task, another actor or inside another operation. The actor \
      attests what runs in its closures, and nothing else.
      """,
    covers: "3.1", of: "DataActor", needs: [.storage, .concurrency],
    mustCatch: [.postsTakeAFastPath, .storeWorksOnTheMainActor]
  ).holds(
    forAll: .dataOperations, scheduled: .mixed,
    requiring: [
      "started from the main actor": 0.3, "started from a detached task": 0.3,
      "started from another actor": 0.3, "started from a task from inside another operation": 0.3,
      "save writes": 0.15, "delete writes": 0.15, "bookmark writes": 0.15, "makeTask writes": 0.15,
      "importBackup writes": 0.15, "sync writes": 0.15, "migrate writes": 0.08,
    ]
  ) { operations, system, trial in
    let driver = try await WritesDriver(operations, system)
    try await driver.run(operations)
    let writes = driver.store.accesses.filter(\.isWrite)
    for (number, operation) in operations.enumerated() {
      let own = writes.filter { $0.operation == number }
      // An import leaves the current layout: after it there is nothing to migrate.
      let mayBeIdle = operation.kind == .migrate && operations.contains { $0.kind == .importBackup }
      try expect("operation \(number), \(operation.kind), has written", !own.isEmpty || mayBeIdle)
      trial.label("started from \(operation.start.rawValue)")
      trial.label("\(operation.kind) writes", if: !own.isEmpty)
    }
    for write in writes {
      try expect("a write is made inside a closure of the data actor", write.isAttested)
      try expect("a write is not made on the main actor", !write.isOnMainActor)
    }
    try await driver.expectAttestation(system)
    try await driver.store.base.close()
  }

  // **Feature: system-architecture-upgrade-p0, Property 11: Concurrent access safety**
  static let concurrentAccessIsSafe = Requirement<PersonalOSSystem>(
    "POS-11", "Concurrent access safety",
    says: """
      A closure of the data access is one atomic step for all other code: no update is lost, and no other code sees \
      half of a change. If a closure throws, or the store refuses its write, nothing changes. If two parts of the \
      app use the store at once, the result is the same as if one followed the other.
      """,
    covers: "3.2", of: "DataActor", needs: [.storage, .concurrency],
    mustCatch: [.over(.interleavesTransactions), .checksThenAppends]
  ).holds(
    forAll: .amountScript, scheduled: .mixed,
    requiring: [
      "operations overlap": 0.3, "few enough for every order": 0.2, "many": 0.1,
      "an amount is refused": 0.06, "an amount is moved": 0.2, "an amount is not moved": 0.2,
    ]
  ) { script, system, trial in
    let store = try await system.openStore()
    try await AmountBook.expectRefusedTransfersWhole(in: store, system)

    let history = try await AmountBook(system.dataAccess.openData(store)).run(script)
    try expect("what is there in the end", history.answers.last, equals: .all(history.sumOfChanges))
    for case .all(let amounts) in history.answers {
      try expect("the total that was read with the amounts", amounts.total, equals: amounts.sum)
    }
    let isShort = script.lanes.joined().count <= 6
    // The answers are those of some order, one after the other.
    if isShort { try history.expectLinearizable(by: Amounts.model, notingIn: trial) }
    trial.label(isShort ? "few enough for every order" : "many")
    history.label(trial)
    try await store.close()

    let two = try trial.draw(.twoOperations, "two operations of the app at once")
    try await two.expectSomeOrder(system)
  }

  // **Feature: system-architecture-upgrade-p0, Property 12: Repository thread safety pattern**
  static let repositoriesUseClosures = Requirement<PersonalOSSystem>(
    "POS-12", "Repository thread safety pattern",
    says: """
      A repository reaches the store only inside closures of the data actor, and fetches, saves, deletes \
      and counts correctly there. If code uses a scope after its closure has ended, the scope throws \
      concurrencyConflict. A closure that throws leaves nothing written. An error of the store reaches \
      the caller.
      """,
    covers: "3.3", of: "BaseRepository", needs: [.storage, .concurrency],
    mustCatch: [.postsTakeAFastPath, .postsAreCountedOutside]
  ).holds(
    of: RepositoryMachine.machine, commands: 8...24, scheduled: .mixed,
    requiring: [
      "a post is deleted that is there": 0.17, "some are counted, and some not": 0.1,
      "a scope of a closure that threw": 0.2, "a scope used inside another closure": 0.2,
    ],
    making: { try await RepositoryDriver($0) }, tearDown: { try await $0.close() })

  // **Feature: system-architecture-upgrade-p0, Property 13: Graceful dependency failure**
  static let missingDependenciesAreErrors = Requirement<PersonalOSSystem>(
    "POS-13", "Graceful dependency failure",
    says: """
      If a dependency is absent, fails or needs itself, the container throws an error that names it, \
      without a crash or a dummy. The part that requested it shows an error and stays idle until all \
      its dependencies are there. A source scan finds each construct that would crash, such as \
      fatalError.
      """,
    covers: "3.4", of: "DependencyContainer", needs: [.storage]
  ).holds(
    forAll: .dependencyGraph, scheduled: .mixed,
    requiring: [
      "a service is made of others": 0.2, "a part of a part is missing": 0.12, "a service needs itself": 0.1,
      "a service cannot be made": 0.12, "the app lacks a part": 0.2,
      "sources are scanned": 0.1,
    ]
  ) { graph, system, trial in
    try await DependencyDriver(graph: graph, makeContainer: system.dataAccess.makeContainer).expectResolved(trial)

    let missing = try trial.draw(AppAssembly.missingParts, "missing parts")
    trial.label("the app lacks a part", if: !missing.isEmpty)
    try await AppAssembly.expectResolved(without: missing, system)

    let sources = try trial.draw(ServiceSources.some, "sources")
    trial.label("sources are scanned", if: !sources.isEmpty)
    if !sources.isEmpty { try ServiceSources.expectTrapsFound(in: sources, by: system.sources) }
  }

  // **Feature: system-architecture-upgrade-p0, Property 14: Shared state protection**
  static let sharedStateIsGuarded = Requirement<PersonalOSSystem>(
    "POS-14", "Shared state protection",
    says: """
      State that background tasks of the app share (usage counts, configuration, task table, error queue, log) stays \
      consistent: no count, task, error or entry gets lost. Readers see one published configuration, whole and up to date.
      """,
    covers: "3.5", of: "APIUsageMonitor, RemoteConfigService, TaskManager, ErrorPresenter, DiagnosticLog"
  ).holds(
    forAll: .sharedStateScript, scheduled: .mixed,
    requiring: [
      "one count of two tasks": 0.17, "one id of two tasks": 0.05,
      "published by one task and read by another": 0.2,
      "presented by one task and dismissed by another": 0.18,
    ]
  ) { script, system, trial in
    for name in script.classes { trial.label(name) }
    try await SharedStateDriver(system).run(script)
  }
}
