import PropertyTesting
import StorageContract

/// Clients that write while a store is compacted, backed up and restored, and what each of them may then find.
///
/// Each client counts: its n-th transaction puts n at its key in two collections, and makes and deletes records beside,
/// so that a compaction has something to do.
struct MaintenanceHistory: Sendable {
  /// Of each client, when its transactions began and ended, in their order.
  private(set) var writes: [[CallClock.Span]]
  private(set) var backups: [CallClock.Span] = []
  /// The last restore, and the number of the backup that it took.
  private(set) var restore: (span: CallClock.Span, backup: Int)?
  /// How many backups there were before the first restore.
  private(set) var backupsBeforeRestores: Int?

  static let collections = ["a", "b"]

  static func key(_ client: Int) -> String { "client \(client)" }

  private var steps: [CallClock.Span] = []

  /// Whether a transaction and a step were under way at the same time.
  var isOverlapping: Bool {
    steps.contains { step in writes.joined().contains { $0.begin < step.end && $0.end > step.begin } }
  }

  /// - Parameter further: how often each client writes once the steps are done.
  /// - Returns: the history, when all have ended and every state that was read meanwhile was one of a moment.
  static func run(
    _ steps: [MaintenanceStep], clients: Int, further: Int, on store: any Store, _ folder: LawFolder
  ) async throws -> MaintenanceHistory {
    let clock = CallClock()
    let history = Remembered(MaintenanceHistory(writes: Array(repeating: [], count: clients)))
    let isDone = Remembered(false)
    var bodies: [@Sendable () async throws -> Void] = (0..<clients).map { client in
      {
        var left = further
        // Nobody waits for a client that has failed.
        defer { if left >= 0 { isDone.set(true) } }
        for number in 1...100 where left >= 0 {
          let span = try await clock.span { try await write(number, by: client, to: store) }
          history.withValue { $0.writes[client].append(span) }
          await Task.yield()
          if isDone.now { left -= 1 }
        }
      }
    }
    bodies.append {
      defer { isDone.set(true) }
      for step in steps {
        // Not before there is something to compact or to back up.
        while history.now.writes.contains(where: \.isEmpty), !isDone.now { await Task.yield() }
        await Task.yield()
        let span = try await clock.span { try await perform(step, on: store, folder, clock, history) }
        history.withValue { $0.steps.append(span) }
      }
    }
    bodies.append {
      while !isDone.now {
        let found = try await values(of: store, clients)
        try expect("what a reader finds at the keys of \(collections[1])", found[1], equals: found[0])
        await Task.yield()
      }
    }
    try await ConcurrentClients.together(bodies)
    return history.now
  }

  private static func write(_ number: Int, by client: Int, to store: any Store) async throws {
    try await store.writeAgain { transaction in
      for collection in collections {
        try transaction.put(["n": .int64(Int64(number))], at: key(client), in: collection)
      }
      try transaction.put(["t": .text("passing")], at: "\(client)-\(number)", in: "c")
      if number > 2 { try transaction.delete("\(client)-\(number - 2)", in: "c") }
    }
  }

  private static func perform(
    _ step: MaintenanceStep, on store: any Store, _ folder: LawFolder, _ clock: CallClock,
    _ history: Remembered<MaintenanceHistory>
  ) async throws {
    let backups = history.now.backups.count
    switch step {
    case .compact: try await again { try await store.compact() }
    case .backUp:
      let span = try await clock.span { try await again { try await store.backup(to: folder.file("\(backups)")) } }
      history.withValue { $0.backups.append(span) }
    case .restore:
      guard backups > 0 else { return }
      let span = try await clock.span {
        try await again { try await store.restore(from: folder.file("\(backups - 1)")) }
      }
      history.withValue { history in
        history.restore = (span, backups - 1)
        history.backupsBeforeRestores = history.backupsBeforeRestores ?? backups
      }
    }
  }

  /// A store may ask for another try, as it may of a transaction.
  private static func again(_ body: () async throws -> Void) async throws {
    for _ in 1..<100 {
      do { return try await body() } catch StoreError.conflict {}
    }
    try await body()
  }

  /// What each client's key holds, by collection; 0 where it is absent.
  static func values(of store: any Store, _ clients: Int) async throws -> [[Int64]] {
    try await store.readAgain { transaction in
      try collections.map { collection in
        try (0..<clients).map { client in
          try transaction.get(key(client), in: collection).flatMap { StoreHistoryRecord($0).value } ?? 0
        }
      }
    }
  }

  /// The numbers that a backup may have of a client: of a transaction that may have been the last one done.
  func numbers(of client: Int, inBackup number: Int) -> ClosedRange<Int64> {
    let (spans, backup) = (writes[client], backups[number])
    let least = spans.count { $0.end < backup.begin }
    let most = spans.count { $0.begin < backup.end }
    return Int64(least)...Int64(max(least, most))
  }

  /// The numbers that the store may have of a client in the end.
  /// - Parameter backedUp: what the restored backup has of it.
  func finalNumbers(of client: Int, backedUp: Int64?) -> [Int64] {
    let last = Int64(writes[client].count)
    guard let restore, let backedUp, let write = writes[client].last else { return [last] }
    if write.begin > restore.span.end { return [last] }
    return write.end < restore.span.begin ? [backedUp] : [backedUp, last]
  }
}
