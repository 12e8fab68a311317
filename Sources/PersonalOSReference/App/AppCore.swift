import PlatformStandIns
import StorageContract

/// The parts that all services of the app share: the log and the presenter of errors, one data actor over a store that
/// seals sensitive fields, one effect gate, and the container that gives out the services.
@MainActor
public struct AppCore {
  /// The device and build that the app was launched with.
  public let platform: PersonalOSPlatform
  /// The factories that make the parts of the app.
  public let parts: PersonalOSParts
  /// The log of all errors. It keeps the last 500 entries.
  public let log: any ErrorLog
  /// Shows errors to the user. They are in ``log``, too.
  public let errors: any ErrorPresenting
  /// Keeps credentials in the platform's keychain and encrypts data with a key from it.
  public let secureStorage: any SecureStorage
  /// Encrypts sensitive fields on their way to the store, and decrypts them on their way back.
  public let sealing: any FieldSealing
  /// The platform's place for backups. Every backup is encrypted before it gets there.
  public let backups: any BackupPlace
  /// The access to the app's store beneath the seal. Only the launch uses it, to seal what an older version left in clear.
  public let unsealed: any DataAccess
  /// The only other access to the app's store. It works on the store that seals sensitive fields.
  public let data: any DataAccess
  /// Blocks the effects of requests that were cancelled or replaced.
  public let gate: EffectGate
  /// The tasks of the views. If a task is cancelled, the ``gate`` blocks its further effects.
  public let tasks: any TaskRegistry
  /// Runs requests step by step. Their effects pass the ``gate``.
  public let requests: any RequestRunner
  /// Gives out the app's services: see ``AppServices``.
  public let container: any DependencyRegistry

  /// - Parameter log, errors: made before all other parts, so that the app can show why it cannot open one of them.
  init(
    _ platform: PersonalOSPlatform, _ parts: PersonalOSParts, _ log: any ErrorLog, _ errors: any ErrorPresenting
  ) async throws {
    self.platform = platform
    self.parts = parts
    self.log = log
    self.errors = errors
    unsealed = parts.dataAccess.openData(platform.store)
    secureStorage = try await parts.security.openSecureStorage(
      SecureStorageSetup(
        keychain: platform.keychain, data: unsealed, sandbox: platform.sandbox, log: log,
        now: platform.now, randomBytes: platform.randomBytes))
    sealing = parts.security.makeSealing(secureStorage)
    backups = parts.security.sealBackups(platform.backups, secureStorage)

    container = parts.dataAccess.makeContainer()
    AppServices.register(in: container, openData: parts.dataAccess.openData)
    let (store, backups) = (sealing.over(platform.store), backups)
    container.register(AppServices.Parts.store) { _ in store }
    container.register(AppServices.Parts.backups) { _ in backups }
    container.register(AppServices.Parts.keychain) { _ in platform.keychain }
    container.register(AppServices.Parts.notifications) { _ in platform.notifications }
    container.register(AppServices.Parts.errors) { _ in errors }
    data = try container.resolve(AppServices.data)
    gate = try container.resolve(AppServices.gate)
    tasks = parts.tasks.makeRegistry(gate)
    requests = parts.tasks.makeRunner(gate, data)
    put(requests, for: AppServices.requests)
  }

  /// From now on the container returns this service for the key. This is for services that must be opened first, or that
  /// come from a replaced part.
  func put<Service: Sendable>(_ service: Service, for key: DependencyKey<Service>) {
    container.register(key) { _ in service }
  }

  /// Returns a closure that presents an error of the operation without a retry, for operations that the user cannot repeat.
  func presenting(_ operation: String) -> @Sendable (any Error) async -> Void {
    let errors = errors
    return { error in _ = await errors.present(error, during: operation, retry: nil) }
  }
}
