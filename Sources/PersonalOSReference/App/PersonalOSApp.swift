import Foundation
import PlatformStandIns

/// The app, put together in one place: one store that seals what is sensitive, one data actor, one effect gate, one
/// presenter, and every service through them.
@MainActor
public final class PersonalOSApp {
  public let core: AppCore
  public let upkeep: AppUpkeep
  public let configuration: AppConfiguration
  public let trust: AppTrust
  public let money: AppMoney
  public let work: AppWork
  public let reading: AppReading
  /// How the operations of the dashboard have ended, oldest first.
  public var announcements: [OperationResult] { announced.results }
  private let announced: Announcements
  private var advisor: any JailbreakAdvising

  /// Starts the app over what earlier launches left: seals what lies there in clear, brings the data up to date, and goes
  /// on with what was under way. What fails and can wait is presented.
  /// - Throws: ``LaunchFailure`` if the data cannot be sealed or brought up to date, or cannot be read: the app does not run over a
  ///   layout that it does not know. The store is as it was; the launch may be repeated.
  public static func launch(_ platform: PersonalOSPlatform, _ parts: PersonalOSParts) async throws -> PersonalOSApp {
    let core = try await AppCore(platform, parts)
    let upkeep = try await AppUpkeep(core)
    // Before the migration, which writes the rows anew: then nothing would show any more that they had lain in clear.
    do {
      _ = try await core.sealing.sealPlainRows(of: platform.store)
    } catch {
      core.errors.present(error, during: "protect older data", retry: nil)
      throw LaunchFailure(errors: core.errors.errorQueue)
    }
    do {
      try await upkeep.migrator.performMigration()
    } catch {
      throw LaunchFailure(errors: core.errors.errorQueue)
    }
    do {
      let app = try await PersonalOSApp(core, upkeep)
      await app.resume()
      return app
    } catch {
      core.errors.present(error, during: "start the app", retry: nil)
      throw LaunchFailure(errors: core.errors.errorQueue)
    }
  }

  private init(_ core: AppCore, _ upkeep: AppUpkeep) async throws {
    self.core = core
    self.upkeep = upkeep
    let announced = Announcements()
    self.announced = announced
    configuration = try await AppConfiguration(core)
    trust = try AppTrust(core)
    money = try await AppMoney(core)
    work = try await AppWork(core, announce: { announced.results.append($0) })
    reading = try AppReading(core, configuration, trust)
    advisor = core.parts.privacy.makeAdvisor()
  }

  private func resume() async {
    let (upkeep, configuration, focus) = (upkeep, configuration, work.focus)
    await perform("write sample data") { _ = try await upkeep.seeding.seedIfNeeded() }
    await perform("load the configuration") { try await configuration.remote.initialize() }
    // Those of an earlier launch.
    AppConfiguration.keepSecret(configuration.remote.configuration?.apiKeys ?? [:], from: core.log)
    await perform("go on with the focus session") { try await focus.restoreSession() }
  }

  /// Does something for a view: it is cancelled when the view disappears, or when the view asks for the same again. From
  /// then on it has no effect, and says nothing.
  @discardableResult
  public func start<Result: Sendable>(
    _ operation: String, in scope: TaskScope, _ action: @escaping @MainActor @Sendable () async throws -> Result
  ) -> Task<Void, Never> {
    core.tasks.start(id: operation, in: scope) { [weak self] _ in await self?.perform(operation, action) }
  }

  /// Does something for the user. A failure is presented, once, with a retry where that helps.
  /// - Returns: nil if it failed or was cancelled.
  @discardableResult
  public func perform<Result: Sendable>(
    _ operation: String, _ action: @escaping @MainActor @Sendable () async throws -> Result
  ) async -> Result? {
    do {
      return try await action()
    } catch is CancellationError {
      return nil
    } catch {
      // To say that it failed is an effect too.
      guard (try? EffectPass.check()) != nil else { return nil }
      core.errors.present(error, during: operation) { _ = try await action() }
      return nil
    }
  }

  // Everything at once: what is shown follows.

  /// - Returns: whether it was done.
  public func importEverything(_ data: Data) async -> Bool {
    let backups = upkeep.backups
    return await replacing("import everything") { try await backups.importData(data) }
  }

  /// - Returns: whether it was done.
  public func restoreBackup(_ url: URL) async -> Bool {
    let migrator = upkeep.migrator
    return await replacing("restore a backup") { try await migrator.restoreFromBackup(url: url) }
  }

  /// May be called again if it fails midway.
  /// - Returns: whether it was done.
  @discardableResult
  public func deleteEverything() async -> Bool {
    let backups = upkeep.backups
    return await replacing("delete everything") { try await backups.deleteAllUserData() }
  }

  private func replacing(
    _ operation: String, _ action: @escaping @MainActor @Sendable () async throws -> Void
  ) async -> Bool {
    guard await perform(operation, action) != nil else { return false }
    // It is done: what is shown follows, also if whoever asked for it has gone meanwhile.
    await Task { await EffectPass.$current.withValue(nil) { await showWhatIsThere() } }.value
    return true
  }

  private func showWhatIsThere() async {
    let focus = work.focus
    await perform("go on with the focus session") { try await focus.restoreSession() }
    // Says itself if it fails.
    try? await work.dashboard.loadPosts()
  }

  // The life of the app.

  public func enterBackground() async {
    let focus = work.focus
    await perform("enter the background") { try await focus.enterBackground() }
    await reading.usage.logUsage()
  }

  public func enterForeground() async {
    let focus = work.focus
    await perform("enter the foreground") { try await focus.enterForeground() }
  }

  /// The warning about the device that the user is shown now; nil: none.
  public func adviseOnDevice(isJailbroken: Bool) -> SecurityWarning? { advisor.handle(isJailbroken: isJailbroken) }

  /// A scene with view models, tasks and errors of its own.
  public func openScene(_ name: String) -> any SceneHosting {
    core.parts.views.openScene(name, tasks: core.tasks, log: core.log)
  }
}

/// The app has not started. This says nothing of its own: what it holds was shown already.
public struct LaunchFailure: Sendable, Error {
  /// What the user was shown.
  public let errors: [PresentedError]

  public init(errors: [PresentedError]) {
    self.errors = errors
  }
}

@MainActor
private final class Announcements {
  var results: [OperationResult] = []
}
