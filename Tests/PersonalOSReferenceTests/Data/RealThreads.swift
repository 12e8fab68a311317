import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract
import Synchronization

@testable import PersonalOSProperties

/// What guards the app's shared state, used by several threads at the same time: the stress mode of POS-11 and POS-14.
///
/// A schedule runs on one thread and changes tasks at suspensions alone, so it never comes between two statements
/// without an `await` between them. Real threads do, and ThreadSanitizer watches them. In return nothing here can be
/// replayed: which threads meet where is up to the machine.
struct RealThreads: Sendable {
  let threads: Int
  /// What each thread does.
  let rounds: Int

  private var total: Int { threads * rounds }

  /// Every entry is in the log, or counted as dropped.
  func expectWholeLog(_ system: PersonalOSSystem) throws {
    for capacity in [total, max(1, total / 3)] {
      let log = system.errors.makeLog(capacity, [])
      atOnce { thread, round in
        log.record(NetworkError.timeout, context: "\(thread)/\(round)", at: .distantPast)
      }
      let entries = log.entries
      try expect("entries of a log for \(capacity)", entries.count, equals: capacity)
      try expect("entries that differ", Set(entries.map(\.context)).count, equals: capacity)
      try expect("entries that were dropped", log.droppedCount, equals: total - capacity)
    }
  }

  /// Whoever asks for a service gets the same one.
  func expectOneService(_ system: PersonalOSSystem) throws {
    final class Service: Sendable {}
    let container = system.dataAccess.makeContainer()
    for round in 0..<rounds { container.register(DependencyKey<Service>("service \(round)")) { _ in Service() } }
    let given = Mutex<[Int: Set<ObjectIdentifier>]>([:])
    // Kept, so that no address is used twice.
    let kept = Mutex<[Service]>([])
    atOnce { _, round in
      guard let service = try? container.resolve(DependencyKey<Service>("service \(round)")) else { return }
      kept.withLock { $0.append(service) }
      given.withLock { _ = $0[round, default: []].insert(ObjectIdentifier(service)) }
    }
    try expect("services that could be had", given.withLock { $0.count }, equals: rounds)
    try expect("most services of one name", given.withLock { $0.values.map(\.count).max() ?? 0 }, equals: 1)
  }

  /// Of the requests that were admitted under one key one is alive, and no two have the same token.
  func expectOneAlive() throws {
    let (gate, key) = (EffectGate(), TaskKey("request", in: .app))
    let tokens = Mutex<Set<EffectToken>>([])
    atOnce { _, _ in
      let token = gate.admit(key)
      tokens.withLock { _ = $0.insert(token) }
      if gate.isAlive(token) { return }
      gate.revoke(token)
    }
    try expect("tokens that differ", tokens.withLock { $0.count }, equals: total)
    try expect("tokens that are alive", tokens.withLock { $0.count(where: gate.isAlive) }, equals: 1)
  }

  /// Every request is counted.
  func expectEveryRequestCounted(_ system: PersonalOSSystem) async throws {
    let monitor = system.api.makeMonitor(system.errors.makeLog(10, [])) { .distantPast }
    try await inTasks { _, _ in
      _ = try await monitor.send(APICall(endpoint: "news")) { HTTPResponse(status: 200) }
    }
    let usage = await monitor.usage(of: "news")
    try expect("requests that were counted", usage.requests, equals: total)
    try expect("requests that succeeded", usage.successes, equals: total)
  }

  /// No update of an amount is lost.
  func expectEveryUpdate(_ system: PersonalOSSystem) async throws {
    let store = try await system.openStore()
    let book = AmountBook(system.dataAccess.openData(store))
    try await inTasks { _, _ in _ = try await book.perform(.add(1, to: "a")) }
    let expected = Amounts(byName: ["a": Int64(total)], total: Int64(total))
    try expect("the amount", try await book.perform(.readAll), equals: .all(expected))
    try await store.close()
  }

  /// Runs the work on threads that start together, and waits until all of them are through.
  private func atOnce(_ work: @escaping @Sendable (_ thread: Int, _ round: Int) -> Void) {
    let (start, done) = (DispatchSemaphore(value: 0), DispatchGroup())
    for number in 0..<threads {
      done.enter()
      let rounds = rounds
      let thread = Thread {
        start.wait()
        for round in 0..<rounds { work(number, round) }
        done.leave()
      }
      thread.start()
    }
    for _ in 0..<threads { start.signal() }
    done.wait()
  }

  /// Runs the work in tasks, each on a thread of its own: other tests may hold those that all tasks share.
  private func inTasks(_ work: @escaping @Sendable (_ task: Int, _ round: Int) async throws -> Void) async throws {
    let tasks = (0..<threads).map { number in
      Task(executorPreference: OwnThreads()) { for round in 0..<rounds { try await work(number, round) } }
    }
    for task in tasks { try await task.value }
  }
}

/// Runs each job on a new thread.
private final class OwnThreads: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }.start()
  }
}
