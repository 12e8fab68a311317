import Foundation
import PlatformStandIns

/// The assembled app. All services share one store that seals sensitive fields, one data actor, one effect gate and one
/// presenter.
@MainActor
public final class PersonalOSApp {
  /// The parts that all services share.
  public let core: AppCore
  /// Migration, sample data, export, import and deletion.
  public let upkeep: AppUpkeep
  /// The remote configuration.
  public let configuration: AppConfiguration
  /// Servers, the device, consent and legal texts.
  public let trust: AppTrust
  /// The ledger, the portfolio and the prices.
  public let money: AppMoney
  /// Posts, projects and the focus timer.
  public let work: AppWork
  /// News, bookmarks and tasks from articles.
  public let reading: AppReading
  /// The results of the dashboard's operations, oldest first.
  public var announcements: [OperationResult] { announced.results }
  /// The warning that the device does not protect the app's data. The launch and each return to the foreground check the
  /// device, and the app warns once a launch. It is nil if there was nothing to warn of, or the user has dismissed it.
  public private(set) var deviceWarning: SecurityWarning?
  private let announced: Announcements
  private var advisor: any JailbreakAdvising

  /// Starts the app with the data of earlier launches. It seals sensitive fields that an older version left in clear,
  /// migrates the data, checks the device, asks the user's consent to tracking unless there is a decision, loads the
  /// configuration, and resumes the focus session. Failures in seeding, in the configuration
  /// and in the focus session do not stop the launch; the presenter shows them.
  /// - Throws: ``LaunchFailure`` if a part of the app cannot be opened, or the data cannot be sealed, migrated or read,
  ///   because the app does not run on a layout that it does not know. The step that failed leaves the data as it was, and
  ///   earlier steps stay done. You may repeat the launch.
  public static func launch(_ platform: PersonalOSPlatform, _ parts: PersonalOSParts) async throws -> PersonalOSApp {
    let log = parts.errors.makeLog(500, [])
    let errors = parts.errors.makePresenter(log, platform.now)
    func step<Result>(_ operation: String, _ work: () async throws -> Result) async throws -> Result {
      do {
        return try await work()
      } catch {
        errors.present(error, during: operation, retry: nil)
        throw LaunchFailure(errors: errors.errorQueue)
      }
    }
    let (core, upkeep) = try await step("start the app") {
      let core = try await AppCore(platform, parts, log, errors)
      return (core, try await AppUpkeep(core))
    }
    // Seal before the migration, because it rewrites the rows. After that, nothing would show that they had lain in clear.
    _ = try await step("protect older data") { try await core.sealing.sealPlainRows(of: core.unsealed) }
    do {
      try await upkeep.migrator.performMigration()
    } catch {
      // The migrator has presented it.
      throw LaunchFailure(errors: errors.errorQueue)
    }
    let app = try await step("start the app") { try await PersonalOSApp(core, upkeep) }
    await app.resume()
    return app
  }

  private init(_ core: AppCore, _ upkeep: AppUpkeep) async throws {
    self.core = core
    self.upkeep = upkeep
    let announced = Announcements()
    self.announced = announced
    trust = try AppTrust(core)
    configuration = try await AppConfiguration(core, trust.servers)
    money = try await AppMoney(core, trust.servers)
    work = try await AppWork(core, trust.servers, announce: { announced.results.append($0) })
    reading = try AppReading(core, trust)
    advisor = core.parts.privacy.makeAdvisor()
  }

  private func resume() async {
    let (upkeep, configuration, focus) = (upkeep, configuration, work.focus)
    checkDevice()
    await trust.consent.requestTrackingAuthorization()
    await perform("write sample data") { _ = try await upkeep.seeding.seedIfNeeded() }
    await perform("load the configuration") { try await configuration.remote.initialize() }
    // Register the keys of a configuration that came from the cache of an earlier launch.
    AppConfiguration.keepSecret(configuration.remote.configuration?.apiKeys ?? [:], from: core.log)
    await perform("go on with the focus session") { try await focus.restoreSession() }
  }

