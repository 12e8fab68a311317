import PlatformStandIns
import StorageContract

/// The app, put together in one place (002 Architecture Overview): each part is made once, from ``ArgusParts``, and handed to
/// whoever needs it.
public final class ArgusApp: Sendable {
  public let platform: ArgusPlatform
  public let parts: ArgusParts
  public let logger: Logger
  public let events: any EventBusProtocol
  public let health: any CloudHealthMonitoring
  public let coordinator: any CloudRequestCoordinating
  public let api: any APIClientProtocol
  public let articles: any ArticleServiceProtocol
  public let articleStore: any ArticleStore
  /// What the UI shows, and contexts apart from it.
  public let container: ModelContainer
  public let deletion: any DeletionServicing
  public let migration: any MigrationCoordinating
  public let errors: any ErrorReporting
  public let settings: any SettingsStoring

  /// Starts the app over what earlier launches left in the store.
  public static func launch(_ platform: ArgusPlatform, _ parts: ArgusParts = .reference) async throws -> ArgusApp {
    let logger = Logger()
    let stack = try await ArticleStack.open(platform, parts, logger: logger, changeLog: { _, _ in })
    return ArgusApp(platform, parts, logger, stack)
  }

  private init(_ platform: ArgusPlatform, _ parts: ArgusParts, _ logger: Logger, _ stack: ArticleStack) {
    self.platform = platform
    self.parts = parts
    self.logger = logger
    articles = stack.service
    articleStore = stack.store
    container = stack.container
    deletion = stack.deletion
    migration = stack.migration
    errors = parts.makeErrorReporter(logger, platform.time, parts.errorMessage)
    settings = parts.makeSettings(platform.store, platform.makeID)
    let events = parts.makeEventBus()
    self.events = events
    health = parts.makeHealthMonitor(
      HealthSetup(
        machine: parts.makeHealthMachine(), time: platform.time,
        announce: { events.post(ArgusEvent(.healthChanged, ["from": $0.from.rawValue, "to": $0.to.rawValue])) }))
    coordinator = parts.makeCoordinator(
      CoordinatorSetup(queue: parts.makeRequestQueue(), health: health, logger: logger, time: platform.time))
    api = parts.makeAPIClient(
      APISetup(
        transport: platform.transport, conditions: platform.conditions, makeRetryMachine: parts.makeRetryMachine,
        time: platform.time))
  }

  /// What the user does with articles. While the migration's modal is shown it is refused; what fails is logged, once.
  /// - Throws: ``MigrationInProgress``; what the action throws.
  public func perform<Result: Sendable>(
    _ action: @Sendable (any ArticleServiceProtocol) async throws -> Result
  ) async throws -> Result {
    if await migration.modal.blocksInteraction { throw MigrationInProgress() }
    do {
      return try await action(articles)
    } catch {
      errors.surface(error)
      throw error
    }
  }
}
