import ArgusReference
import DeterministicScheduling
import Foundation
import PropertyTesting
import Testing

/// Small instances of the health monitor, the coordinator and the cache, in every order in which their tasks can take turns.
@Suite("Health monitor, coordinator and cache, proven")
struct ProvenTests {
  /// What listeners are told is a chain of changes that ends in the health that the monitor shows. Its mark of the health is memory
  /// that anybody reads, so that all orders are run.
  @Test func threeReportsAtOnce() throws {
    let result = try check("a failure between two successes", scheduled: .everyInterleaving(sharing: .anything)) {
      let told = Told()
      let monitor = CloudKitHealthMonitor(
        HealthSetup(machine: HealthMachine(), time: .device, announce: { told.add($0) }))
      async let one: Void = monitor.report(.success, of: "a")
      async let other: Void = monitor.report(.failure, of: "b")
      async let third: Void = monitor.report(.success, of: "c")
      _ = await (one, other, third)
      let changes = told.changes
      try expect("the first change", changes.first?.from, equals: .unknown)
      try expect("each goes on from the last", Array(changes.dropFirst().map(\.from)), equals: Array(changes.dropLast().map(\.to)))
      try expect("health", monitor.health, equals: changes.last?.to ?? .unknown)
    }
    #expect(result.proof?.hasPrefix("proven: the only case, in all ") == true)
  }

  /// Two requests of one type never overlap, each runs once, and nothing is left, also if one is cancelled.
  @Test(arguments: [false, true])
  func twoRequests(oneIsCancelled: Bool) throws {
    // Whoever cancels sets a mark that the request reads: memory that is not an actor's.
    let sharing: Schedules.Sharing = oneIsCancelled ? .anything : .onlyActors
    let result = try check("two exports", scheduled: .everyInterleaving(sharing: sharing)) {
      let log = RequestLog()
      let coordinator = CloudKitRequestCoordinator(
        CoordinatorSetup(queue: RequestQueue(), health: log, logger: Logger(), time: .device))
      let tasks = [1, 2].map { number in
        Task {
          try await coordinator.enqueueRequest(.export, named: "\(number)", priority: .normal) {
            await log.begin(number)
            await log.end(number)
          }
        }
      }
      if oneIsCancelled { tasks[1].cancel() }
      var ended = 0
      for task in tasks { if case .success = await task.result { ended += 1 } }
      let (runs, most, reports) = await (log.runs, log.most, log.reports)
      try expect("at the same time", most, equals: 1)
      try expect("runs", runs.sorted(), equals: ended == 2 ? [1, 2] : [1])
      try expect("reports", reports, equals: ended)
      try expect("load when all is quiet", await coordinator.load, equals: CoordinatorLoad(running: 0, pending: 0))
      if !oneIsCancelled { try expect("ended", ended, equals: 2) }
    }
    #expect(result.proof?.hasPrefix("proven: the only case, in all ") == true)
  }

  /// A list that was read before a write is not kept as fresh after it.
  @Test func aReaderAndAWriter() throws {
    let read: @Sendable (TopicCache, Database) async -> Void = { cache, database in
      let generation = await cache.generation()
      await cache.fill(await database.articles(), for: "a", since: generation)
    }
    let result = try check("a list and a write", scheduled: .everyInterleaving(sharing: .onlyActors)) {
      let (cache, database) = (TopicCache(), Database())
      async let reader: Void = read(cache, database)
      async let another: Void = read(cache, database)
      async let writer: Void = {
        await database.write()
        await cache.invalidate(["a"])
      }()
      _ = await (reader, another, writer)
      if let entry = await cache.entry(for: "a"), entry.isFresh {
        try expect("the fresh list", entry.articles, equals: await database.articles())
      }
    }
    #expect(result.proof?.hasPrefix("proven: the only case, in all ") == true)

    // Who asks for the generation after reading keeps an old list as fresh: the same search finds it.
    #expect(throws: PropertyFailure.self) {
      try check("asked too late", scheduled: .everyInterleaving(sharing: .onlyActors)) {
        let (cache, database) = (TopicCache(), Database())
        async let reader: Void = {
          let articles = await database.articles()
          await cache.fill(articles, for: "a", since: await cache.generation())
        }()
        async let writer: Void = {
          await database.write()
          await cache.invalidate(["a"])
        }()
        _ = await (reader, writer)
        if let entry = await cache.entry(for: "a"), entry.isFresh {
          try expect("the fresh list", entry.articles, equals: await database.articles())
        }
      }
    }
  }
}

/// Of runs on one thread each.
private final class Told: @unchecked Sendable {
  private(set) var changes: [HealthTransition] = []
  func add(_ change: HealthTransition) { changes.append(change) }
}

private actor RequestLog: CloudHealthMonitoring {
  private(set) var runs: [Int] = []
  private(set) var most = 0
  private(set) var reports = 0
  private var running = 0

  nonisolated var health: CloudHealth { .healthy }
  func report(_ outcome: OperationOutcome, of operation: String) { reports += 1 }

  func begin(_ number: Int) {
    runs.append(number)
    running += 1
    most = max(most, running)
  }

  func end(_ number: Int) { running -= 1 }
}

private actor Database {
  private var isWritten = false
  func write() { isWritten = true }
  func articles() -> [ArticleModel] { isWritten ? [] : [ArticleModel(id: "1", title: "old")] }
}
