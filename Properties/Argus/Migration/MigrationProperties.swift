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
      A device migrates once. Later launches do not migrate, even after an update, a new installation or a restore from a \
      backup onto another device, and even if the old database is still there. A new device migrates. A second run, also at the \
      same time as the first, reads and writes nothing.
      """,
    covers: "002 One-Time Migration Architecture", of: "MigrationCoordinator", needs: [.storage],
    mustCatch: [.looksAtTheDeviceAlone]
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
      However often the app dies midway or the store refuses a write, the store ends up as after an uninterrupted \
      migration. The app stores each batch together with the progress so far, and the next launch continues there. \
      Changes that the user made meanwhile in migrated articles stay.
      """,
    covers: "002 One-Time Migration Flow", of: "MigrationCoordinator, MigrationService", needs: [.storage],
    mustCatch: [.over(.losesLastWriteOfABatch)]
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
      If the new store has an old article already, by id or by address, the app copies only read, bookmarked and archived from \
      the old article, set or not. The article's id, texts, rich text and topics stay. If these marks are equal already, the app \
      does not write the article.
      """,
    covers: "002 One-Time Migration Flow", of: "MigrationService", needs: [.storage],
    mustCatch: [.writesWhatIsSo]
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
        let isWritten = plan.oldFlags(number).map { $0 != flags } ?? false
        try expect("the version of \(plan.newID(number))", versions[plan.newID(number)], equals: isWritten ? 2 : 1)
      }
    }
  }

  // Feature: argus-system-patterns, Property 48: Missing article is created
  static let creation = Requirement<ArgusSystem>(
    "ARG-48", "Missing article is created",
    says: """
      If the new store does not have an old article, the app creates it with its id, address, texts, topic, date and status, and \
      with the rich text of its texts, even if it has no body. The app skips an old row that is no article. In the end, the new \
      store has every article of both sides exactly once.
      """,
    covers: "002 One-Time Migration Flow", of: "MigrationService", needs: [.storage],
    mustCatch: [.over(.losesLastWriteOfABatch)]
  ).holds(forAll: .calmMigration, requiring: ["created": 0.5, "no body": 0.1, "a row is no article": 0.15]) { plan, system, trial in
    let created = plan.old.filter { plan.new[$0.number] == nil && $0.isReadable }
    trial.label("a row is no article", if: plan.old.contains { !$0.isReadable })
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
      However a migration ends, the app writes nothing to the old database. The database holds the same bytes before and \
      after.
      """,
    covers: "002 One-Time Migration Flow", of: "MigrationService", needs: [.storage],
    mustCatch: [.upgradesTheSchema]
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
}

/// What happens to an app between two launches.
enum DeviceEvent: String, Sendable, CaseIterable {
  case launch
  case reinstall = "installed anew"
  case newDevice = "on a new device"
  case restore = "restored onto another device"
}
