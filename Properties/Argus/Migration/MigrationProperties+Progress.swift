import ArgusReference
import PropertyTesting
import StorageContract
import StorageFaults

// What the user sees of a migration, and when it counts as done.
extension MigrationProperties {
  // Feature: argus-system-patterns, Property 50: Migration progress is monotone and exact
  static let progress = Requirement<ArgusSystem>(
    "ARG-50", "Migration progress is monotone and exact",
    says: """
      Progress is the share of old rows that are done. It starts where the last run ended, never falls, and is 1 exactly when all \
      rows are done, or at once if there are none. A row is done if its article is in the new store, or if it is no article and \
      was skipped. A failure shows the progress reached so far, or 0 if the run could not read it.
      """,
    covers: "002 One-Time Migration Flow", of: "MigrationCoordinator", needs: [.storage],
    mustCatch: [.showsFailuresAtNothing]
  ).holds(
    forAll: .frequency((1, .migrationCase), (1, .longMigration)), requiring: ["it dies": 0.3, "nothing to migrate": 0.03]
  ) { plan, system, trial in
    trial.label("it dies", if: !plan.deaths.isEmpty && !plan.old.isEmpty)
    trial.label("nothing to migrate", if: plan.old.isEmpty)
    try await MigratingDevice.use(system, plan) { device in
      let wrong = Remembered<[String]>([])
      let count = plan.old.count
      device.whenShown.set { modal in
        guard case .shown(let progress) = modal, let app = try? device.app,
          let there = try? await app.articleStore.read({ try $0.articles().map(\.id) })
        else { return }
        // What is no share is of no rows.
        let done = 0...1 ~= progress ? Int((progress * Double(count)).rounded()) : 0
        let came = plan.old.prefix(done).filter { plan.new[$0.number] == nil && $0.isReadable }.map { MigrationCase.id($0.number) }
        let expected = came + plan.new.keys.map { plan.newID($0) }
        let isShare = progress == (count == 0 ? 1 : Double(done) / Double(count))
        if !isShare || there.sorted() != expected.sorted() { wrong.withValue { $0.append("\(progress) with \(there)") } }
      }
      try await device.migrate()
      try expect("progress that is not the share that is there", wrong.now, equals: [])
      let shown = device.progress.now
      try expect("progress never falls: \(describe(shown))", zip(shown, shown.dropFirst()).allSatisfy { $0 <= $1 })
      try expect("the last progress", shown.last, equals: 1)
    }
  }

  // Feature: argus-system-patterns, Property 51: Modal blocks interaction for the whole migration
  static let modal = Requirement<ArgusSystem>(
    "ARG-51", "Modal blocks interaction for the whole migration",
    says: """
      The modal is shown from the launch until all articles are migrated and completion is marked, also if a migration resumes. \
      Then it is hidden. The app announces each change once. While the modal is shown, the app refuses every action of the user \
      and does not run it later. If a store fails, the modal and the error say so, and a retry completes.
      """,
    covers: "002 One-Time Migration Flow", of: "MigrationCoordinator", needs: [.storage],
    mustCatch: [.takesCancellationForFailure]
  ).holds(forAll: .migrationCase, requiring: ["it dies": 0.3, "a failure is shown": 0.08]) { plan, system, trial in
    trial.label("it dies", if: !plan.deaths.isEmpty && !plan.old.isEmpty)
    try await MigratingDevice.use(system, plan) { device in
      let wrong = Remembered<[String]>([])
      let act: @Sendable () async -> Int = { await actionsThatAreNotRefused(device) }
      device.whenShown.set { modal in
        if modal.blocksInteraction {
          if await act() > 0 { wrong.withValue { $0.append("an action while \(modal)") } }
        } else if !device.isMarked {
          wrong.withValue { $0.append("hidden before the end") }
        }
      }
      try expect("actions that are not refused before the migration began", await act(), equals: 0)
      try await expectFailures(device, isEmpty: plan.old.isEmpty)
      try expect("actions that are not refused after a failure", await act(), equals: 0)
      for death in plan.deaths {
        // Two commits in a row: the attempt, and the one after it.
        device.faults.inject(StoreFault(.commit, .fails, skipping: death.commits, times: 2))
        if (try? await device.app.migration.runIfNeeded()) == nil {
          trial.label("a failure is shown")
          let now = try await device.app.migration.modal
          guard case .failed = now else { return try expect("the modal shows the failure, not \(describe(now))", false) }
          try expect("actions that are not refused after a failure", await act(), equals: 0)
        }
        if death.isDone { try await device.launch() } else { device.faults.heal() }
        if device.isMarked { break }
        try expect("actions that are not refused before the migration goes on", await act(), equals: 0)
      }
      _ = try await device.app.migration.runIfNeeded()
      try expect("what went wrong with the modal", wrong.now, equals: [])
      try expect("the modal in the end", try await device.app.migration.modal, equals: .hidden)
      try expect("the articles, none of them the user's", try await device.lines(), equals: plan.expected)
      try expect("changes of the modal that were told again", device.repetitions.now, equals: 0)
      try expect("actions that are not refused in the end", await act(), equals: userActions.count)
    }
  }

