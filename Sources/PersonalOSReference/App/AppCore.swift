import PlatformStandIns
import StorageContract

/// What all services of the app share: its log and errors, its one data actor over a store that seals what is sensitive,
/// its one effect gate, and the container in which the services are found.
@MainActor
public struct AppCore {
  public let platform: PersonalOSPlatform
  public let parts: PersonalOSParts
  public let log: any ErrorLog
  public let errors: any ErrorPresenting
  public let secureStorage: any SecureStorage
  /// What is sensitive, encrypted on its way to the store and decrypted on its way back.
  public let sealing: any FieldSealing
  /// The place of the platform, with every backup encrypted.
  public let backups: any BackupPlace
  public let data: any DataAccess
  public let gate: EffectGate
  /// Tasks of views; cancelling one closes the gate to it.
  public let tasks: any TaskRegistry
  public let requests: any RequestRunner
  public let container: any DependencyRegistry

  init(_ platform: PersonalOSPlatform, _ parts: PersonalOSParts) async throws {
    self.platform = platform
    self.parts = parts
    let log = parts.errors.makeLog(500, [])
    self.log = log
    let errors = parts.errors.makePresenter(log, platform.now)
    self.errors = errors
    secureStorage = try await parts.security.openSecureStorage(
      SecureStorageSetup(
        keychain: platform.keychain, data: DataActor(store: platform.store), sandbox: platform.sandbox, log: log,
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
    container.register(AppServices.Parts.gitHub) { _ in platform.network.gitHub }
    container.register(AppServices.Parts.errors) { _ in errors }
    data = try container.resolve(AppServices.data)
    gate = try container.resolve(AppServices.gate)
    tasks = parts.tasks.makeRegistry(gate)
    requests = parts.tasks.makeRunner(gate, data)
    put(requests, for: AppServices.requests)
  }

  /// From now on whoever asks the container for the service gets this one: what has to be opened first, or comes from a
  /// replaced part.
  func put<Service: Sendable>(_ service: Service, for key: DependencyKey<Service>) {
    container.register(key) { _ in service }
  }

  /// Presents errors of an operation that nobody can repeat for the user.
  func presenting(_ operation: String) -> @Sendable (any Error) async -> Void {
    let errors = errors
    return { error in _ = await errors.present(error, during: operation, retry: nil) }
  }
}