  /// Runs an operation for a view, as ``perform(_:_:)`` does. It is cancelled when the view disappears, or when the view
  /// starts the same operation again. From then on it has no effect and presents no error.
  @discardableResult
  public func start<Result: Sendable>(
    _ operation: String, in scope: TaskScope, _ action: @escaping @MainActor @Sendable () async throws -> Result
  ) -> Task<Void, Never> {
    core.tasks.start(id: operation, in: scope) { [weak self] _ in await self?.perform(operation, action) }
  }

  /// Runs an operation for the user. If it fails, the presenter shows the error once, with a retry if the error allows one.
  /// - Returns: nil if the operation failed or was cancelled.
  @discardableResult
  public func perform<Result: Sendable>(
    _ operation: String, _ action: @escaping @MainActor @Sendable () async throws -> Result
  ) async -> Result? {
    do {
      return try await action()
    } catch is CancellationError {
      return nil
    } catch {
      // Presenting an error is an effect, too, so ask first whether the request is still alive.
      guard (try? EffectPass.check()) != nil else { return nil }
      core.errors.present(error, during: operation) { _ = try await action() }
      return nil
    }
  }

  // These operations replace all data, and then refresh the screens.

  /// Replaces all data by an export, and refreshes the screens. A failure is presented.
  /// - Returns: whether the import succeeded.
  public func importEverything(_ data: Data) async -> Bool {
    let backups = upkeep.backups
    return await replacing("import everything") { try await backups.importData(data) }
  }

  /// Replaces all data by a backup, migrated to the current layout, and refreshes the screens. A failure is presented.
  /// - Returns: whether the restore succeeded.
  public func restoreBackup(_ url: URL) async -> Bool {
    let migrator = upkeep.migrator
    return await replacing("restore a backup") { try await migrator.restoreFromBackup(url: url) }
  }

  /// Deletes all of the user's data, and refreshes the screens. A failure is presented. You may call this again after a
  /// failure midway.
  /// - Returns: whether the deletion succeeded.
  @discardableResult
  public func deleteEverything() async -> Bool {
    let backups = upkeep.backups
    return await replacing("delete everything") { try await backups.deleteAllUserData() }
  }

  private func replacing(
    _ operation: String, _ action: @escaping @MainActor @Sendable () async throws -> Void
  ) async -> Bool {
    guard await perform(operation, action) != nil else { return false }
    // The data is replaced, so refresh the screens even if the caller was cancelled in the meantime.
    await Task { await EffectPass.$current.withValue(nil) { await showWhatIsThere() } }.value
    return true
  }

  private func showWhatIsThere() async {
    let focus = work.focus
    await perform("go on with the focus session") { try await focus.restoreSession() }
    // The dashboard presents its own failures.
    try? await work.dashboard.loadPosts()
  }

  // The app's life cycle.

  /// Prepares the focus timer for the background and writes the API usage to the log. A failure is presented.
  public func enterBackground() async {
    let focus = work.focus
    await perform("enter the background") { try await focus.enterBackground() }
    await reading.usage.logUsage()
  }

  /// Updates the focus timer after a stay in the background, and checks the device. A failure is presented.
  public func enterForeground() async {
    let focus = work.focus
    checkDevice()
    await perform("enter the foreground") { try await focus.enterForeground() }
  }

  /// Removes the ``deviceWarning``. It does not come again in this launch.
  public func dismissDeviceWarning() { deviceWarning = nil }

  /// A debugger is a developer's, so it is noted and the user is not warned of it.
  private func checkDevice() {
    let (validator, log) = (trust.validator, core.log)
    if validator.isDebuggerAttached() { log.note("a debugger is attached", context: "check the device", at: core.platform.now()) }
    if let warning = advisor.handle(isJailbroken: validator.isJailbroken()) { deviceWarning = warning }
  }

  /// Opens a scene with its own view models, tasks and errors. The scene logs to the app's log, by the platform's clock.
  public func openScene(_ name: String) -> any SceneHosting {
    core.parts.views.openScene(name, tasks: core.tasks, log: core.log, now: core.platform.now)
  }
}

/// The launch failed. The presenter has shown the errors already, so this one needs no presentation.
public struct LaunchFailure: Sendable, Error {
  /// The errors that the presenter showed, oldest first.
  public let errors: [PresentedError]

  /// Creates a failure with the errors that the presenter showed.
  public init(errors: [PresentedError]) {
    self.errors = errors
  }
}

@MainActor
private final class Announcements {
  var results: [OperationResult] = []
}
