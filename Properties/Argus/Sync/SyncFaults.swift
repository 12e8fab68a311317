import ArgusReference
import PropertyTesting
import StorageContract
import Synchronization

// What ARG-20 and ARG-21 must catch.
extension Fault<ArgusSystem> {
  static let keepsPendingInMemory = Fault("keepsPendingInMemory", "forgets pending changes at a launch") { system in
    let launch = system.launch
    system.launch = { platform, parts in
      try await platform.store.write { transaction in
        for entry in try transaction.scan("sync_pending") { try transaction.delete(entry.key, in: "sync_pending") }
      }
      return try await launch(platform, parts)
    }
  }

  static let forgetsWhatFailed = sync("forgetsWhatFailed", "treats failed sends as sent") { setup in
    setup.cloud = DeafCloud(base: setup.cloud)
  }

  static let dropsWritesWhileLocal = Fault("dropsWritesWhileLocal", "does not record writes made after it has left the cloud") {
    system in
    let isLocal = Mutex(false)
    let note = system.parts.noteChange
    system.parts.noteChange = { ledger, change, transaction in
      if isLocal.withLock({ $0 }) { return }
      try note(ledger, change, transaction)
    }
    system.parts.makeStorageController = changingSetup(of: system.parts.makeStorageController) { setup in
      let entered = setup.entered
      setup.entered = { mode in
        isLocal.withLock { $0 = mode == .local }
        entered(mode)
      }
    }
  }

  static let doesNotSendDeletions = Fault("doesNotSendDeletions", "does not tell the cloud about deletions") { system in
    let note = system.parts.noteChange
    system.parts.noteChange = { ledger, change, transaction in
      if case .deletedArticle = change { return }
      try note(ledger, change, transaction)
    }
  }

  static let fetchesBeforeItSends = replacing("fetchesBeforeItSends", "fetches before it sends, and overwrites its own changes") {
    setup, sync in
    var remoteFirst = setup
    remoteFirst.merge = { $0.generation > $1.generation ? $0 : $1 }
    let first = CloudSync(remoteFirst)
    return ClosureSync {
      try await first.synchronize()
      try await sync.synchronize()
    }
  }

  static let takesHalfARecovery = replacing("takesHalfARecovery", "treats a recovery that failed midway as done") { _, sync in
    ClosureSync { do { try await sync.synchronize() } catch ArgusError.timedOut {} }
  }

  static let returnsWithoutSending = Fault("returnsWithoutSending", "returns to the cloud without sending pending changes") { system in
    system.parts.makeStorageController = changingSetup(of: system.parts.makeStorageController) { setup in
      setup.recover = {}
    }
  }

  static let sendsEverythingAgain = sync("sendsEverythingAgain", "sends again what it sent before") { setup in
    setup.cloud = RepeatingCloud(base: setup.cloud)
  }

  static let storesWhatItCanOfAPage = writing("storesWhatItCanOfAPage", "ignores the store's refusal of a fetched record") {
    $0.put = { transaction, fields, key, collection in
      guard collection == "sync_records" else { return try transaction.put(fields, at: key, in: collection) }
      return (try? transaction.put(fields, at: key, in: collection)) ?? 0
    }
  }

  private static func sync(_ id: String, _ fact: String, _ change: @escaping @Sendable (inout SyncSetup) -> Void) -> Fault {
    Fault(id, fact) { system in
      system.parts.makeSync = changingSetup(of: system.parts.makeSync, change)
    }
  }

  private static func replacing(
    _ id: String, _ fact: String, _ replace: @escaping @Sendable (SyncSetup, any CloudSyncing) -> any CloudSyncing
  ) -> Fault {
    Fault(id, fact) { system in
      let make = system.parts.makeSync
      system.parts.makeSync = { replace($0, make($0)) }
    }
  }
}

private struct ClosureSync: CloudSyncing {
  let body: @Sendable () async throws -> Void
  init(_ body: @escaping @Sendable () async throws -> Void) { self.body = body }
  func synchronize() async throws { try await body() }
}

/// Hears no refusal.
private struct DeafCloud: CloudDatabase {
  let base: any CloudDatabase
  func isAvailable() async throws -> Bool { try await base.isAvailable() }
  func push(_ records: [SyncRecord]) async throws { do { try await base.push(records) } catch is ArgusError {} }
  func pull(after token: Int64) async throws -> CloudPage { try await base.pull(after: token) }
}

/// Sends the last records with the next.
private final class RepeatingCloud: CloudDatabase {
  private let base: any CloudDatabase
  private let last = Mutex<[SyncRecord]>([])

  init(base: any CloudDatabase) { self.base = base }

  func isAvailable() async throws -> Bool { try await base.isAvailable() }

  func push(_ records: [SyncRecord]) async throws {
    let before = last.withLock { $0 }
    try await base.push(before + records)
    last.withLock { $0 = records }
  }

  func pull(after token: Int64) async throws -> CloudPage { try await base.pull(after: token) }
}
