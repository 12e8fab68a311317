import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// The app's services over one data actor, and a store that notes who writes.
struct WriterSession: Sendable {
  let witness: AccessWitness
  private let data: DataActor
  private let posts: any Repository<SocialPost>
  private let amounts: any SharedAmounts
  private let backups: any DataBackups
  private let sync: any ProjectSync
  private let migrator: any Migrator
  /// An export with one post.
  private let export: Data
  private let otherActor = Caller()

  init(_ system: PersonalOSSystem) async throws {
    let base = try await system.openStore()
    // What is there before, written beneath the notes.
    let before = DataActor(store: base)
    try await BaseRepository(before).save(Self.post(0))
    let place = MemoryBackupPlace()
    func backupSetup(_ data: DataActor) -> BackupSetup {
      BackupSetup(
        data: data, backups: place, keychain: EmptyKeychain(), notifications: NotificationScheduler())
    }
    export = try await system.backup.openService(backupSetup(before)).exportAllData()
    try await AmountBook(before).add(1_000, to: "a")
    try await before.perform { try $0.live().setSchemaVersion(1) }

    witness = AccessWitness(base)
    data = DataActor(store: witness.store)
    witness.belongs(to: data)
    let setup = DataSetup(data: data, store: witness.storeOfOthers)
    posts = system.dataAccess.openPosts(setup)
    amounts = system.dataAccess.openAmounts(setup)
    backups = try await system.backup.openService(backupSetup(data))
    sync = try await system.gitHub.openSync(
      GitHubSetup(data: data, transport: OneRepository()) { UUID() })
    migrator = try await system.migration.openMigrator(
      MigrationSetup(data: data, backups: place, present: { _ in }, now: { Date() }), system.migration.steps)
  }

  /// Runs the operations beside each other, each from where it says.
  func run(_ operations: [DataOperation]) async throws {
    let tasks = operations.enumerated().map { number, operation in
      Task {
        for _ in 0..<operation.waits { await Task.yield() }
        try await start(operation, number)
      }
    }
    for task in tasks { try await task.value }
  }

  /// The data actor's word counts inside its own closures, and nowhere else: not before or after, not in another actor's, and
  /// not in a task that a closure leaves behind.
  func expectAttestation(_ isPerforming: @escaping @Sendable (DataActor) -> Bool) async throws {
    let data = data
    let other = DataActor(store: try await MemoryLocation().open())
    try expect("outside of a closure", isPerforming(data), equals: false)
    let (own, others, task) = try await data.perform { _ in
      let left = Task {
        try? await Task.sleep(for: .zero)
        return isPerforming(data)
      }
      return (isPerforming(data), isPerforming(other), left)
    }
    try expect("inside of a closure", own, equals: true)
    try expect("inside of a closure of another actor", others, equals: false)
    // The closure has returned by now: so it is over.
    try expect("in a task that a closure has left behind", await task.value, equals: false)
    try expect("after a closure", isPerforming(data), equals: false)
    let thrown = await thrownError { try await data.perform { _ in throw RefusedCommit() } }
    try expect("why a closure fails", thrown as? RefusedCommit, equals: RefusedCommit())
    try expect("after a closure that failed", isPerforming(data), equals: false)
  }

  func end() async throws { try await witness.store.close() }

  private func start(_ operation: DataOperation, _ number: Int) async throws {
    let work: @Sendable () async throws -> Void = {
      try await AccessWitness.$operation.withValue(number) { try await perform(operation.kind, number) }
    }
    switch operation.start {
    case .mainActor: try await Self.callFromMainActor(work)
    case .detachedTask: try await Task.detached(operation: work).value
    case .otherActor: try await otherActor.call(work)
    case .nestedTask:
      // It inherits what is known of the closure that it is started in, and outlives it.
      try await data.perform { _ in Task(operation: work) }.value
    }
  }

  private func perform(_ kind: DataOperation.Kind, _ number: Int) async throws {
    switch kind {
    case .save: try await posts.save(Self.post(number))
    case .delete: try await posts.delete(Self.post(0))
    case .add: try await amounts.add(1, to: "b")
    case .transfer: _ = try await amounts.transfer(1, from: "a", to: "c")
    case .importBackup: try await backups.importData(export)
    case .sync: _ = try await sync.syncProjects(username: "user")
    case .migrate: try await migrator.performMigration(to: .current)
    }
  }

  @MainActor
  private static func callFromMainActor(_ work: @Sendable () async throws -> Void) async throws {
    try await work()
  }

  private static func post(_ number: Int) -> SocialPost {
    SocialPost(
      id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8(number & 0xff))),
      text: "post \(number)", createdAt: Date(timeIntervalSinceReferenceDate: 0), status: .draft)
  }
}

/// An actor that somebody calls from.
private actor Caller {
  func call(_ work: @Sendable () async throws -> Void) async throws { try await work() }
}
