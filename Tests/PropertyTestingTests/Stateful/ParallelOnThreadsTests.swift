import Foundation
import PropertyTesting
import Synchronization
import Testing

/// Lanes on the threads that there are.
@Suite("State machines, commands at the same time on real threads")
struct ParallelOnThreadsTests {
  /// A counter for which the order does not matter to whether it is wrong.
  final class Count: Sendable {
    private struct State {
      var count = 0
      var calls = 0
    }

    private let state = Mutex(State())
    private let skips: Bool

    init(skips: Bool) {
      self.skips = skips
    }

    func increment() {
      state.withLock {
        $0.calls += 1
        if !skips || $0.calls != 3 { $0.count += 1 }
      }
    }

    var value: Int { state.withLock { $0.count } }
  }

  static let machine = StateMachine<Int, Count>(
    initially: 0,
    commands: [
      Command("increment") { $0 += 1 } system: { $0.increment() },
      Command("value") { $0 } system: { $0.value },
    ])

  @Test func aRightOneHolds() async throws {
    let result = try await check(
      "the count", of: Self.machine, lanes: 2...4, repetitions: 3, settings: RunSettings(cases: 200, seed: 1),
      requiring: ["increment → value": 0.2]
    ) { Count(skips: false) }
    #expect(result.cases == 200)
  }

  /// It is wrong in every order, since the last command reads what all have left: so it becomes a sequence, without lanes.
  @Test func whatNeedsNoLanesLosesThem() async throws {
    let read = Command<Int, Count>("value") { $0 } system: { $0.value }
    let machine = StateMachine(
      initially: 0, commands: [Command("increment") { $0 += 1 } system: { $0.increment() }, read], closing: [read])
    let failure = try await #require(throws: PropertyFailure.self) {
      try await check(
        "the count", of: machine, lanes: 2...3, repetitions: 3,
        settings: RunSettings(seed: 1, shrinkTime: .seconds(3_600))
      ) { Count(skips: true) }
    }
    let found = try #require(failure.result.verdict.counterexample)
    #expect(found.value == "[increment(), increment(), increment()]")
    #expect(found.trace.last?.contains("→ model 3 ‖ system 2") == true)
  }

  @Test func aPropertyOfLanes() async {
    let property = Requirement<Count>("C-1", "the count").holds(of: Self.machine, lanes: 2...2)
    let runner = Runner(settings: RunSettings(cases: 50, seed: 1))
    #expect(await runner.run(property, on: Fixture { Count(skips: false) }).verdict.isHeld)
    #expect(await runner.run(property, on: Fixture { Count(skips: true) }).verdict.counterexample != nil)
  }

  /// Two keys, each judged by itself.
  @Test func partsAreJudgedApart() async throws {
    actor Registers {
      private var values: [Int: Int] = [:]
      func write(_ value: Int, at key: Int) { values[key] = value }
      func read(_ key: Int) -> Int { values[key, default: 0] }
    }
    let machine = StateMachine<[Int: Int], Registers>(
      initially: [:],
      commands: [
        Command(
          "write", with: .zip(.int(in: 0...3), .int(in: 0...9)), part: { AnyHashable($0.0) }
        ) { values, entry in
          values[entry.0] = entry.1
        } system: { registers, entry in
          await registers.write(entry.1, at: entry.0)
        },
        Command("read", with: .int(in: 0...3), part: { AnyHashable($0) }) { values, key in
          values[key, default: 0]
        } system: { registers, key in
          await registers.read(key)
        },
      ])
    try await check(
      "registers", of: machine, lanes: 4...4, commandsPerLane: 8, settings: RunSettings(cases: 50, seed: 1)
    ) { Registers() }
  }

  @Test func plansHaveTheirShape() throws {
    let plans = try values(of: Self.machine.parallel(lanes: 2...4, commandsPerLane: 2, prefix: 3, suffix: 1))
    let texts = plans.map(\.counterexampleDescription)
    #expect(texts.contains { $0.components(separatedBy: " ‖ ").count == 2 })
    #expect(texts.contains { $0.components(separatedBy: " ‖ ").count == 4 })
    #expect(texts.allSatisfy { $0.components(separatedBy: " ‖ ").count <= 4 })
    #expect(texts.contains { $0.components(separatedBy: " then ").count == 3 })
  }
}
