import DeterministicScheduling
import ProcessIsolation
import PropertyTesting
import Testing

/// Schedules are explored in workers too: only the one thread of a copy is needed for it.
@Suite("Schedules in workers")
struct ScheduledTests {
  actor Account {
    private(set) var balance = 100

    func withdraw(_ amount: Int) async {
      guard balance >= amount else { return }
      await Task.yield()
      balance -= amount
    }
  }

  static func property(crashing: Bool) -> Property<Void> {
    Requirement<Void>("S-1", "never overdrawn").holds(forAll: .int(in: 1...100), scheduled: .mixed) { amount, _ in
      let account = Account()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 { group.addTask { await account.withdraw(amount) } }
      }
      let balance = await account.balance
      if crashing { precondition(balance >= 0, "overdrawn") }
      try expect("the balance is not below zero", balance >= 0)
    }
  }

  @Test func theSameScheduleIsFound() async {
    let settings = RunSettings(seed: 5, shrinkTime: .seconds(3_600))
    let expected = await Runner(settings: settings).run(Self.property(crashing: false), on: .none)
    let result = await Runner(settings: settings, isolation: .forked()).run(
      Self.property(crashing: false), on: .none)
    #expect(expected.verdict.name == "falsified")
    #expect(SameResultTests.Outcome(result) == SameResultTests.Outcome(expected))
    #expect(result.verdict.counterexample?.switches == expected.verdict.counterexample?.switches)
  }

  /// To look up what a schedule shows takes longer than many a time limit.
  @Test(arguments: [true, false]) func whatIsPutInWordsIsOffTheClock(isOff: Bool) async {
    let property = Requirement<Void>("S-2", "is told").holds(forAll: .int(in: 1...100)) { number, _, trial in
      if trial.isObserved {
        // More than the limit and what a busy machine is forgiven.
        let end = ContinuousClock.now + .seconds(3)
        let spin = { while ContinuousClock.now < end {} }
        if isOff { trial.offTheClock(spin) } else { spin() }
      }
      try expect("the number is even", number % 2 == 0)
    }
    let settings = RunSettings(seed: 5, shrinks: false)
    let result = await Runner(settings: settings, isolation: .forked(timeout: .milliseconds(400))).run(property, on: .none)
    #expect(result.verdict.name == (isOff ? "falsified" : "timed out"), "\(FailureReport(result).text)")
  }

  @Test func aScheduleThatCrashesIsShrunkAndReplayed() async throws {
    let runner = Runner(settings: RunSettings(seed: 5, shrinkTime: .seconds(3_600)), isolation: .forked())
    let property = Self.property(crashing: true)
    let result = await runner.run(property, on: .none)
    #expect(result.verdict.name == "crashed", "\(FailureReport(result).text)")
    let found = try #require(result.verdict.counterexample)
    #expect(found.value == "51")
    #expect(found.message.contains("Precondition failed: overdrawn"))
    let replayed = await runner.replay(found.token, of: property, on: .none)
    #expect(replayed.verdict.name == "crashed")
  }

  /// A trap under a schedule costs its case, and not the run, also in place.
  @Test func checkInPlaceTakesBoth() throws {
    let failure = #expect(throws: PropertyFailure.self) {
      try check(
        "never overdrawn", forAll: .int(in: 1...100), scheduled: .mixed,
        settings: RunSettings(seed: 5, shrinkTime: .seconds(3_600)), isolation: .forked()
      ) { amount in
        let account = Account()
        async let first: Void = account.withdraw(amount)
        async let second: Void = account.withdraw(amount)
        _ = await (first, second)
        let balance = await account.balance
        precondition(balance >= 0, "overdrawn")
      }
    }
    let verdict = try #require(failure).result.verdict
    #expect(verdict.name == "crashed" && verdict.counterexample?.value == "51")
    #expect(verdict.counterexample?.message.contains("overdrawn") == true)
  }

  @Test func checkWithoutValuesTakesBoth() throws {
    let failure = #expect(throws: PropertyFailure.self) {
      try check("it traps", scheduled: .mixed, isolation: .forked()) {
        await Task.yield()
        preconditionFailure("here")
      }
    }
    #expect(failure?.result.verdict.name == "crashed")
  }

  /// One command after the other, and commands in lanes.
  @Test func machinesTakeBoth() throws {
    let machine = StateMachine<Int, Account>(
      initially: 100,
      commands: [
        Command("withdraw", with: .int(in: 1...60)) { model, amount in
          if model >= amount { model -= amount }
        } system: { account, amount in
          await account.withdraw(amount)
          let balance = await account.balance
          precondition(balance > 40, "at forty")
        }
      ])
    let settings = RunSettings(seed: 5, shrinkTime: .seconds(3_600))
    let sequential = #expect(throws: PropertyFailure.self) {
      try check(
        "an account", of: machine, commands: 0...10, scheduled: .mixed, settings: settings, isolation: .forked()
      ) { Account() }
    }
    #expect(sequential?.result.verdict.name == "crashed")
    #expect(sequential?.result.verdict.counterexample?.value == "[withdraw(60)]")
    let parallel = #expect(throws: PropertyFailure.self) {
      try check("an account", of: machine, scheduled: .mixed, settings: settings, isolation: .forked()) { Account() }
    }
    #expect(parallel?.result.verdict.name == "crashed")
  }
}
