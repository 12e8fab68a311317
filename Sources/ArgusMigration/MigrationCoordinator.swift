import ArgusReference
import PlatformStandIns

/// Migrates once per device (002 One-Time Migration Architecture). It marks completion in the app's settings and in the
/// device's settings. Either mark is enough, so a reinstalled app does not migrate again (A7).
public actor MigrationCoordinator: MigrationCoordinating {
  private static let marker = "migrationCompleted"

  private let setup: MigrationSetup
  private let service: MigrationService
  private let legacy: LegacyDatabase?
  public private(set) var modal: MigrationModal
  private var isRunning = false
  /// The share of old rows that are done.
  private var share = 0.0

  /// Starts with the modal shown if there is something to migrate. The modal is hidden if there is no old store, or if
  /// a migration is marked as complete.
  public init(_ setup: MigrationSetup) {
    self.setup = setup
    service = MigrationService(setup: setup)
    legacy = setup.legacyStore.map(LegacyDatabase.init)
    // The modal is shown before the first call, too, so nobody can write data that the migration would not know of.
    modal = setup.legacyStore == nil || Self.isCompleted(setup) ? .hidden : .shown(progress: 0)
  }

  private static func isCompleted(_ setup: MigrationSetup) -> Bool {
    setup.appSettings.preferences[marker] != nil || setup.deviceSettings.preferences[marker] != nil
  }

  @discardableResult
  public func runIfNeeded() async throws -> Bool {
    guard let legacy, !isRunning, !Self.isCompleted(setup) else { return false }
    isRunning = true
    defer { isRunning = false }
    do {
      try await migrate(legacy)
    } catch {
      await show(.failed(progress: share))
      throw error is CancellationError || error is ArgusError ? error : ArgusError.transactionFailed
    }
    // The device's mark comes first, because it is the one that lasts.
    setup.deviceSettings.setPreference("1", for: Self.marker)
    setup.appSettings.setPreference("1", for: Self.marker)
    await show(.hidden)
    return true
  }

  private func migrate(_ legacy: LegacyDatabase) async throws {
    let total = try await legacy.count()
    var progress = try await service.progress()
    await show(progress, of: total)
    while let next = try await service.processBatch(of: legacy, after: progress) {
      progress = next
      await show(progress, of: total)
    }
  }

  private func show(_ progress: MigrationService.Progress, of total: Int) async {
    // Nothing to migrate is all of it. The old database may have lost rows since the last run.
    share = total == 0 ? 1 : min(1, Double(progress.processedCount) / Double(total))
    await show(.shown(progress: share))
  }

  private func show(_ next: MigrationModal) async {
    guard next != modal else { return }
    modal = next
    await setup.announce(next)
  }
}

extension ArgusParts {
  /// The reference with its migration.
  public static var migrating: ArgusParts {
    var parts = ArgusParts.reference
    parts.makeMigration = { MigrationCoordinator($0) }
    return parts
  }
}
