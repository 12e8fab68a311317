import Foundation
import StorageContract

/// What a device provides for CountMe.
public struct CountMePlatform: Sendable {
  /// The store of this launch. No other app may use it.
  public var store: any Store
  /// The user's documents on the server.
  public var server: any DocumentServer
  /// Whether there is a network.
  public var isOnline: @Sendable () -> Bool
  /// The clock for the delays between retries. It may begin anew when the device restarts.
  public var clock: any Clock<Duration>
  /// The wall clock, which anybody may set.
  public var now: @Sendable () -> Date
  /// The zone in which the user's days begin. It may change while the app runs.
  public var timeZone: @Sendable () -> TimeZone
  /// Makes the ids of new logs.
  public var makeID: @Sendable () -> UUID

  /// A platform. By default the wall clock, the time zone and the ids are the system's.
  public init(
    store: any Store, server: any DocumentServer, isOnline: @escaping @Sendable () -> Bool, clock: any Clock<Duration>,
    now: @escaping @Sendable () -> Date = { Date() }, timeZone: @escaping @Sendable () -> TimeZone = { .current },
    makeID: @escaping @Sendable () -> UUID = { UUID() }
  ) {
    self.store = store
    self.server = server
    self.isOnline = isOnline
    self.clock = clock
    self.now = now
    self.timeZone = timeZone
    self.makeID = makeID
  }
}

/// CountMe, put together: entries, the offline queue, its retries and the way to the server.
///
/// The user reads and writes the store alone, with or without a network. ``synchronize()`` exchanges documents; the host
/// calls it when the app is shown, and in the background.
public actor CountMeApp {
  /// What went wrong and stopped nothing, in the order in which it happened.
  public enum Notice: Sendable {
    /// An operation that the server never took. The entry keeps its change.
    case notSent(SyncOperation, SyncError)
    /// A document of the server, or a row, that does not read.
    case skipped(SkippedDocument)
    /// A change is stored but not queued. The next launch queues it.
    case notQueued(SyncOperation, any Error)
  }

  /// The documents that were skipped, and the changes that were not queued, since the launch. See ``notices``.
  private var ownNotices: [Notice] = []
  private let platform: CountMePlatform
  private let parts: CountMeSystem
  private let data: DataStore
  private let engine: any SyncEngine
  private var isSynchronizing = false
  private var isAskedAgain = false

  private init(_ platform: CountMePlatform, _ parts: CountMeSystem, _ data: DataStore, _ engine: any SyncEngine) {
    self.platform = platform
    self.parts = parts
    self.data = data
    self.engine = engine
  }

  /// Opens the queue, and queues the changes that the server does not know. It asks nothing of the network.
  /// - Throws: ``SyncError/invalidData(reason:)`` for a queue that does not read; `StoreError`. The caller may launch again.
  public static func launch(_ platform: CountMePlatform, _ parts: CountMeSystem) async throws -> CountMeApp {
    let data = DataStore(platform.store, parts)
    let engine = try await parts.openSyncEngine(
      SyncSetup(
        store: platform.store, transport: DocumentTransport(data: data, server: platform.server), clock: platform.clock))
    let app = CountMeApp(platform, parts, data, engine)
    try await app.queueUnsent()
    return app
  }

  /// All that the user has, by model and id. Rows that do not read are left out, and noted.
  public func entries() async throws -> [CountMeEntry] {
    let (entries, skipped) = try await data.contents()
    note(skipped)
    return entries
  }

  /// The log of the present day in the present time zone. Nil: no goal was set.
  public func todaysLog() async throws -> DailyLog? {
    let isToday = isToday
    for case .log(let log) in try await entries() where isToday(log.date) { return log }
    return nil
  }

  /// Stores something new. When it returns, the entry is stored.
  /// - Throws: ``ValidationError``, whose description is for the user; `StoreError`. Nothing has changed then.
  public func add(_ draft: CountMeDraft) async throws {
    let entry = try parts.entry(of: draft)
    await queue(try await data.save(entry, mustExist: false, at: platform.now()))
  }

  /// Replaces an entry.
  /// - Throws: as ``add(_:)``, and ``EntryNotFound``.
  public func change(_ draft: CountMeDraft) async throws {
    let entry = try parts.entry(of: draft)
    await queue(try await data.save(entry, mustExist: true, at: platform.now()))
  }

  /// Deletes an entry.
  /// - Throws: ``EntryNotFound``; `StoreError`. Nothing has changed then.
  public func delete(_ id: UUID, of type: SyncEntityType) async throws {
    await queue(try await data.delete(id, of: type, at: platform.now()))
  }

  /// Sets the goal of today's log in kcal, which it makes if there is none. Nil removes the goal.
  /// - Throws: ``ValidationError``; `StoreError`. Nothing has changed then.
  public func setGoal(_ goal: Double?) async throws {
    let date = platform.now()
    let new = try parts.makeDailyLog(DailyLog.Fields(id: platform.makeID(), date: date, dailyGoal: goal))
    await queue(try await data.save(goalOf: new, isOfTheDay: isToday, at: date))
  }

  /// Sends the queue and takes over what the server has. Without a network it does nothing. If it is running, it runs once
  /// more afterwards, and this call returns at once.
  /// - Throws: `StoreError`; ``SyncError/maxRetriesExceeded`` or what no retry cures if the server does not answer;
  ///   `CancellationError`. Changes that were not sent stay, and the user can go on.
  public func synchronize() async throws {
    guard platform.isOnline() else { return }
    guard !isSynchronizing else {
      isAskedAgain = true
      return
    }
    isSynchronizing = true
    defer { isSynchronizing = false }
    repeat {
      isAskedAgain = false
      try await engine.processQueue()
      for type in SyncEntityType.allCases { note(try await data.merge(try await documents(of: type), of: type)) }
    } while isAskedAgain
  }

  /// The network is back: queues what the server still lacks, also what failed for good, and synchronizes.
  /// - Throws: as ``synchronize()``.
  public func networkCameBack() async throws {
    try await queueUnsent()
    try await synchronize()
  }

  /// How many changes wait to be sent.
  public var waiting: Int { get async { await engine.syncQueue.count } }

  /// What went wrong since the launch and stopped nothing.
  public var notices: [Notice] {
    get async { await engine.log.map { Notice.notSent($0.operation, $0.error) } + ownNotices }
  }

  private func documents(of type: SyncEntityType) async throws -> [String: FirestoreData] {
    let found = Remembered<[String: FirestoreData]>([:])
    try await parts.retry(RetryPolicy(), platform.clock) { [server = platform.server] in
      found.set(try await server.documents(of: type))
    }
    return found.now
  }

  private func queueUnsent() async throws {
    let queued = await engine.syncQueue
    // The queue has an older change of an entry if the app ended before it queued the last one.
    for operation in try await data.unsent()
    where !queued.contains(where: { operation.concernsSameEntity(as: $0) && operation.kind == $0.kind }) {
      try await engine.queueOperation(operation)
    }
  }

  /// The change is stored already, so that a failure here loses nothing.
  private func queue(_ operation: SyncOperation) async {
    do { try await engine.queueOperation(operation) } catch { ownNotices.append(.notQueued(operation, error)) }
  }

  private func note(_ skipped: [SkippedDocument]) { ownNotices += skipped.map(Notice.skipped) }

  private var isToday: @Sendable (Date) -> Bool {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = platform.timeZone()
    let now = platform.now()
    return { [calendar] in calendar.isDate($0, inSameDayAs: now) }
  }
}
