import PropertyTesting
import Synchronization
import Testing

@testable import DeterministicScheduling

/// All schedules with at most so many switches.
@Suite("Exhaustive search", .serialized)
struct SearchTests {
  /// How many schedules two tasks of `steps` steps each have, by the number of switches allowed.
  private func count(steps: Int, switches: Int) throws -> (runs: Int, orders: Set<String>) {
    let orders = Mutex<Set<String>>([])
    var search = ScheduleSearch(switches: switches, limit: 100_000, settings: LoopSettings())
    let (last, failing) = try search.run {
      let order = Order()
      await withTaskGroup(of: Void.self) { group in
        for name in ["a", "b"] {
          group.addTask {
            for step in 0..<steps {
              if step > 0 { await Task.yield() }
              order.add(name)
            }
          }
        }
      }
      let text = order.text
      orders.withLock { _ = $0.insert(text) }
    }
    try last.get()
    #expect(failing == nil)
    return (search.explored, orders.withLock { $0 })
  }

  @Test func withEnoughSwitchesEveryOrderIsSeen() throws {
    // 6 over 3: the ways to merge two sequences of three.
    #expect(try count(steps: 3, switches: 6).orders.count == 20)
    #expect(try count(steps: 2, switches: 6).orders.count == 6)
  }

  @Test func withoutSwitchesThereIsOneSchedule() throws {
    let (runs, orders) = try count(steps: 3, switches: 0)
    #expect(runs == 1)
    #expect(orders == ["aaabbb"])
  }

  @Test func moreSwitchesSeeMore() throws {
    let orders = try (0...4).map { try count(steps: 3, switches: $0).orders }
    for (fewer, more) in zip(orders, orders.dropFirst()) { #expect(fewer.isStrictSubset(of: more)) }
  }

  @Test func theFirstFailureHasTheFewestSwitches() throws {
    let failure = try #require(
      throws: PropertyFailure.self,
      performing: {
        try check(
          "never overdrawn", scheduled: .exhaustive(switches: 3), settings: RunSettings(cases: 2, shrinks: false)
        ) {
          let account = Account()
          async let a = account.withdraw(80)
          async let b = account.withdraw(70)
          _ = await (a, b)
          try expect("the balance is not negative", await account.balance >= 0)
        }
      })
    #expect(failure.result.verdict.name == "falsified")
    #expect(failure.result.verdict.counterexample?.switches == 1)
  }

  @Test func randomNumbersAreTheSameInEverySchedule() throws {
    var settings = LoopSettings()
    settings.random = RandomNumbers { 3 }
    var search = ScheduleSearch(switches: 2, limit: 1_000, settings: settings)
    let numbers = Numbers()
    _ = try search.run {
      numbers.add(Int.random(in: 0...1_000_000))
      async let a: Void = Task.yield()
      async let b: Void = Task.yield()
      _ = await (a, b)
    }
    #expect(search.explored > 3)
    #expect(numbers.all.count == 1)
  }

  @Test func aCompleteSearchIsToldAsAClass() throws {
    let result = try check(
      "never overdrawn", scheduled: .exhaustive(switches: 2), settings: RunSettings(cases: 3, seed: 1)
    ) {
      let account = Account()
      async let a = account.withdrawSafely(80)
      async let b = account.withdrawSafely(70)
      _ = await (a, b)
      try expect("the balance is not negative", await account.balance >= 0)
    }
    #expect(result.classes == ["every schedule with at most 2 switches": 1])
    #expect(result.provenCases == 1)
  }

  @Test func tooManySchedulesAreNoProof() throws {
    let runs = Atomic(0)
    let failure = try #require(
      throws: PropertyFailure.self,
      performing: {
        try check("a claim", scheduled: .exhaustive(switches: 3, limit: 20)) {
          runs.add(1, ordering: .relaxed)
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<5 { group.addTask { await Task.yield() } }
          }
        }
      })
    #expect(failure.result.verdict.name == "gave up")
    #expect(failure.result.verdict.counterexample == nil)
    #expect(
      failure.description.contains(
        "more than 20 schedules have at most 3 switches: allow fewer switches, or raise the limit"))
    // No case is searched again to say so.
    #expect(runs.load(ordering: .relaxed) == 20)
  }
}

private final class Order: Sendable {
  private let state = Mutex("")
  var text: String { state.withLock { $0 } }
  func add(_ name: String) { state.withLock { $0 += name } }
}

private final class Numbers: Sendable {
  private let state = Mutex<Set<Int>>([])
  var all: Set<Int> { state.withLock { $0 } }
  func add(_ number: Int) { state.withLock { _ = $0.insert(number) } }
}
