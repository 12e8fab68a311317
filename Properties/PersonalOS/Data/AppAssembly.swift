import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// The app's own services in a container in which some of the platform's parts are missing.
@MainActor
struct AppAssembly {
  private struct Failure: Error {}

  private let system: PersonalOSSystem
  private let store: any Store
  private let container: any DependencyRegistry
  /// What each service was called before it was registered.
  private var names: [String?] = []

  init(_ system: PersonalOSSystem, missing: [AppPart: AppPart.Lack]) async throws {
    self.system = system
    store = try await system.openStore()
    container = system.dataAccess.makeContainer()
    names = Self.needs.map { lack(of: $0.key) }
    AppServices.register(in: container)
    for part in AppPart.allCases where missing[part] != .absent {
      register(part, fails: missing[part] == .failing)
    }
  }

  /// Each service can be had just where all that it needs is there; afterwards too, once the rest is there.
  func expectResolved(missing: [AppPart: AppPart.Lack]) async throws {
    try expect(
      "each of \(Self.needs.count) services that nobody has registered is missed by a name of its own: \(names)",
      Set(names.compactMap(\.self)).subtracting([""]).count == Self.needs.count)
    for (service, needs) in Self.needs {
      let lacking = needs.filter { missing[$0] != nil }.map(\.rawValue)
      try expect("what \(service) lacks", lack(of: service), oneOf: lacking)
    }
    for part in missing.keys { register(part, fails: false) }
    for (service, _) in Self.needs {
      try expect("what \(service) lacks in the end", lack(of: service), oneOf: [])
    }
    let posts = try container.resolve(AppServices.posts)
    try expect("posts in a new store", try await posts.fetchAll().count, equals: 0)
    try await store.close()
  }

  /// The platform's part that each service cannot do without.
  private static let needs: KeyValuePairs<String, Set<AppPart>> = [
    "data": [.store], "gate": [], "requests": [.store], "posts": [.store], "projectSync": [.store, .gitHub],
    "backupService": [.store, .backups, .keychain, .notifications], "migrator": [.store, .backups, .errors],
  ]

  /// The name in the error; nil where the service can be had.
  private func lack(of service: String) -> String? {
    func lack<Service: Sendable>(_ key: DependencyKey<Service>) -> String? {
      let consumer = DependentModel(key, from: container)
      consumer.start()
      do {
        _ = try container.resolve(key)
        return consumer.service == nil ? "idle though it can be had" : nil
      } catch DependencyError.missing(let name) {
        return consumer.error == nil ? "no error for the user" : name
      } catch {
        return "\(error)"
      }
    }
    return switch service {
    case "data": lack(AppServices.data)
    case "gate": lack(AppServices.gate)
    case "requests": lack(AppServices.requests)
    case "posts": lack(AppServices.posts)
    case "projectSync": lack(AppServices.projectSync)
    case "backupService": lack(AppServices.backupService)
    default: lack(AppServices.migrator)
    }
  }

  private func register(_ part: AppPart, fails: Bool) {
    let presenter = system.errors.makePresenter(system.errors.makeLog(10, [])) { .distantPast }
    func give<Service: Sendable>(_ key: DependencyKey<Service>, _ service: Service) {
      container.register(key) { _ in
        if fails { throw Failure() }
        return service
      }
    }
    switch part {
    case .store: give(AppServices.Parts.store, store)
    case .keychain: give(AppServices.Parts.keychain, EmptyKeychain())
    case .notifications: give(AppServices.Parts.notifications, NotificationScheduler())
    case .backups: give(AppServices.Parts.backups, MemoryBackupPlace())
    case .gitHub: give(AppServices.Parts.gitHub, OneRepository())
    case .errors: give(AppServices.Parts.errors, presenter)
    }
  }
}

/// Fails unless the name is one of those that are lacking, or nil where none is.
private func expect(_ claim: String, _ name: String?, oneOf lacking: [String]) throws {
  let expected = lacking.isEmpty ? "nothing" : lacking.sorted().joined(separator: " or ")
  try expect(
    "\(claim): expected \(expected), got \(name ?? "nothing")",
    lacking.isEmpty ? name == nil : name.map { lacking.contains($0) } ?? false)
}
