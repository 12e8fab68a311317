import PlatformStandIns
import StorageContract

/// The one way from the app to its migration (002 One-Time Migration Architecture): who makes the app gives it one, and without
/// it the app has ``NoMigration``. All else of the migration stands in a module of its own, which can be taken out.
public protocol MigrationCoordinating: Sendable {
  /// What the UI shows over everything else.
  var modal: MigrationModal { get async }
  /// Migrates what is left to migrate; also to be called to try again after a failure.
  /// - Returns: whether there was anything to do.
  /// - Throws: ``ArgusError/transactionFailed`` if a store fails. Batches that were stored stay, and the next call goes on there.
  @discardableResult
  func runIfNeeded() async throws -> Bool
}

/// What blocks the UI while articles are migrated.
public enum MigrationModal: Sendable, Equatable {
  case hidden
  /// Progress is from 0 to 1.
  case shown(progress: Double)
  /// With a button to try again.
  case failed(progress: Double)

  /// Whether what the user does is refused.
  public var blocksInteraction: Bool { self != .hidden }
}

/// What a migration works with.
public struct MigrationSetup: Sendable {
  public var articles: any ArticleStore
  /// The old database; nil: there is none on this device.
  public var legacyStore: (any Store)?
  public var appSettings: AppSandbox
  public var deviceSettings: AppSandbox
  public var batchSize: Int
  public var convert: @Sendable (LegacyArticle) -> ArticleModel
  /// Told of each change of the modal.
  public var announce: @Sendable (MigrationModal) async -> Void

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

/// An app whose articles are all where they should be.
public struct NoMigration: MigrationCoordinating {
  public init() {}
  public var modal: MigrationModal { .hidden }
  public func runIfNeeded() async throws -> Bool { false }
}
