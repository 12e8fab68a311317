import Testing

@testable import PropertyTesting

@Suite("Shrinking schedules")
struct SchedulePassTests {
  /// A failure, and the fewest switches that come to it. Points are counted from 0, tasks too; task 0 runs
  /// by default, and the alternatives are the other two in order.
  struct Failure: CustomTestStringConvertible {
    let testDescription: String
    let switches: Int
    let happens: @Sendable ([Int]) -> Bool
  }

  static let failures = [
    Failure(testDescription: "the task of any one point", switches: 1) { $0[8] == 2 },
    // What goes around by task 1 cannot lose a switch: it must go to task 2 at once, and earlier.
    Failure(testDescription: "one task in place of a way around", switches: 1) {
      $0[3] != 0 && $0[6] == 2
    },
    Failure(testDescription: "one task up to the end", switches: 1) {
      $0[2] != 0 && $0[5] != 0 && $0[8] != 0 && $0[11] == 1
    },
    // What goes there and back between must lose both switches at once.
    Failure(testDescription: "two tasks, each for several points", switches: 2) {
      $0[2] == 2 && $0[4] != 1 && $0[7] == 2 && $0[9] == 1
    },
    Failure(testDescription: "three tasks", switches: 3) { $0[2] == 1 && $0[5] == 2 && $0[9] == 0 },
  ]

  @Test(arguments: failures)
  func theFewestSwitchesAreReached(failure: Failure) throws {
    for seed in UInt64(1)...40 {
      let result = try search(seed: seed) { tasks in
        try expect("it does not happen", !failure.happens(tasks))
      }
      #expect(try #require(result.verdict.counterexample).switches == failure.switches, "seed \(seed)")
    }
  }

  @Test func whatIsLeftStillFailsForTheSameReason() throws {
    let result = try search(seed: 3) { tasks in
      try expect("first", !(tasks[3] != 0 && tasks[6] == 2))
      try expect("second", tasks[8] != 1)
    }
    let found = try #require(result.verdict.counterexample)
    #expect(["first", "second"].contains(found.message))
    let replayed = try search(seed: 3, replaying: "\(found.token)") { tasks in
      try expect("first", !(tasks[3] != 0 && tasks[6] == 2))
      try expect("second", tasks[8] != 1)
    }
    #expect(replayed.verdict.counterexample?.message == found.message)
  }

  /// Each step takes two points, and the switch has to come between those of the first step that is large: a step
  /// before it can only go together with its points.
  @Test(arguments: UInt64(1)...30)
  func aStepGoesWithItsPoints(seed: UInt64) throws {
    let failure = #expect(throws: PropertyFailure.self) {
      try check(
        "a large step", forAll: .array(of: .int(in: 0...9), count: 0...8),
        settings: RunSettings(cases: 5_000, seed: seed)
      ) { (steps: [Int], trial: Trial) in
        let tasks = runThreeTasks(trial, points: 2 * steps.count)
        guard let large = steps.firstIndex(where: { $0 >= 5 }) else { return }
        try expect("not between", tasks[2 * large] == tasks[2 * large + 1])
      }
    }
    let found = try #require(failure?.result.verdict.counterexample)
    #expect(found.value == "[5]")
    #expect(found.switches == 1)
  }

  private func search(
    seed: UInt64, replaying token: String? = nil, _ claim: @escaping @Sendable ([Int]) throws -> Void
  ) throws -> PropertyResult {
    do {
      return try check(
        "a schedule of three tasks", forAll: .constant(()), settings: RunSettings(cases: 5_000, seed: seed),
        replaying: token
      ) { (_: Void, trial: Trial) in try claim(runThreeTasks(trial)) }
    } catch let failure as PropertyFailure {
      return failure.result
    }
  }
}

/// The task that runs at each of twelve points: a scheduler without anything to schedule.
private func runThreeTasks(_ trial: Trial, points: Int = 12) -> [Int] {
  var draws = trial.drawSchedule()
  var random = Source(seed: draws.seed, index: 0)
  var wait = draws.awaitSwitch()
  var (task, since) = (0, UInt64(0))
  return (0..<points).map { _ in
    since += 1
    var alternative: Int?
    if draws.isScripted {
      if since == wait {
        alternative = min(draws.takeSwitch(), 1)
        wait = draws.awaitSwitch()
      }
    } else if random.nextWord() % 3 == 0 {
      let taken = Int(random.nextWord() % 2)
      draws.recordSwitch(after: since, to: taken)
      alternative = taken
    }
    if let alternative {
      task = (0..<3).filter { $0 != task }[alternative]
      since = 0
    }
    return task
  }
}
