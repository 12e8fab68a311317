import DeterministicScheduling
import PropertyTesting
import StorageContract
import Synchronization
import Testing

/// Stores that keep every law, used wrongly by tasks: a schedule that shows it is found, and shrinks to one switch.
@Suite("Stores used wrongly")
struct WrongUseTests {
  struct Use: Sendable, CustomStringConvertible {
    let description: String
    let run: @Sendable (any Store) async throws -> Void

    init(_ description: String, _ run: @escaping @Sendable (any Store) async throws -> Void) {
      self.description = description
      self.run = run
    }

    /// The verdict where it fails.
    func failure(_ schedules: Schedules) throws -> Verdict? {
      do {
        try check(description, scheduled: schedules, settings: RunSettings(cases: 100, seed: 0x5eed)) {
          let store = try await MemoryLocation().open()
          try await run(store)
          try await store.close()
        }
        return nil
      } catch let failure as PropertyFailure {
        return failure.result.verdict
      }
    }
  }

  static let uses: [Use] = [
    Use("reads in one transaction and writes in another") { store in
      try await together(
        (0..<3).map { _ in
          {
            let number = try await store.read { try $0.number("k") }
            try await store.write { try $0.put(number + 1, at: "k") }
          }
        })
      try expect("three updates", try await store.read { try $0.number("k") }, equals: 3)
    },
    Use("reads two keys that belong together in two transactions") { store in
      try await together([
        {
          let a = try await store.read { try $0.number("a") }
          let b = try await store.read { try $0.number("b") }
          try expect("b", b, equals: a)
        },
        {
          try await store.write {
            try $0.put(1, at: "a")
            try $0.put(1, at: "b")
          }
        },
      ])
    },
    Use("writes two keys that belong together in two transactions") { store in
      try await together([
        {
          try await store.write { try $0.put(1, at: "a") }
          try await store.write { try $0.put(1, at: "b") }
        },
        {
          let (a, b) = try await store.read { (try $0.number("a"), try $0.number("b")) }
          try expect("b", b, equals: a)
        },
      ])
    },
  ]

  @Test(arguments: uses)
  func isFoundWithOneSwitch(_ use: Use) throws {
    guard case .falsified(let found)? = try use.failure(.mixed) else {
      Issue.record("not found: \(use)")
      return
    }
    #expect(found.switches == 1)
    // Fewer would not do.
    #expect(try use.failure(.exhaustive(switches: 0)) == nil)
  }
}

/// Runs each body in a task of its own until all have ended.
/// - Throws: what the first of them threw.
private func together(_ bodies: [@Sendable () async throws -> Void]) async throws {
  let tasks = bodies.map { body in Task { try await body() } }
  var results: [Result<Void, any Error>] = []
  for task in tasks { results.append(await task.result) }
  for result in results { try result.get() }
}

extension ReadTransaction {
  /// The number at `key`; 0 where there is none.
  fileprivate func number(_ key: String) throws -> Int64 {
    guard case .int64(let number)? = try get(key, in: "c")?.fields["n"] else { return 0 }
    return number
  }
}

extension WriteTransaction {
  fileprivate func put(_ number: Int64, at key: String) throws {
    _ = try put(["n": .int64(number)], at: key, in: "c")
  }
}

/// Under a schedule random numbers repeat from run to run; places for stores must not.
@Suite struct TemporaryDirectoryTests {
  @Test func namesDifferWhereRandomNumbersRepeat() throws {
    let made = Mutex<[(random: UInt64, path: String)]>([])
    for _ in 0..<2 {
      try check("makes one", scheduled: .mixed, settings: RunSettings(cases: 1, seed: 1), claims: .completion) {
        let path = try TemporaryDirectory.make(prefix: "touchstone-test")
        made.withLock { $0.append((UInt64.random(in: 0 ... .max), path)) }
      }
    }
    let all = made.withLock { $0 }
    for (_, path) in all { TemporaryDirectory.remove(path) }
    #expect(all.count == 2)
    #expect(Set(all.map(\.random)).count == 1)
    #expect(Set(all.map(\.path)).count == 2)
  }
}
