import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// The app's operations over one data actor.
struct WritesDriver: Sendable {
  let store: RecordingStore
  private let app: StoreOperation.App
  private let otherActor = Caller()

  private actor Caller {}

  /// - Parameter operations: what they need is put there.
  init(_ operations: [DataOperation], _ system: PersonalOSSystem) async throws {
    store = try await RecordingStore(system)
    let data = store.setup.data
    var system = system
    system.dataAccess.openData = { _ in data }
    app = StoreOperation.App(
      system: system, store: store.setup.store, keychain: EmptyKeychain(), backups: MemoryBackupPlace())
    for operation in operations { try await operation.kind.storeOperation?.prepare(app) }
    // An old layout, so that there is something to migrate.
    try await data.perform { try $0.live().setSchemaVersion(1) }
  }

  /// Runs the operations beside each other, each from where it says.
  func run(_ operations: [DataOperation]) async throws {
    try await runLanes(operations.map { [$0] }) { operation, number in
      for _ in 0..<operation.waits { await Task.yield() }
      let work: @Sendable () async throws -> Void = {
        try await RecordingStore.$operation.withValue(number) {
          try await operation.kind.storeOperation?.perform(app)
        }
      }
      switch operation.start {
      case .mainActor: try await call(work, from: MainActor.shared)
      case .otherActor: try await call(work, from: otherActor)
      case .detachedTask: try await Task.detached(operation: work).value
      // The task inherits what is known of the closure that starts it, and outlives it.
      case .nestedTask: try await store.setup.data.perform { _ in Task(operation: work) }.value
      }
    }
  }

  private func call(_ work: @Sendable () async throws -> Void, from actor: isolated any Actor) async throws {
    try await work()
  }

  /// The data actor's word counts inside its own closures, and nowhere else: not in another actor's, and not in a task
  /// that a closure leaves behind.
  func expectAttestation(_ system: PersonalOSSystem) async throws {
    let data = store.setup.data
    let other = system.dataAccess.openData(try await MemoryLocation().open())
    try expect("outside of a closure", data.isPerforming, equals: false)
    let (own, others, task) = try await data.perform { _ in
      let left = Task {
        try? await Task.sleep(for: .zero)
        return data.isPerforming
      }
      return (data.isPerforming, other.isPerforming, left)
    }
    try expect("inside of a closure", own, equals: true)
    try expect("inside of a closure of another actor", others, equals: false)
    // The closure has returned by now: so it is over.
    try expect("in a task that a closure has left behind", await task.value, equals: false)
    let thrown = await thrownError { try await data.perform { _ in throw RefusedCommit() } }
    try expect("why a closure fails", thrown as? RefusedCommit, equals: RefusedCommit())
    try expect("after closures", data.isPerforming, equals: false)
  }
}

extension DataOperation.Kind {
  fileprivate var storeOperation: StoreOperation? { StoreOperation.all.first { $0.name == rawValue } }
}
