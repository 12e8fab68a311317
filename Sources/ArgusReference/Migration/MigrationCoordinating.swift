import PlatformStandIns
import StorageContract

/// The app's only connection to its migration (002 One-Time Migration Architecture). ``ArgusParts/makeMigration``
/// provides the migration; without one, the app has ``NoMigration``. The rest of the migration is in a separate module,
/// which can be removed.
public protocol MigrationCoordinating: Sendable {
  /// The modal that the UI shows above everything else.
  var modal: MigrationModal { get async }
  /// Migrates the articles that are not migrated yet. Call it again to retry after a failure.
  /// - Returns: whether there was anything to do.
  /// - Throws: ``ArgusError/transactionFailed`` if a store fails. Batches that were stored stay, and the next call
  ///   continues after them.
  @discardableResult
  func runIfNeeded() async throws -> Bool
}

/// The modal that blocks the UI during a migration.
public enum MigrationModal: Sendable, Equatable {
  case hidden
  /// The migration runs. The progress is from 0 to 1.
  case shown(progress: Double)
  /// The migration failed at this progress. The modal has a button to retry.
  case failed(progress: Double)

  /// Whether the app refuses the user's actions.
  public var blocksInteraction: Bool { self != .hidden }
}

/// The parts that a migration is made from.
public struct MigrationSetup: Sendable {
  /// The store that receives the migrated articles.
  public var articles: any ArticleStore
  /// The old database, or nil if this device has none.
  public var legacyStore: (any Store)?
  /// Holds one of the two marks that the migration is completed. It is lost when the app is removed.
  public var appSettings: AppSandbox
  /// Holds the other mark. It outlasts the app, so a reinstallation does not migrate again (A7).
  public var deviceSettings: AppSandbox
  /// The number of articles in one transaction. `ArgusMigration` counts less than 1 as 1.
  public var batchSize: Int
  /// Converts an old article to the new model. Called for each old article that can be read.
  public var convert: @Sendable (LegacyArticle) -> ArticleModel
  /// Called at each change of the modal.
  public var announce: @Sendable (MigrationModal) async -> Void

  /// Creates a setup from its parts.
  public init(
    articles: any ArticleStore, legacyStore: (any Store)?, appSettings: AppSandbox, deviceSettings: AppSandbox,
    batchSize: Int, convert: @escaping @Sendable (LegacyArticle) -> ArticleModel,
    announce: @escaping @Sendable (MigrationModal) async -> Void
  ) {
    self.articles = articles
    self.legacyStore = legacyStore
    self.appSettings = appSettings
    self.deviceSettings = deviceSettings
    self.batchSize = batchSize
    self.convert = convert
    self.announce = announce
  }
}

/// The migration of an app that has nothing to migrate. Its modal is always hidden.
public struct NoMigration: MigrationCoordinating {
  /// Creates a migration that does nothing.
  public init() {}
  public var modal: MigrationModal { .hidden }
  public func runIfNeeded() async throws -> Bool { false }
}
