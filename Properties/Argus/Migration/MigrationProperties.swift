import ArgusReference
import PropertyTesting
import StorageContract
import StorageFaults

/// Old articles come to the new store, once.
public enum MigrationProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [
    once, resuming, statusOnly, creation, readOnly, progress, modal, completion,
  ]

  // Feature: argus-system-patterns, Property 45: Migration runs exactly once per device
  static let once = Requirement<ArgusSystem>(
    "ARG-45", "Migration runs exactly once per device",
    says: """
      A device migrates once: later launches do not, also after an update, after the app was installed anew, or restored from a \
      backup onto another device, though the old database is still there. A new device does. A second run, also one beside the \
      first, reads and writes nothing.
      """,
    covers: "002 One-Time Migration Architecture", of: "MigrationCoordinator", needs: [.storage],
    mustCatch: MigrationTwin.twin.faults(
      .marksTheAppAlone, .marksNothing, .repeatsAtEachLaunch, .looksAtTheDeviceAlone, .runsTwiceAtOnce)
  ).holds(
    forAll: .zip(.calmMigration, .array(of: .anyCase(), count: 1...5)),
    requiring: ["installed anew": 0.2, "a new device": 0.2, "restored": 0.2, "called while it runs": 0.3]
  ) { (argument: (MigrationCase, [DeviceEvent]), system: ArgusSystem, trial: Trial) in
    let (plan, events) = argument
    trial.label("installed anew", if: events.contains(.reinstall))
    trial.label("a new device", if: events.contains(.newDevice))
    trial.label("restored", if: events.contains(.restore))
    try await MigratingDevice.use(system, plan) { device in
      let beside = Remembered<Bool?>(nil)
      device.whenShown.set { modal in
        // Once: what this call leads to is shown as well.
        device.whenShown.set(nil)
        guard case .shown = modal, let app = try? device.app else { return }
        beside.set((try? await app.migration.runIfNeeded()) ?? true)
      }
      try expect("whether the first launch migrates", try await device.app.migration.runIfNeeded(), equals: true)
      trial.label("called while it runs", if: beside.now != nil)
      try expect("whether a call while it runs migrates", beside.now ?? false, equals: false)
      // Of the app and of the device.
      var marks = (app: true, device: true)
      for (place, event) in events.enumerated() {
        switch event {
        case .launch: try await device.launch()
        case .reinstall:
          try await device.reinstall()
          marks.app = false
        case .newDevice:
          try await device.replaceDevice()
          marks = (false, false)
        case .restore:
          try await device.restoreOnAnotherDevice()
          marks.device = false
        }
        device.legacyReads.set(0)
        let before = try await device.lines()
        let hasRun = try await device.app.migration.runIfNeeded()
        try expect("whether launch \(place + 2), \(event.rawValue), migrates", hasRun, equals: !marks.app && !marks.device)
        if hasRun {
          marks = (true, true)
          continue
        }
        try expect("old rows that are read again", device.legacyReads.now, equals: 0)
        try expect("the articles, after a launch that migrates nothing", try await device.lines(), equals: before)
      }
    }
  }

  // Feature: argus-system-patterns, Property 46: Interrupted migration resumes
  static let resuming = Requirement<ArgusSystem>(
    "ARG-46", "Interrupted migration resumes",
    says: """
      However often the app dies in the middle or the store refuses a put, the store ends up as it would without: each \
      batch is stored together with the progress so far, the next launch goes on from there, and what the user changed \
      meanwhile in migrated articles stays.
      """,
    covers: "002 One-Time Migration Flow", of: "MigrationCoordinator, MigrationService", needs: [.storage],
    mustCatch: MigrationTwin.twin.faults(.savesProgressFirst, .startsOver, .skipsARow, .storesWhatItCan),
    [.over(.losesLastWriteOfABatch)]
  ).holds(forAll: .migrationCase, requiring: ["it dies": 0.3, "edited in between": 0.1, "a put is refused": 0.2]) { plan, system, trial in
    trial.label("it dies", if: !plan.deaths.isEmpty && !plan.old.isEmpty)
    trial.label("a put is refused", if: !plan.old.isEmpty && plan.deaths.contains { $0.refusal != nil })
    try await MigratingDevice.use(system, plan) { device in
      var edited: String?
      for death in plan.deaths {
        device.interrupt(death)
        _ = try? await device.app.migration.runIfNeeded()
        try await device.launch()
        // An article that has come over is edited, past the modal, as another device's sync would.
        if edited == nil, let first = try await device.app.articleStore.read({ try $0.articles().first { $0.title == "Old" } }) {
          edited = first.id
          try await device.app.articleStore.transaction { transaction in
            var article = first
            article.title = "Edited"
            try transaction.save(article)
          }
        }
      }
      device.legacyReads.set(0)
      _ = try await device.app.migration.runIfNeeded()
      trial.label("edited in between", if: edited != nil)
      let expected = plan.expected.map { line in
        edited.map { line.hasPrefix($0 + " ") } == true ? line.replacing(" Old ", with: " Edited ") : line
      }
      try expect("the articles in the end", try await device.lines(), equals: expected)
      try expect("old rows that the last run reads", device.legacyReads.now <= plan.old.count)
    }
  }

  // Feature: argus-system-patterns, Property 47: Existing article gets a status-only update
  static let statusOnly = Requirement<ArgusSystem>(
    "ARG-47", "Existing article gets a status-only update",
    says: """
      An article that the new store has, by its id or its address, takes over read, bookmarked and archived from the old one, set \
      or not; its id, texts, rich text and topics stay. One whose marks are the same already is not written.
      """,
    covers: "002 One-Time Migration Flow", of: "MigrationService", needs: [.storage],
    mustCatch: MigrationTwin.twin.faults(
      .overwritesExisting, .ignoresStatus, .matchesByTitle, .joinsStatus, .matchesByIDAlone, .writesWhatIsSo)
  ).holds(
    forAll: .calmMigration,
    requiring: ["in both": 0.1, "another status": 0.1, "the same status": 0.02, "another id": 0.01]
  ) { plan, system, trial in
    trial.label("in both", if: plan.old.contains { plan.new[$0.number] != nil })
    trial.label("another status", if: plan.old.contains { row in plan.new[row.number].map { $0 != row.flags } ?? false })
    trial.label("the same status", if: plan.old.contains { plan.new[$0.number] == $0.flags })
    trial.label("another id", if: plan.old.contains { plan.new[$0.number] != nil && plan.renamed.contains($0.number) })
    try await MigratingDevice.use(system, plan) { device in
      _ = try await device.app.migration.runIfNeeded()
      let known = plan.new.keys.map { plan.newID($0) + " " }
      func ofNew(_ lines: [String]) -> [String] { lines.filter { line in known.contains { line.hasPrefix($0) } } }
      try expect("the articles that were there", ofNew(try await device.lines()), equals: ofNew(plan.expected))
      let versions = try await device.versions()
      for (number, flags) in plan.new {
        let isWritten = plan.old.contains { $0.number == number && $0.flags != flags }
        try expect("the version of \(plan.newID(number))", versions[plan.newID(number)], equals: isWritten ? 2 : 1)
      }
    }
  }

  // Feature: argus-system-patterns, Property 48: Missing article is created
  static let creation = Requirement<ArgusSystem>(
    "ARG-48", "Missing article is created",
    says: """
      An old article that the new store has not is created with its id, texts, topic and status, also with no body, and with the \
      rich text of its texts. In the end there is every article of either side, once.
      """,
    covers: "002 One-Time Migration Flow", of: "MigrationService", needs: [.storage],
    mustCatch: MigrationTwin.twin.faults(.skipsEmptyBodies, .dropsStatus, .makesNewIDs), [.over(.losesLastWriteOfABatch)]
  ).holds(forAll: .calmMigration, requiring: ["created": 0.5, "no body": 0.1]) { plan, system, trial in
    let created = plan.old.filter { plan.new[$0.number] == nil }
    trial.label("created", if: !created.isEmpty)
    trial.label("no body", if: created.contains { $0.body == 0 })
    try await MigratingDevice.use(system, plan) { device in
      _ = try await device.app.migration.runIfNeeded()
      try expect("the articles", try await device.lines(), equals: plan.expected)
      try await device.launch()
      try expect("the articles after a relaunch", try await device.lines(), equals: plan.expected)
      let marks = try await device.store().read { try $0.count("migration") }
      try expect("how far it has come is stored", marks, equals: plan.old.isEmpty ? 0 : 1)
    }
  }

  // Feature: argus-system-patterns, Property 49: Legacy database stays read-only
  static let readOnly = Requirement<ArgusSystem>(
    "ARG-49", "Legacy database stays read-only",
    says: """
      Whatever becomes of a migration, nothing is written to the old database, and it holds the same bytes before and after.
      """,
    covers: "002 One-Time Migration Flow", of: "MigrationService", needs: [.storage],
    mustCatch: MigrationTwin.twin.faults(.marksRows, .deletesAfterSuccess, .upgradesTheSchema)
  ).holds(forAll: .migrationCase, requiring: ["it dies": 0.3]) { plan, system, trial in
    trial.label("it dies", if: !plan.deaths.isEmpty && !plan.old.isEmpty)
    try await MigratingDevice.use(system, plan) { device in
      let before = try await device.legacyStore.dump()
      device.legacyWrites.set(0)
      try await device.migrate()
      try expect("writes to the old database", device.legacyWrites.now, equals: 0)
      try expect("the old database is the same", try await device.legacyStore.dump() == before)
    }
  }

  // Feature: argus-system-patterns, Property 50: Migration progress is monotone and exact
  static let progress = Requirement<ArgusSystem>(
    "ARG-50", "Migration progress is monotone and exact",
    says: """
      Progress is the share of old articles that are in the new store: it begins where the last run ended, never falls, and is 1 \
      exactly when all are there, at once if there are none. A failure shows how far it has come.
      """,
    covers: "002 One-Time Migration Flow", of: "MigrationCoordinator", needs: [.storage],
    mustCatch: MigrationTwin.twin.faults(
      .showsProgressOfTheRun, .completesBeforeTheLastBatch, .dividesByNothing, .showsFailuresAtNothing, .notesWhatItCan)
  ).holds(
    forAll: .frequency((1, .migrationCase), (1, .longMigration)), requiring: ["it dies": 0.3, "nothing to migrate": 0.03]
  ) { plan, system, trial in
    trial.label("it dies", if: !plan.deaths.isEmpty && !plan.old.isEmpty)
    trial.label("nothing to migrate", if: plan.old.isEmpty)
    try await MigratingDevice.use(system, plan) { device in
      let wrong = Remembered<[String]>([])
      let ids = Set(plan.old.map { plan.new[$0.number] == nil ? MigrationCase.id($0.number) : plan.newID($0.number) })
      // Those that were there are in the store from the beginning: each batch counts as a whole.
      let knows = plan.new.keys.allSatisfy { number in !plan.old.contains { $0.number == number } }
      device.whenShown.set { modal in
        guard case .shown(let progress) = modal, let app = try? device.app,
          let there = try? await app.articleStore.read({ try $0.articles().filter { ids.contains($0.id) }.count })
        else { return }
        let share = ids.isEmpty ? 1 : Double(there) / Double(ids.count)
        if knows ? progress != share : !(progress <= share) { wrong.withValue { $0.append("\(progress) with \(there) of \(ids.count)") } }
      }
      try await device.migrate()
      try expect("progress that is not the share that is there", wrong.now, equals: [])
      let shown = device.modals.now.compactMap(\.progress)
      try expect("progress never falls: \(describe(shown))", zip(shown, shown.dropFirst()).allSatisfy { $0 <= $1 })
      try expect("the last progress", shown.last, equals: 1)
    }
  }

  // Feature: argus-system-patterns, Property 51: Modal blocks interaction for the whole migration
  static let modal = Requirement<ArgusSystem>(
    "ARG-51", "Modal blocks interaction for the whole migration",
    says: """
      From the launch until everything is migrated and marked, also when a migration goes on, the modal is shown and what the \
      user does is refused, not done later. If a store fails, the modal and the error say so, and trying again completes. Then it is \
      hidden, and what the user does is done.
      """,
    covers: "002 One-Time Migration Flow", of: "MigrationCoordinator", needs: [.storage],
    mustCatch: MigrationTwin.twin.faults(.hidesBeforeTheLastBatch, .hidesOnResume, .isStuckAfterAFailure, .letsTheUserIn,
      .throwsWhatTheStoreThrows, .takesCancellationForFailure)
  ).holds(forAll: .migrationCase, requiring: ["it dies": 0.3, "a failure is shown": 0.08]) { plan, system, trial in
    trial.label("it dies", if: !plan.deaths.isEmpty && !plan.old.isEmpty)
    try await MigratingDevice.use(system, plan) { device in
      let wrong = Remembered<[String]>([])
      let act: @Sendable () async -> Bool = {
        do {
          try await device.app.perform { _ = try await $0.save(ArticleModel(id: "user")) }
          return true
        } catch {
          return false
        }
      }
      device.whenShown.set { modal in
        if modal.blocksInteraction {
          if await act() { wrong.withValue { $0.append("an action while \(modal)") } }
        } else if !device.isMarked {
          wrong.withValue { $0.append("hidden before the end") }
        }
      }
      try expect("an action before the migration began is refused", await act(), equals: false)
      try await expectFailures(device, isEmpty: plan.old.isEmpty)
      try expect("an action after a failure is refused", await act(), equals: false)
      for death in plan.deaths {
        // Two commits in a row: the attempt, and the one after it.
        device.faults.inject(StoreFault(.commit, .fails, skipping: death.commits, times: 2))
        if (try? await device.app.migration.runIfNeeded()) == nil {
          trial.label("a failure is shown")
          let now = try await device.app.migration.modal
          guard case .failed = now else { return try expect("the modal shows the failure, not \(describe(now))", false) }
          try expect("an action after a failure is refused", await act(), equals: false)
        }
        if death.isDone { try await device.launch() } else { device.faults.heal() }
        if device.isMarked { break }
        try expect("an action before the migration goes on is refused", await act(), equals: false)
      }
      _ = try await device.app.migration.runIfNeeded()
      try expect("what went wrong with the modal", wrong.now, equals: [])
      try expect("the modal in the end", try await device.app.migration.modal, equals: .hidden)
      try expect("the articles, none of them the user's", try await device.lines(), equals: plan.expected)
      try expect("an action in the end is done", await act(), equals: true)
    }
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
      At every moment at which a migration is marked as completed, each old article is in the new store; a migration that failed \
      or died before is not marked, and one that ended is, for the device first and then for the app: what dies in between does not \
      migrate again after the app was installed anew.
      """,
    covers: "002 One-Time Migration Flow", of: "MigrationCoordinator", needs: [.storage],
    mustCatch: MigrationTwin.twin.faults(
      .marksAtTheStart, .marksWhateverHappened, .marksBeforeTheLastBatch, .marksTheAppAlone, .marksTheAppFirst),
    [.over(.losesUnflushedWrites)]
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

/// What happens to an app between two launches.
enum DeviceEvent: String, Sendable, CaseIterable {
  case launch
  case reinstall = "installed anew"
  case newDevice = "on a new device"
  case restore = "restored onto another device"
}
