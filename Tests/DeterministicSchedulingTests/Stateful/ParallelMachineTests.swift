import DeterministicScheduling
import PropertyTesting
import Testing

@Suite("State machines, commands at the same time under a schedule")
struct ParallelMachineTests {
  /// The counterexamples that 8 seeds end in within 100 cases, each with how often.
  private func counterexamples<Model: Hashable, System: Sendable>(
    of machine: StateMachine<Model, System>, lanes: ClosedRange<Int> = 2...3, seeds: Int = 8,
    _ system: @escaping @Sendable () async throws -> System
  ) async -> [String: Int] {
    var found: [String: Int] = [:]
    for seed in 1...UInt64(seeds) {
      let result = await run(machine, lanes: lanes, seed: seed, system)
      found[result.verdict.counterexample?.value ?? result.verdict.name, default: 0] += 1
    }
    return found
  }

  private func run<Model: Hashable, System: Sendable>(
    _ machine: StateMachine<Model, System>, lanes: ClosedRange<Int> = 2...3, seed: UInt64, cases: Int = 100,
    jobs: Int = 1, _ system: @escaping @Sendable () async throws -> System
  ) async -> PropertyResult {
    let property = Requirement<Void>("P-1", "a machine")
      .holds(forAll: machine.parallel(lanes: lanes), scheduled: .mixed) { commands, _, trial in
      try await commands.run(on: try await system(), trial)
    }
    let settings = RunSettings(cases: cases, seed: seed, jobs: jobs, shrinkTime: .seconds(3_600))
    return await Runner(settings: settings).run(property, on: Fixture(system: {}))
  }

  @Test func theTallyThatLosesUpdates() async {
    let found = await counterexamples(of: TallyMachine.machine) { Tally(.readsBeforeItWaits) }
    #expect(found == ["[increment()] ‖ [increment()] then [value()]": 8])
  }

  @Test func theDispenserThatGivesATicketTwice() async {
    let found = await counterexamples(of: DispenserMachine.machine) { Dispenser(.readsBeforeItWaits) }
    #expect(found == ["[take()] ‖ [take()]": 8])
  }

  @Test func theLocksThatTwoHoldAtOnce() async {
    let found = await counterexamples(of: LockMachine.machine()) { Locks(.looksBeforeItWaits) }
    #expect(found == ["[make()] then [acquire(#1)] ‖ [acquire(#1)]": 8])
  }

  @Test func rightOnesHold() async {
    for seed in 1...3 as ClosedRange<UInt64> {
      #expect(await run(TallyMachine.machine, seed: seed, cases: 200) { Tally() }.verdict.isHeld)
      #expect(await run(DispenserMachine.machine, seed: seed, cases: 200) { Dispenser() }.verdict.isHeld)
      #expect(await run(LockMachine.machine(), lanes: 2...4, seed: seed, cases: 200) { Locks() }.verdict.isHeld)
    }
  }

  /// The system is never called where a command does not apply, in the run or while shrinking, whatever the lanes do;
  /// and no reference stands for nothing.
  @Test func preconditionsHoldInEveryOrder() async {
    let misuses = Misuses()
    var isFound = 0
    for seed in 1...8 as ClosedRange<UInt64> {
      let result = await run(LockMachine.machine(misuses), seed: seed) {
        Locks(.looksBeforeItWaits, misuses)
      }
      if result.verdict.counterexample != nil { isFound += 1 }
    }
    #expect(isFound == 8)
    #expect(misuses.count == 0)
    // And it counts: without the precondition the system is misused.
    _ = await run(LockMachine.machine(misuses, isCareful: false), seed: 1) { Locks(.none, misuses) }
    #expect(misuses.count > 0)
  }

  @Test func oneSeedHasOneResultForAnyNumberOfWorkers() async throws {
    let alone = await run(TallyMachine.machine, seed: 7) { Tally(.readsBeforeItWaits) }
    let many = await run(TallyMachine.machine, seed: 7, jobs: 4) { Tally(.readsBeforeItWaits) }
    let first = try #require(alone.verdict.counterexample)
    let second = try #require(many.verdict.counterexample)
    #expect(first.token == second.token)
    #expect(first.trace == second.trace)
    #expect(first.origin == second.origin)
  }

  @Test func aTokenReplaysTheCase() throws {
    func attempt(_ bug: Tally.Bug, replaying token: String? = nil) throws {
      try check(
        "the tally loses nothing", of: TallyMachine.machine, scheduled: .mixed,
        settings: RunSettings(seed: 3, shrinkTime: .seconds(3_600)), replaying: token
      ) { Tally(bug) }
    }
    let failure = try #require(throws: PropertyFailure.self) { try attempt(.readsBeforeItWaits) }
    let found = try #require(failure.result.verdict.counterexample)
    let again = try #require(throws: PropertyFailure.self) {
      try attempt(.readsBeforeItWaits, replaying: "\(found.token)")
    }
    #expect(again.result.verdict.counterexample?.value == found.value)
    #expect(again.result.verdict.counterexample?.trace == found.trace)
    // Two-sided: the right one passes the same case.
    try attempt(.none, replaying: "\(found.token)")
  }

  @Test func aPropertyCatchesItsFaults() async throws {
    let property = Requirement<DispenserSystem>(
      "P-2", "no ticket is given twice",
      mustCatch: [.readsBeforeItWaits]
    ).holds(of: DispenserSystem.machine, lanes: 2...3, scheduled: .mixed)
    let runner = Runner(settings: RunSettings(cases: 100, seed: 1, shrinkTime: .seconds(3_600)))
    let fixture = Fixture { DispenserSystem() }
    #expect(await runner.run(property, on: fixture).verdict.isHeld)
    let fault = try #require(property.faults.first)
    let caught = await runner.run(property, on: fixture.with(fault))
    #expect(caught.verdict.counterexample?.value == "[take()] ‖ [take()]")
  }

  /// What the report says, line by line, but for the schedule's.
  @Test func theTraceShowsTheLanes() async throws {
    let result = await run(TallyMachine.machine, seed: 1) { Tally(.readsBeforeItWaits) }
    let found = try #require(result.verdict.counterexample)
    let lanes = found.trace.filter { $0.contains("┌") || $0.contains("└") || $0.contains("─") }
    #expect(lanes.count == 5, "\(found.trace)")
    #expect(found.trace.contains { $0.contains("lane 1") && $0.contains("lane 2") && $0.contains("the end") })
    #expect(found.message.contains("value() gives 1 to the end"))
    #expect(found.trace.contains("After #1, #2 the model is 2, and value() gives model 2 ‖ system 1"))
  }
}
