import DeterministicScheduling
import PropertyTesting
import StorageContract

/// What a store must do for tasks that use it at the same time, as a function that throws where it does
/// not, in some schedule.
///
/// Stores are default actors and a transaction is a synchronous closure, so that a step of the scheduler
/// is a whole transaction: what is explored is the order of transactions, and of opens and closes, among
/// tasks. What happens inside of one needs threads of its own to go wrong, and is left to ThreadSanitizer.
struct ScheduledLaw: Sendable, CustomStringConvertible {
  let name: String
  let run: @Sendable (any StoreLocation) async throws -> Void

  init(_ name: String, _ run: @escaping @Sendable (any StoreLocation) async throws -> Void) {
    self.name = name
    self.run = run
  }

  /// A law of one store, which is open when it starts.
  static func onStore(
    _ name: String, _ run: @escaping @Sendable (any Store) async throws -> Void
  ) -> ScheduledLaw {
    ScheduledLaw(name) { location in
      let store = try await location.open()
      try await run(store)
      try await store.close()
    }
  }

  var description: String { name }

  static let all = ScheduledLifeCycleLaws.all

  /// Runs the law over fresh locations of `backend`, a schedule each.
  /// - Throws: `PropertyFailure` where it does not hold.
  @discardableResult
  func hold(
    over backend: any Backend, _ schedules: Schedules = .mixed, cases: Int = 100
  ) throws -> PropertyResult {
    try check(
      name, scheduled: schedules, settings: RunSettings(cases: cases, seed: 0x5eed)
    ) {
      try await withLocation(of: backend) { try await run($0) }
    }
  }
}

/// What a law comes to where it must fail.
func failure(
  of law: ScheduledLaw, over backend: any Backend, _ schedules: Schedules = .mixed
) throws -> Verdict? {
  do {
    try law.hold(over: backend, schedules)
    return nil
  } catch let failure as PropertyFailure {
    return failure.result.verdict
  }
}

/// Runs each body in a task of its own until all have ended.
/// - Throws: what the first of them threw.
func together(_ bodies: [@Sendable () async throws -> Void]) async throws {
  let tasks = bodies.map { body in Task { try await body() } }
  var results: [Result<Void, any Error>] = []
  for task in tasks { results.append(await task.result) }
  for result in results { try result.get() }
}

extension ReadTransaction {
  /// The number at `key`; 0 where there is none.
  func number(_ key: String) throws -> Int64 {
    guard case .int64(let number)? = try get(key, in: "c")?.fields["n"] else { return 0 }
    return number
  }
}

extension WriteTransaction {
  func put(_ number: Int64, at key: String) throws {
    _ = try put(["n": .int64(number)], at: key, in: "c")
  }
}
