import DeterministicScheduling
import Foundation
import PropertyTesting
import Testing

/// Schedules in parallel with each other and with ordinary asynchronous tests: neither disturbs the other.
@Suite("Side by side")
struct SideBySideTests {
  @Test(arguments: 0..<12)
  func schedules(number: Int) throws {
    try findsAndReplays(seed: UInt64(number))
  }

  @Test(arguments: 0..<6)
  func schedulesInAsynchronousTests(number: Int) async throws {
    try findsAndReplays(seed: UInt64(100 + number))
    let id = await Task { number }.value
    #expect(id == number)
  }

  @Test(arguments: 0..<4) @MainActor
  func schedulesOnTheMainActor(number: Int) async throws {
    try findsAndReplays(seed: UInt64(200 + number))
    await Task.yield()
    MainActor.assertIsolated()
  }

  /// Real tasks on the pool, while schedules run on some of its threads.
  @Test(arguments: 0..<8)
  func ordinaryConcurrency(number: Int) async throws {
    let log = Log()
    let before = Date()
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<40 {
        group.addTask {
          await log.add("\(index)")
          await Task.yield()
          await Task { await log.add("child of \(index)") }.value
        }
      }
    }
    try await Task.sleep(for: .milliseconds(2))
    #expect(await log.text.split(separator: " ").filter { $0 == "child" }.count == 40)
    // The wall's clock, not a schedule's, which begins in 2026 at the earliest and may be years away.
    let passed = Date().timeIntervalSince(before)
    #expect(passed >= 0.002)
    #expect(await MainActor.run { number } == number)
    #expect(UUID() != UUID())
  }

  private func findsAndReplays(seed: UInt64) throws {
    let claim: @Sendable (Int) async throws -> Void = { amount in
      let account = Account()
      let first = Task { await account.withdraw(amount) }
      let second = Task.detached { await account.withdraw(80) }
      let third = Task { @MainActor in await account.withdraw(1) }
      try await Task.sleep(for: .milliseconds(5))
      _ = await (first.value, second.value, third.value)
      try expect("the balance is not negative", await account.balance >= 0)
    }
    let failure = try #require(throws: PropertyFailure.self) {
      try check(
        "never overdrawn", forAll: .int(in: 1...100), scheduled: .mixed,
        settings: RunSettings(cases: 1_000, seed: seed), claim)
    }
    let found = try #require(failure.result.verdict.counterexample)
    #expect(failure.result.verdict.name == "falsified")
    for _ in 0..<50 {
      let again = #expect(throws: PropertyFailure.self) {
        try check(
          "never overdrawn", forAll: .int(in: 1...100), scheduled: .mixed,
          replaying: found.token.description, claim)
      }
      #expect(again?.result.verdict.counterexample?.trace == found.trace)
      #expect(again?.result.verdict.counterexample?.value == found.value)
    }
  }
}
