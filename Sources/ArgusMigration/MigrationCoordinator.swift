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
      await show(.failed(progress: currentProgress))
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
    await show(.shown(progress: Self.fraction(progress.processedCount, of: total)))
    while true {
      let batch = try await legacy.articles(after: progress.lastKey, limit: max(1, setup.batchSize))
      if batch.isEmpty { break }
      progress = try await service.process(batch, after: progress)
      await show(.shown(progress: Self.fraction(progress.processedCount, of: total)))
    }
  }

  /// The share of `count` in `total`, at most 1. It is 1 if there is nothing to migrate.
  private static func fraction(_ count: Int, of total: Int) -> Double {
    total == 0 ? 1 : min(1, Double(count) / Double(total))
  }

  private var currentProgress: Double {
    switch modal {
    case .shown(let progress), .failed(let progress): progress
    case .hidden: 0
    }
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
