import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// The app's services over one data actor, and a store that notes who writes.
struct WriterSession: Sendable {
  let witness: AccessWitness
  private let data: any DataAccess
  private let posts: any Repository<SocialPost>
  private let bookmarks: any ArticleBookmarks
  private let tasks: any ArticleTasks
  private let backups: any DataBackups
  private let sync: any ProjectSync
  private let migrator: any Migrator
  /// An export with one post.
  private let export: Data
  private let otherActor = Caller()

  init(_ system: PersonalOSSystem) async throws {
    let base = try await system.openStore()
    // What is there before, written beneath the notes.
    let before = system.dataAccess.openData(base)
    try await BaseRepository(before).save(Self.post(0))
    let place = MemoryBackupPlace()
    func backupSetup(_ data: any DataAccess) -> BackupSetup {
      BackupSetup(
        data: data, backups: place, keychain: EmptyKeychain(), notifications: NotificationScheduler())
    }
    export = try await system.backup.openService(backupSetup(before)).exportAllData()
    try await before.perform { try $0.live().setSchemaVersion(1) }

    witness = AccessWitness(base)
    data = system.dataAccess.openData(witness.store)
    witness.belongs(to: data)
    let setup = DataSetup(data: data, store: witness.storeOfOthers)
    posts = system.dataAccess.openPosts(setup)
    bookmarks = system.bookmarks.openBookmarks(data)
    tasks = system.bookmarks.openTasks(data) { .distantPast }
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
  func expectAttestation(_ system: PersonalOSSystem) async throws {
    let data = data
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
    try expect("after a closure", data.isPerforming, equals: false)
    let thrown = await thrownError { try await data.perform { _ in throw RefusedCommit() } }
    try expect("why a closure fails", thrown as? RefusedCommit, equals: RefusedCommit())
    try expect("after a closure that failed", data.isPerforming, equals: false)
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
    case .bookmark: try await bookmarks.bookmark(Self.item(number))
    case .makeTask: _ = try await tasks.createTask(from: Self.item(number))
    case .importBackup: try await backups.importData(export)
    case .sync: _ = try await sync.syncProjects(username: "user")
    case .migrate: try await migrator.performMigration(to: .current)
    }
  }

  @MainActor
  private static func callFromMainActor(_ work: @Sendable () async throws -> Void) async throws {
    try await work()
  }

  private static func item(_ number: Int) -> NewsItem {
    NewsItem(
      id: "article \(number)", url: "https://news.example/\(number)", title: "", summary: "",
      publishedAt: Date(timeIntervalSinceReferenceDate: 0), source: "", dataSource: .api)
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
