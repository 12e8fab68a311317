import PropertyTesting
import StorageContract

/// STO-55: migrations.
extension LifeCycleLaws {
  static let migratesOnce = StorageLaw(
    .lifeCycle,
    Requirement(
      "STO-55", "A migration keeps every record, runs once, and refuses a downgrade",
      says: """
        Store.migrate(to:steps:) needs only transactions and the schema version of a backend. It \
        brings every record over and runs each step once: a second migration, also after a reopening, \
        changes nothing. If a step throws, records and schema version stay as they were, and the \
        migration can be tried again. A store of a newer version is refused and left untouched.
        """,
      mustCatch: [
        .over(.losesLastWriteOfABatch), .over(.keepsFirstWriteOnRollback), .keepsTheSchemaVersionOnRollback,
        .forgetsTheSchemaVersionOnceClosed,
      ]
    ).holds(
      forAll: .zip(
        .array(of: .historyPut, count: 1...6), .int(in: 0...2),
        .array(of: .zip(.int(in: 1...3), .migrationChange), count: 1...7), .int(in: 0...6)),
      requiring: ["steps done already": 0.2, "several steps": 0.2, "fails after a step": 0.05]
    ) { generated, subject, trial in
      let (records, done, increments, failing) = generated
      var session = try await HistorySession(at: subject.location, trial)
      let plan = MigrationPlan(increments)
      let start = plan.version(after: min(done, plan.changes.count - 1))
      try await session.write(records + [.setSchemaVersion(start)])
      let due = plan.changes.filter { $0.version > start }
      trial.label("steps done already", if: due.count < plan.changes.count)
      trial.label("several steps", if: due.count > 1)

      let failingVersion = due[failing % due.count].version
      trial.label("fails after a step", if: failingVersion != due[0].version)
      trial.note("migrate from \(start) to \(plan.last), where the step to \(failingVersion) throws at its end")
      do {
        try await session.store.migrate(to: plan.last, steps: plan.steps(failingAt: failingVersion))
        try expect("a migration throws what its step throws", false)
      } catch is MigrationPlan.Failed {
        try await session.audit("after a migration that failed, ")
      }

      trial.note("migrate from \(start) to \(plan.last)")
      let runs = Remembered<[Int64]>([])
      // Their order in the list does not matter.
      let steps = Array(plan.steps(counting: runs).reversed())
      try expect("version found", try await session.store.migrate(to: plan.last, steps: steps), equals: start)
      try expect("steps that ran", runs.now, equals: due.map(\.version))
      for change in due { change.apply(to: &session.model) }
      _ = session.model.answer(.setSchemaVersion(plan.last))
      try await session.audit("migrated, ")

      for _ in 0..<2 {
        trial.note("migrate again")
        let dump = try await session.store.dumped()
        try expect("version found", try await session.store.migrate(to: plan.last, steps: steps), equals: plan.last)
        try expect("steps that ran, in all", runs.now, equals: due.map(\.version))
        try expect("dump after migrating again", try await session.store.dumped(), equals: dump)
        try await session.reopen()
      }

      trial.note("migrate down to \(plan.last - 1)")
      do {
        try await session.store.migrate(to: plan.last - 1, steps: steps)
        try expect("a downgrade is refused", false)
      } catch let error as StoreMigrationError {
        try expect("error", error, equals: .newerStore(found: plan.last, known: plan.last - 1))
      }
      try await session.audit("after a downgrade was refused, ")
      try await session.close()
    })
}

/// What one step does to every record of a collection.
enum MigrationChange: String, Sendable, CaseIterable {
  case addsAField, renamesAField, dropsAField, movesRecords

  /// The calls for one record: none where it stays as it is.
  func calls(for record: Record, in collection: String) -> [HistoryCall] {
    let place = RecordPlace(record.key, in: collection)
    var fields = record.fields
    switch self {
    case .addsAField: fields["added"] = .int64(Int64(fields.count))
    case .renamesAField:
      guard let value = fields.removeValue(forKey: "n") else { return [] }
      fields["renamed"] = value
    case .dropsAField: guard fields.removeValue(forKey: "t") != nil else { return [] }
    case .movesRecords:
      return [.put(RecordPlace(record.key, in: collection + "_moved"), fields), .delete(place)]
    }
    return [.put(place, fields)]
  }
}

extension Generator where Value == MigrationChange {
  static var migrationChange: Generator { .anyCase() }
}

/// Changes by the version that they lead to.
private struct MigrationPlan: Sendable {
  struct Failed: Error {}

  struct Step: Sendable {
    let version: Int64
    let change: MigrationChange

    func apply(to model: inout HistoryModel) {
      for collection in model.collections {
        for record in model.scan(collection) {
          for call in change.calls(for: record, in: collection) { _ = model.answer(call) }
        }
      }
    }

    func apply(to transaction: any WriteTransaction) throws {
      for collection in try transaction.collections() {
        for record in try transaction.scan(collection) {
          for call in change.calls(for: record, in: collection) { _ = try call.answer(of: transaction) }
        }
      }
    }
  }

  let changes: [Step]

  init(_ increments: [(Int, MigrationChange)]) {
    var version: Int64 = 0
    changes = increments.map { increment, change in
      version += Int64(increment)
      return Step(version: version, change: change)
    }
  }

  var last: Int64 { version(after: changes.count) }

  func version(after count: Int) -> Int64 { count == 0 ? 0 : changes[count - 1].version }

  func steps(failingAt version: Int64) -> [StoreMigrationStep] {
    changes.map { step in
      StoreMigrationStep(to: step.version) { transaction in
        try step.apply(to: transaction)
        guard step.version == version else { return }
        // A step need not, and may.
        try transaction.setSchemaVersion(version)
        throw Failed()
      }
    }
  }

  func steps(counting runs: Remembered<[Int64]>) -> [StoreMigrationStep] {
    changes.map { step in
      StoreMigrationStep(to: step.version) { transaction in
        runs.withValue { $0.append(step.version) }
        try step.apply(to: transaction)
      }
    }
  }
}