  /// What a user can do, by every way in.
  private static let userActions: [@Sendable (ArgusApp) async throws -> Void] = [
    { app in try await app.perform { _ = try await $0.save(ArticleModel(id: "user")) } },
    { app in _ = try await app.operations.open("user") },
    { app in try await app.operations.setRead(false, of: "user") },
    { app in try await app.operations.setBookmarked(true, of: "user") },
    { app in try await app.operations.delete("user") },
    { app in _ = try await app.operations.refresh() },
  ]

  private static func actionsThatAreNotRefused(_ device: MigratingDevice) async -> Int {
    var count = 0
    for action in userActions {
      do {
        try await action(device.app)
        count += 1
      } catch is MigrationInProgress {
      } catch {
        // Not refused, whatever came of it.
        count += 1
      }
    }
    return count
  }

  /// An old database that does not answer, and a task that is cancelled.
  private static func expectFailures(_ device: MigratingDevice, isEmpty: Bool) async throws {
    device.legacyFails.set(true)
    let failure = await Task { try await device.app.migration.runIfNeeded() }.result
    device.legacyFails.set(false)
    try expect("what a migration throws that cannot read", outcome(failure), equals: "\(ArgusError.transactionFailed)")
    guard case .failed = try await device.app.migration.modal else { return try expect("the modal shows that nothing was read", false) }
    if isEmpty { return }
    let cancelled = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await device.app.migration.runIfNeeded()
    }.result
    try expect("what a migration throws that is cancelled", outcome(cancelled), equals: "\(CancellationError())")
  }

  private static func outcome(_ result: Result<Bool, any Error>) -> String {
    switch result {
    case .success(let hasRun): "\(hasRun)"
    case .failure(let error): "\(error)"
    }
  }

  // Feature: argus-system-patterns, Property 52: Completion is recorded only after the last batch
  static let completion = Requirement<ArgusSystem>(
    "ARG-52", "Completion is recorded only after the last batch",
    says: """
      Whenever a migration is marked as completed, every old article is in the new store. A migration that failed or died \
      earlier has no mark. A completed one is marked for the device first and then for the app. If the app dies in between, it \
      does not migrate again after a new installation.
      """,
    covers: "002 One-Time Migration Flow", of: "MigrationCoordinator", needs: [.storage],
    mustCatch: [.over(.losesUnflushedWrites)]
  ).holds(forAll: .migrationCase, requiring: ["it dies": 0.3]) { plan, system, trial in
    trial.label("it dies", if: !plan.deaths.isEmpty && !plan.old.isEmpty)
    try await MigratingDevice.use(system, plan) { device in
      func expectAll(_ when: String) async throws {
        if device.isMarked { try expect("the articles of a migration that is marked, \(when)", try await device.lines(), equals: plan.expected) }
      }
      for death in plan.deaths {
        device.interrupt(death)
        _ = try? await device.app.migration.runIfNeeded()
        try await device.launch()
        try await expectAll("after it died")
      }
      _ = try await device.app.migration.runIfNeeded()
      try expect("it is marked in the end", device.isMarked)
      try expect("marks of the app without one of the device", device.marksOfTheAppAlone.now, equals: 0)
      try await device.launch()
      try await expectAll("after a relaunch")
      // On this device, not only in this app.
      try await device.reinstall()
      try expect("whether it runs after the app was installed anew", try await device.app.migration.runIfNeeded(), equals: false)
    }
  }
}
