import DeterministicScheduling
import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract
import Synchronization

/// A migration with an obstacle, and what has to be the case before, after, and once the obstacle is gone.
struct FailingMigration {
  struct Refused: Error {}

  let session: MigrationDriver
  private let system: PersonalOSSystem
  private let dataset: LegacyDataset
  private var store: any Store

  /// Fills the store.
  init(_ dataset: LegacyDataset, _ system: PersonalOSSystem) async throws {
    self.dataset = dataset
    self.system = system
    session = MigrationDriver(system)
    store = try await system.openStore()
    try await store.fill(with: dataset.contents)
  }

  /// The steps of a migration that nothing hinders, by their numbers; the store is as before.
  func rehearse() async throws -> [StoreTrace.Event] {
    let trace = StoreTrace(store)
    try await session.migrator(over: trace.store, backups: MemoryBackupPlace()).performMigration(to: .current)
    try await store.fill(with: dataset.contents)
    return trace.events.filter(\.isStep)
  }

  /// Migrates while the store refuses what `isRefused` says, and expects that it says so and nothing is
  /// changed.
  func fail(backups: (any BackupPlace)? = nil, refusing isRefused: @escaping @Sendable (Int) -> Bool)
    async throws
  {
    let refusing = StoreTrace(store) { step, _ in if isRefused(step) { throw Refused() } }
    try await fail(over: refusing.store, backups: backups)
  }

  private func fail(over store: any Store, backups: (any BackupPlace)? = nil) async throws {
    let migrator = try await session.migrator(over: store, backups: backups)
    let told = session.presented
    do {
      try await migrator.performMigration(to: .current)
    } catch {
      let failure = error as? AppError
      try expect("that \(error) is a failed migration", failure?.isFailedMigration ?? false)
      try expect("what the user was told", session.presented, equals: told + [failure].compactMap { $0 })
      try expectSame("after the failure", try await self.store.contents(), as: dataset.contents)
      return
    }
    try expect("that the failure is reported", false)
  }

  /// Migrates until the app ends at the given step, and expects that after a restart nothing is changed.
  mutating func crash(at step: Int) async throws {
    let trace = StoreTrace(store) { number, _ in if number >= step { throw Refused() } }
    // What the ending app says is heard by nobody.
    try? await MigrationDriver(system).migrator(over: trace.store).performMigration(to: .current)
    try await reopen()
    try expectSame("after the crash", try await store.contents(), as: dataset.contents)
  }

  mutating func reopen() async throws {
    try await store.close()
    store = try await system.openStore()
  }

  /// Migrates while the user changes the notes of every trade. However they fall, neither loses anything.
  func migrateWhileUserEdits(_ trial: Trial) async throws {
    var edited = dataset
    for place in edited.trades.indices { edited.trades[place].notes = "edited meanwhile" }
    let (data, keys) = (DataActor(store: store), dataset.trades.map(\.id.uuidString))
    let migrator = try await session.migrator(over: store)
    try trial.schedule {
      async let migration: Void = migrator.performMigration(to: .current)
      // One after the other, so that one of them meets the migration.
      for key in keys {
        try await data.perform { scope in
          guard var fields = try scope.live().get(key, in: "trades")?.fields else { return }
          fields["notes"] = .text("edited meanwhile")
          try scope.live().put(fields, at: key, in: "trades")
        }
      }
      try await migration
    }
    let backup = await session.backups.all().last
    try expectSame(
      "after a migration with edits meanwhile", try await store.contents(),
      as: session.expected(edited, in: .current, backup: backup))
  }

  /// Two migrators at once. However they fall, the data is migrated once, and the way back leads to what was
  /// there before either.
  func migrateTwiceAtOnce(_ trial: Trial) async throws {
    let migrated = session.expected(dataset, in: .current, backup: nil).without("schema")
    // Not in every order do they get in each other's way.
    for _ in 0..<3 {
      let first = try await session.migrator(over: store)
      let second = try await session.migrator(over: store)
      try trial.schedule {
        async let one: Void = first.performMigration(to: .current)
        async let other: Void = second.performMigration(to: .current)
        _ = try await (one, other)
      }
      let found = try await store.contents().without("schema")
      try expectSame("after two migrations at once", found, as: migrated)
      try await first.rollback()
      try expectSame("after a rollback on request", try await store.contents(), as: dataset.contents)
    }
  }

