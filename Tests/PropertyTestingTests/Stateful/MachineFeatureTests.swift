import Testing

@testable import PropertyTesting

/// Commands that may come to several results, what cases end with, what their classes are told by, what a trace shows.
@Suite("Judged commands, labels, closing commands and invariants that compare")
struct MachineFeatureTests {
  @Test func theModelGoesOnFromWhatCame() async {
    let result = await run(
      HatMachine.machine,
      requiring: ["draws the last one": 0.2, "draws the greatest": 0.4, "finds it empty": 0.3, "removes a nine": 0.05]
    ) { Hat() }
    #expect(result.verdict.isHeld, "\(FailureReport(result).text)")
    // What was foreseen was another slip: what does not apply to the one that came is left out.
    #expect(result.classes["draw → remove"] ?? 0 > 5)
  }

  /// A step is left out if what it refers to was left out, or threw, because a judged command led elsewhere.
  @Test func aReferenceToNothingIsLeftOut() async throws {
    let result = await run(LookUpMachine.machine, cases: 1_000) { SharedHat() }
    #expect(result.verdict.isHeld, "\(FailureReport(result).text)")
    let trial = Trial()
    var notes: Set<String> = []
    for commands in try values(of: LookUpMachine.machine.sequence(), count: 1_000) {
      trial.begin(Source(seed: 1, index: 0), isObserved: true)
      var hat = SharedHat()
      try await commands.run(on: &hat, trial)
      for case .line(let note) in trial.seen.notes { notes.insert(note) }
    }
    let reason = "(left out: no step yielded what it refers to)"
    #expect(notes.contains { $0.hasPrefix("read(#") && $0.hasSuffix(reason) })
    #expect(notes.contains { $0.hasPrefix("find(") && $0.contains("error") })
  }

  /// The same if lanes follow the judged command, and if it follows them.
  @Test func lanesGoOnFromWhatCame() async throws {
    let plans = try values(of: LookUpMachine.machine.parallel(), count: 1_000).filter { !$0.lanes.isEmpty }
    func draws(_ steps: [PlannedCommand<LookedUpSlips, SharedHat>]) -> Bool { steps.contains { $0.bound.isJudged } }
    #expect(plans.count { draws($0.prefix) } > 100)
    #expect(plans.count { draws($0.suffix) } > 20)
    try await check("slips", of: LookUpMachine.machine, lanes: 2...3, settings: RunSettings(cases: 1_000, seed: 1)) {
      SharedHat()
    }
  }

  @Test func whatFollowsLanesIsJudged() async throws {
    let machine = StateMachine(
      initially: LookedUpSlips(), commands: [LookUpMachine.put], closing: [LookUpMachine.draw])
    let failure = try await #require(throws: PropertyFailure.self) {
      try await check("slips", of: machine, lanes: 2...2, settings: RunSettings(seed: 1, shrinks: false)) {
        SharedHat(.drawsWhatIsNotThere)
      }
    }
    let found = try #require(failure.result.verdict.counterexample)
    #expect(found.message.wholeMatch(of: #/an order of \d+ calls in which draw\(\) gives \d+ to the end/#) != nil, "\(found.message)")
    let last = try #require(found.trace.last)
    #expect(last.contains(#/draw\(\) gives system \d+, none of the results that the model allows$/#), "\(last)")
  }

  @Test func aResultThatIsNotAllowedFails() async throws {
    let result = await run(HatMachine.machine) { Hat(.drawsWhatIsNotThere) }
    let found = try #require(result.verdict.counterexample)
    #expect(found.message == "draw() at step 4: 1 is one of the slips")
    #expect(found.value == "[put(0), put(0), put(0), draw()]")
    #expect(
      found.trace.last
        == "draw()  ← none of the results that the model allows\n   system  1\n   1 is one of the slips\n"
        + "   the model before it: [0, 0, 0]")
    #expect(found.location?.fileID.hasSuffix("Hat.swift") == true)
  }

  @Test func whatTheSystemThrowsIsNoResult() async throws {
    let refuses = Command<Int, Int>("try", with: .constant(()), foreseeing: { _, _ in }) { (_: inout Int, _) -> Int in
      throw Surprise(code: 7)
    } judging: { _, _, _ in }
    let result = await run(StateMachine(initially: 0, commands: [refuses])) { 0 }
    #expect(result.verdict.counterexample?.message == "try() at step 1: throws Surprise(code: 7)")
  }

  @Test func bothSidesOfAnInvariantArePrinted() async throws {
    let result = await run(HatMachine.machine) { Hat(.keepsWhatIsDrawn) }
    let found = try #require(result.verdict.counterexample)
    #expect(found.message == "the slips, after draw() at step 2: expected [], got [0]")
    #expect(
      found.trace == [
        "(at first)   ‖ 0 in it", "put(0)   ‖ 1 in it",
        "draw()  → 0\n   the slips  → model [] ‖ system [0]  ← model and system first differ here\n"
          + "   the model after it: []",
      ])
  }

  @Test func everyCaseEndsWithTheClosingCommands() async throws {
    let miscounts = Command<[Int], Hat>("count") { _ in 1 } system: { $0.slips.count }
    let machine = StateMachine(initially: [], commands: [HatMachine.put], closing: [miscounts])
    let result = await run(machine) { Hat() }
    let found = try #require(result.verdict.counterexample)
    // They are no part of what is deleted.
    #expect(found.value == "[]")
    #expect(found.message == "count() at step 1: expected 1, got 0")
  }

  @Test func aMachineSaysHowManyCommandsItsCasesHave() throws {
    let machine = StateMachine(initially: .int(in: 0...1), commands: [Command<Int, Int>("go") { _ in } system: { _ in }])
      .taking { $0 == 0 ? 2...3 : 7...9 }
    let counts = try values(of: machine.sequence(), count: 100).map(\.count)
    #expect(Set(counts) == [2, 3, 7, 8, 9])
    #expect(Set(try values(of: machine.sequence(count: 4...4), count: 20).map(\.count)) == [4])
  }

  @Test func theSameMachineIsAskedOtherThings() async {
    let machine = HatMachine.machine.keeping(Invariant("never three") { slips, _ in slips.count < 3 })
    let result = await run(machine) { Hat() }
    #expect(result.verdict.counterexample?.message == "never three, after put(0) at step 3")
  }

  @Test func whatIsMadeIsTakenDown() async {
    let (made, ended) = (Counter(), Counter())
    let requirement = Requirement<Int>("M-2", "made from the system", mustCatch: [Fault("isNine", "is nine") { $0 = 9 }])
    let property = requirement.holds(
      of: RingMachine.machine, requiring: ["put": 0.5],
      making: { capacity, model in
        made.increment()
        return Ring(capacity: capacity + model.count, capacity == 9 ? .countsModuloCapacity : .none)
      }, tearDown: { _ in ended.increment() })
    let runner = Runner(settings: RunSettings(seed: 1, shrinks: false))
    let fixture = Fixture { RingMachine.capacity }
    #expect(await runner.run(property, on: fixture).verdict.isHeld)
    #expect(made.value >= 100 && ended.value == made.value)
    let small = Requirement<Int>("M-3", "a ring").holds(
      of: RingMachine.machine, making: { _ in Ring(capacity: 3, .countsModuloCapacity) },
      tearDown: { _ in ended.increment() })
    let before = ended.value
    #expect(await runner.run(small, on: fixture).verdict.counterexample != nil)
    #expect(ended.value > before)
  }
}
