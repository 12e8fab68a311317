import PropertyTesting
import StorageContract

/// Clients that write while a store is compacted, backed up and restored, and what each of them may then find.
///
/// Each client counts: its n-th transaction puts n at its key in two collections and a record of its own into a log, and
/// deletes what it has put beside, so that a compaction has something to do.
struct MaintenanceHistory: Sendable {
  /// Of each client, when its transactions began and ended, in their order.
  private(set) var writes: [[CallClock.Span]]
  private(set) var backups: [(span: CallClock.Span, path: String)] = []
  /// The last restore, and the path of the backup that it took.
  private(set) var restore: (span: CallClock.Span, path: String)?
  private var firstRestoreBegan: Int?

  static let collections = ["a", "b"]

  /// Those that write for as long as the steps take, and one for each who does steps.
  var clients: Int { writes.count }

  static func key(_ client: Int) -> String { "client \(client)" }

  private static func logged(_ number: Int, by client: Int) -> String { "\(client) \(number)" }

  private var steps: [CallClock.Span] = []

  /// Whether a transaction was under way beside a step. A store that never waits may do one after the other.
  var isOverlapping: Bool {
    steps.contains { step in writes.joined().contains { $0.begin < step.end && $0.end > step.begin } }
  }

  /// - Parameters:
  ///   - stores: of the two that do the steps, of the reader, and of each client.
  ///   - further: how often each client writes once the steps are done.
  /// - Returns: the history, when all have ended and every state that was read meanwhile was one of a moment.
  static func run(
    _ steps: [MaintenanceStep], clients: Int, further: Int, on stores: [any Store], _ folder: LawFolder
  ) async throws -> MaintenanceHistory {
    let clock = CallClock()
    let history = Remembered(MaintenanceHistory(writes: Array(repeating: [], count: clients + 2)))
    let isDone = Remembered(false)
    var bodies: [@Sendable () async throws -> Void] = (0..<clients).map { client in
      {
        var left = further
        // Nobody waits for a client that has failed.
        defer { if left >= 0 { isDone.set(true) } }
        for _ in 1...100 where left >= 0 {
          try await write(by: client, to: stores[3 + client], clock, history)
          await Task.yield()
          if isDone.now { left -= 1 }
        }
      }
    }
    let working = Remembered(2)
    // Two do the steps by turns, so that those overlap; one of them does all restores, so that one of them is the last.
    for worker in 0..<2 {
      let own = steps.enumerated().filter { ($1 == .restore ? 0 : $0 % 2) == worker }.map(\.element)
      let store = stores[worker]
      bodies.append {
        defer { if working.withValue({ $0 -= 1; return $0 }) == 0 { isDone.set(true) } }
        for step in own {
          // Not before there is something to compact or to back up.
          while history.now.writes[..<clients].contains(where: \.isEmpty), !isDone.now { await Task.yield() }
          // Two writes begin with the step, however fast it is.
          try await ConcurrentClients.together([
            {
              let span = try await clock.span { try await perform(step, on: store, folder, clock, history) }
              history.withValue { $0.steps.append(span) }
            },
            { for _ in 0..<2 { try await write(by: clients + worker, to: store, clock, history) } },
          ])
        }
      }
    }
    bodies.append {
      while !isDone.now {
        try await MaintainedContents(of: stores[2], clients + 2).expectWhole("a reader")
        await Task.yield()
      }
    }
    try await ConcurrentClients.together(bodies)
    return history.now
  }

  /// The next transaction of a client.
  private static func write(
    by client: Int, to store: any Store, _ clock: CallClock, _ history: Remembered<MaintenanceHistory>
  ) async throws {
    let number = history.now.writes[client].count + 1
    let span = try await clock.span { try await write(number, by: client, to: store) }
    history.withValue { $0.writes[client].append(span) }
  }

  private static func write(_ number: Int, by client: Int, to store: any Store) async throws {
    try await store.writeAgain { transaction in
      for collection in collections {
        try transaction.put(["n": .int64(Int64(number))], at: key(client), in: collection)
      }
      try transaction.put([:], at: logged(number, by: client), in: "log")
      try transaction.put(["t": .text("passing")], at: "\(client)-\(number)", in: "c")
      if number > 2 { try transaction.delete("\(client)-\(number - 2)", in: "c") }
    }
  }

  private static func perform(
    _ step: MaintenanceStep, on store: any Store, _ folder: LawFolder, _ clock: CallClock,
    _ history: Remembered<MaintenanceHistory>
  ) async throws {
    switch step {
    case .compact: try await again { try await store.compact() }
    case .backUp:
      let path = folder.file("\(clock.tick())")
      let span = try await clock.span { try await again { try await store.backup(to: path) } }
      history.withValue { $0.backups.append((span, path)) }
    case .restore:
      if history.now.backups.isEmpty { try await perform(.backUp, on: store, folder, clock, history) }
      guard let backup = history.now.backups.last else { return }
      let span = try await clock.span { try await again { try await store.restore(from: backup.path) } }
      history.withValue { history in
        history.restore = (span, backup.path)
        history.firstRestoreBegan = history.firstRestoreBegan ?? span.begin
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

  /// The numbers that a backup may have of a client: of a transaction that may have been the last one done. Nil if a
  /// restore may have taken back what had ended before.
  func numbers(of client: Int, in backup: CallClock.Span) -> ClosedRange<Int>? {
    if let firstRestoreBegan, firstRestoreBegan < backup.end { return nil }
    let least = writes[client].count { $0.end < backup.begin }
    let most = writes[client].count { $0.begin < backup.end }
    return least...max(least, most)
  }

  /// What the log must have of a client, and what it may have besides.
  /// - Parameter backedUp: what the restored backup has of it.
  func log(of client: Int, backedUp: Set<Int>?) -> (must: Set<Int>, may: Set<Int>) {
    let all = Set(1..<(writes[client].count + 1))
    guard let restore, let backedUp else { return (all, []) }
    let after = all.filter { writes[client][$0 - 1].begin > restore.span.end }
    let beside = all.filter { writes[client][$0 - 1].end > restore.span.begin }
    return (backedUp.union(after), beside)
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