  /// Migrates with nothing in the way, expects the data whole, and takes it back again.
  mutating func succeedAndTakeBack() async throws {
    let told = session.presented.count
    let migrator = try await session.migrator(over: store)
    try await migrator.performMigration(to: .current)
    let backup = await session.backups.all().last
    let migrated = session.expected(dataset, in: .current, backup: backup)
    try expectSame("after the next attempt", try await store.contents(), as: migrated)
    try await reopen()
    try expectSame("after a restart", try await store.contents(), as: migrated)
    try await session.migrator(over: store).rollback()
    try expectSame("after a rollback on request", try await store.contents(), as: dataset.contents)
    try expect("what the user was told meanwhile", session.presented.count, equals: told)
  }

  /// Nobody goes back by what does not read.
  func expectNoWayBackByDamage() async throws {
    let damages: [(field: String, value: FieldValue)] = [
      ("version", .int64(0)), ("version", .int64(5)), ("version", .text("4")), ("migratedAt", .null), ("backupURL", .int64(1)),
    ]
    let backup = try await session.backups.write([1])
    let metadata: [String: FieldValue] = [
      "version": .int64(4), "migratedAt": .date(session.now), "backupURL": .text(backup.absoluteString),
    ]
    let migrator = try await session.migrator(over: store)
    for (field, value) in damages {
      try await store.write { transaction in
        _ = try transaction.put(metadata.merging([field: value]) { $1 }, at: "metadata", in: "schema")
      }
      let before = try await store.contents()
      let refusal = await thrownError { try await migrator.rollback() } as? UnreadableRecord
      try expect("what does not read of \(field), \(describe(value))", refusal?.field, equals: field)
      try expect("whose it is", [refusal?.collection, refusal?.key], equals: ["schema", "metadata"])
      try expect("that it is said what it should be", refusal?.requirement.isEmpty == false)
      try expectSame("after a rollback by what does not read", try await store.contents(), as: before)
    }
  }

  /// Records without a version that says how they are to be read are nobody's to change.
  func expectUnknownLayoutLeftAlone() async throws {
    for (version, records) in [(0, [FailingMigration.stray]), (-1, []), (-1, [FailingMigration.stray])] {
      let contents = StoreContents(schemaVersion: Int64(version), records: records)
      try await store.fill(with: contents)
      let failure = await thrownError { try await session.migrator(over: store).performMigration(to: .current) }
      let reason = MigrationError.unknownLayout(found: Int64(version)).description
      try expect(
        "how a migration of \(records.count) records of version \(version) fails", failure as? AppError,
        equals: .database(.migrationFailed(reason), recoverable: true))
      try expectSame("after a migration of an unknown layout", try await store.contents(), as: contents)
    }
  }

  private static let stray = RawRecord(collection: "trades", key: "1", fields: ["notes": .text("of whom?")])

  func end() async throws { try await store.close() }
}

extension StoreTrace.Event {
  /// What a `StoreTrace` counts and may refuse.
  var isStep: Bool {
    switch self {
    case .put, .delete, .commit: true
    case .begin, .get, .scan, .rollback: false
    }
  }
}

extension AppError {
  fileprivate var isFailedMigration: Bool {
    if case .database(.migrationFailed, _) = self { true } else { false }
  }
}

extension FailingMigrationCase.Moment {
  /// Its number among the steps of a rehearsal; nil where there is no such step.
  func number(in steps: [StoreTrace.Event]) -> Int? {
    let writes = steps.indices.filter { steps[$0] != .commit }
    switch self {
    case .firstWrite: return writes.first
    case .lastWrite: return writes.last
    case .commit: return steps.indices.last
    case .write(let place):
      return writes.isEmpty ? nil : writes[min(Int(place * Double(writes.count)), writes.count - 1)]
    }
  }

  var name: String {
    switch self {
    case .firstWrite: "the first write"
    case .lastWrite: "the last write"
    case .commit: "the commit"
    case .write: "a write on the way"
    }
  }
}
