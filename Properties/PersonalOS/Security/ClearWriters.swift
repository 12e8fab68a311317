import Foundation
import PersonalOSReference
import StorageContract

// Parts of the app that leave in clear what they write.

struct ClearLedger: TradeBook {
  let base: any TradeBook
  let clear: @Sendable () async throws -> Void

  func append(_ trade: TradeRecord) async throws {
    try await base.append(trade)
    try await clear()
  }
  func edit(_ trade: TradeRecord) async throws {
    try await base.edit(trade)
    try await clear()
  }
  func delete(_ id: UUID) async throws { try await base.delete(id) }
  func importTrades(_ trades: [TradeRecord]) async throws {
    try await base.importTrades(trades)
    try await clear()
  }
  func trades() async throws -> [TradeRecord] { try await base.trades() }
  func assets() async throws -> [AssetItem] { try await base.assets() }
  func check() async throws -> [TradeInconsistency] { try await base.check() }
  func repair(_ symbol: String?) async throws { try await base.repair(symbol) }
}

struct ClearImport: DataBackups {
  let base: any DataBackups
  let clear: @Sendable () async throws -> Void

  func exportAllData() async throws -> Data { try await base.exportAllData() }
  func deleteAllUserData() async throws { try await base.deleteAllUserData() }
  func importData(_ data: Data) async throws {
    try await base.importData(data)
    try await clear()
  }
}

struct ClearSync: ProjectSync {
  let base: any ProjectSync
  let clear: @Sendable () async throws -> Void

  func syncProjects(username: String) async throws -> SyncResult {
    let result = try await base.syncProjects(username: username)
    try await clear()
    return result
  }
  func mergeProject(remote: GitHubRepo, local: ProjectItem?) async throws -> ProjectItem {
    try await base.mergeProject(remote: remote, local: local)
  }
  func preserveLocalFields(from local: ProjectItem, to merged: ProjectItem) async -> ProjectItem {
    await base.preserveLocalFields(from: local, to: merged)
  }
}

struct ClearRestore: Migrator {
  let base: any Migrator
  let clear: @Sendable () async throws -> Void

  func needsMigration(from stored: SchemaVersion, to target: SchemaVersion) -> Bool {
    base.needsMigration(from: stored, to: target)
  }
  func performMigration(to target: SchemaVersion) async throws { try await base.performMigration(to: target) }
  func createBackup() async throws -> URL { try await base.createBackup() }
  func restoreFromBackup(url: URL) async throws {
    try await base.restoreFromBackup(url: url)
    try await clear()
  }
  func rollback() async throws { try await base.rollback() }
}

/// Takes no notes in clear for notes, and leaves them where they are.
struct StrictSealing: FieldSealing {
  let base: any FieldSealing

  func sealPlainRows(of store: any Store) async throws -> Bool { false }

  func over(_ store: any Store) -> any Store {
    var hooks = StoreHooks()
    hooks.hookCalls { calls in
      calls.get = { try $0.get($1, in: $2).map(Self.hidden) }
      calls.scan = { try $0.scan($1).map(Self.hidden) }
    }
    return base.over(InterposedStore(store, hooks))
  }

  private static func hidden(_ record: Record) -> Record {
    guard case .text? = record.fields["notes"] else { return record }
    return Record(key: record.key, version: record.version, fields: record.fields.merging(["notes": .bytes([])]) { $1 })
  }
}

/// Encrypts what is put, and what is inserted it does not.
struct InsertsInClear: FieldSealing {
  let base: any FieldSealing

  func sealPlainRows(of store: any Store) async throws -> Bool { try await base.sealPlainRows(of: store) }

  func over(_ store: any Store) -> any Store {
    let inserted = Remembered<[String: FieldValue]>([:])
    var (above, beneath) = (StoreHooks(), StoreHooks())
    above.hookCalls { calls in
      calls.insert = { transaction, fields, key, collection in
        inserted.set(fields)
        return try transaction.insert(fields, at: key, in: collection)
      }
    }
    beneath.hookCalls { calls in calls.insert = { try $0.insert(inserted.now, at: $2, in: $3) } }
    return InterposedStore(base.over(InterposedStore(store, beneath)), above)
  }
}
