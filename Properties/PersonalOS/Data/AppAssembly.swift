import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// The app's own services in a container that lacks some of the platform's parts.
@MainActor
enum AppAssembly {
  nonisolated static let missingParts = Generator<[String: DependencyGraph.Registration]>.dictionary(
    of: .element(of: [
      "Store", "Keychain", "NotificationScheduler", "BackupPlace", "GitHubTransport", "ErrorPresenter",
    ]), .element(of: [.absent, .failing]), count: 0...3)

  private static let services = [
    Service(AppServices.data, "Store"), Service(AppServices.gate), Service(AppServices.requests, "Store"),
    Service(AppServices.posts, "Store"), Service(AppServices.projectSync, "Store", "GitHubTransport"),
    Service(AppServices.backupService, "Store", "BackupPlace", "Keychain", "NotificationScheduler"),
    Service(AppServices.migrator, "Store", "BackupPlace", "ErrorPresenter"),
  ]

  private struct Service {
    let name: String
    /// The parts of the platform that it cannot do without.
    let needs: [String]
    /// The name in the error; nil if the service can be had.
    let lack: @MainActor (any DependencyResolving) -> String?

    init<Made: Sendable>(_ key: DependencyKey<Made>, _ needs: String...) {
      (name, self.needs) = (key.name, needs)
      lack = { container in
        let part = DependentModel(key, from: container)
        part.start()
        do {
          _ = try container.resolve(key)
          return part.service == nil ? "idle though it can be had" : nil
        } catch DependencyError.missing(let name) {
          return part.error == nil ? "no error for the user" : name
        } catch {
          return "\(error)"
        }
      }
    }
  }

  /// Each service can be had just where all that it needs is there; afterwards too, once the rest is there.
  static func expectResolved(
    without missing: [String: DependencyGraph.Registration], _ system: PersonalOSSystem
  ) async throws {
    let store = try await system.openStore()
    let container = system.dataAccess.makeContainer()
    let names = services.map { $0.lack(container) ?? "" }
    try expect(
      "each service that nobody has registered is missed by a name of its own: \(names)",
      Set(names).subtracting([""]).count == names.count)
    AppServices.register(in: container)
    func registerParts(_ registration: (String) -> DependencyGraph.Registration) {
      func register<Part: Sendable>(_ key: DependencyKey<Part>, _ part: Part) {
        let registration = registration(key.name)
        if registration != .absent { container.register(key) { _ in try registration.made(part) } }
      }
      register(AppServices.Parts.store, store)
      register(AppServices.Parts.keychain, EmptyKeychain())
      register(AppServices.Parts.notifications, NotificationScheduler())
      register(AppServices.Parts.backups, MemoryBackupPlace())
      register(AppServices.Parts.gitHub, OneRepository())
      let log = system.errors.makeLog(10, [])
      register(AppServices.Parts.errors, system.errors.makePresenter(log) { .distantPast })
    }
    registerParts { missing[$0] ?? .present }
    for service in services {
      let (lack, lacking) = (service.lack(container), service.needs.filter { missing[$0] != nil })
      try expect(
        "what \(service.name) lacks: \(lack ?? "nothing"), of \(lacking)",
        lack.map { lacking.contains($0) } ?? lacking.isEmpty)
    }
    registerParts { missing[$0] == nil ? .absent : .present }
    for service in services {
      try expect("what \(service.name) lacks in the end", service.lack(container), equals: nil)
    }
    try await store.close()
  }
}
