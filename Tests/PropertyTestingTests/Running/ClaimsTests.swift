import Foundation
import PropertyTesting
import Synchronization
import Testing

@Suite("What a run claims")
struct ClaimsTests {
  let settings = RunSettings(cases: 50, seed: 1, shrinkTime: .seconds(3600))

  private func verdict(_ run: () throws -> PropertyResult) throws -> String {
    do { return try run().verdict.name } catch let failure as PropertyFailure { return failure.result.verdict.name }
  }

  private func verdict(_ run: () async throws -> PropertyResult) async throws -> String {
    do { return try await run().verdict.name } catch let failure as PropertyFailure { return failure.result.verdict.name }
  }

  // A Bool is a claim.

  @Test func aBoolIsAClaim() async throws {
    #expect(try verdict { try check("is below", forAll: .int(in: 0...999), settings: settings) { $0 < 12 } } == "falsified")
    #expect(try verdict { try check("is below", forAll: .int(in: 0...9), settings: settings) { $0 < 12 } } == "held")
    let withTrial = try verdict {
      try check("is below", forAll: .int(in: 0...999), settings: settings) { value, trial in
        trial.label("seen")
        return value < 12
      }
    }
    #expect(withTrial == "falsified")
    let later = try await verdict {
      try await check("is below", forAll: .int(in: 0...999), settings: settings) { value in
        await Task.yield()
        return value < 12
      }
    }
    #expect(later == "falsified")
    let laterWithTrial = try await verdict {
      try await check("is below", forAll: .int(in: 0...999), settings: settings) { value, trial in
        await Task.yield()
        return value < trial.drawn(12)
      }
    }
    #expect(laterWithTrial == "falsified")
  }

  @Test func aBoolOfAWholeIfOrSwitchIsAClaim() throws {
    let byIf = try verdict {
      try check("is small", forAll: .int(in: 0...999), settings: settings) { if $0 > 500 { false } else { true } }
    }
    #expect(byIf == "falsified")
    let bySwitch = try verdict {
      try check("is small", forAll: .int(in: 0...999), settings: settings) { switch $0 { case 0..<500: true; default: false } }
    }
    #expect(bySwitch == "falsified")
  }

  @Test func aClosureThatReturnsNothingIsTakenForNoBool() throws {
    let several = try check("no result", forAll: .int(in: 0...999), settings: settings) { value in
      let next = value + 1
      try expect("it grows", next > value)
    }
    let early = try check("no result", forAll: .int(in: 0...999), settings: settings) { value in
      guard value > 2 else { return }
      try expect("above two", value > 2)
    }
    let branches = try check("no result", forAll: .int(in: 0...999), settings: settings) { value in
      if value > 2 { try expect("above", value > 2) } else { try expect("below", value < 3) }
    }
    #expect(several.verdict.isHeld && early.verdict.isHeld && branches.verdict.isHeld)
  }

  @Test func aRequirementTakesABool() async throws {
    let requirement = Requirement<Int>("C-1", "Is below the system's number")
    let line = #line - 1
    let properties = [
      requirement.holds(forAll: .int(in: 0...999)) { value, system in value < system },
      requirement.holds(forAll: .int(in: 0...999)) { value, system, _ in value < system },
      requirement.holds(forAll: .int(in: 0...999)) { value, system in
        await Task.yield()
        return value < system
      },
      requirement.holds(forAll: .int(in: 0...999)) { value, system, _ in
        await Task.yield()
        return value < system
      },
    ]
    for property in properties {
      let broken = await Runner(settings: settings).run(property, on: Fixture(system: { 12 }))
      let found = try #require(broken.verdict.counterexample)
      #expect(found.value == "12")
      #expect(found.message == "the result of the body: expected true, got false")
      #expect(found.location?.line == line)
      let held = await Runner(settings: settings).run(property, on: Fixture(system: { 1_000 }))
      #expect(held.verdict.isHeld)
    }
  }

  // A run without a claim.

  @Test func aBodyWithoutAClaimClaimsNothing() async throws {
    #expect(try verdict { try check("nothing", forAll: .int(), settings: settings) { _ in } } == "claims nothing")
    #expect(try verdict { try check("nothing", forAll: .int(), settings: settings) { _, _ in } } == "claims nothing")
    #expect(try await verdict { try await check("nothing", forAll: .int(), settings: settings) { _ in await Task.yield() } } == "claims nothing")
    // Each case there is.
    #expect(try verdict { try check("nothing", forAll: .int(in: 0...9), settings: settings) { _ = $0 } } == "claims nothing")
  }

  @Test func aClaimBehindAConditionThatIsNeverTrueIsNone() throws {
    func run(_ bound: Int) throws -> String {
      try verdict {
        try check("hidden", forAll: .int(in: 0...1_000), settings: RunSettings(cases: 500, seed: 1)) { value in
          if value > bound { try expect("it is", value > 990) }
        }
      }
    }
    #expect(try run(1_000) == "claims nothing")
    // One case of 500 is enough.
    #expect(try run(990) == "held")
  }

  @Test func theReportSaysWhatToDo() throws {
    let failure = try #require(
      #expect(throws: PropertyFailure.self) { try check("nothing", forAll: .int(), settings: settings) { _ in } })
    #expect(failure.description.contains("claims nothing: 50 cases passed, and no claim was evaluated in any of them"))
    for word in ["return a Bool", "when:", "claims: .completion", "claims: .elsewhere"] {
      #expect(failure.description.contains(word))
    }
  }

  @Test func aPropertySaysWhatItClaims() async throws {
    let completes = try check("decodes", forAll: .int(), settings: settings, claims: .completion) { _ = try numeral($0) }
    #expect(completes.onlyClaim == "that the body completes")
    let elsewhere = try check("traps", forAll: .int(), settings: settings, claims: .elsewhere) { precondition($0 == $0) }
    #expect(elsewhere.onlyClaim == "that nothing failed: of #expect and of other libraries, the engine sees failures alone")
    let property = Requirement<Void>("C-2", "Completes").holds(forAll: .int(), claims: .completion) { value, _ in
      await Task.yield()
      _ = try numeral(value)
    }
    let held = await Runner(settings: settings).run(property, on: Fixture(system: {}))
    #expect(held.verdict.isHeld)
    #expect(FailureReport(held).text.contains("held, 50 cases, which show only that the body completes"))
    let claimed = try check("claims too", forAll: .int(), settings: settings, claims: .completion) { try expect("self", $0 == $0) }
    #expect(claimed.onlyClaim == nil)
  }

  @Test func otherVerdictsGoFirst() throws {
    #expect(try verdict { try check("discards", forAll: .int(), settings: settings) { _ in throw Discard(reason: "") } } == "gave up")
    #expect(try verdict { try check("throws", forAll: .int(), settings: settings) { _ in throw CancellationError() } } == "errored")
    let missed = try verdict {
      try check("misses", forAll: .int(), settings: RunSettings(cases: 100, seed: 1), requiring: ["never": 0.5]) { _, _ in }
    }
    #expect(missed == "gave up")
  }

  // Where a claim is.

  @Test func eachKindOfClaimCounts() async throws {
    let claims: [@Sendable (Int) throws -> Void] = [
      { try expect("true", $0 == $0) },
      { try expect("equal", $0, equals: $0) },
      { _ in _ = try expectThrows("throws", CancellationError.self) { throw CancellationError() } },
      { _ in noteClaim() },
      { _ in try check("inner", forAll: .int(), settings: RunSettings(cases: 1, seed: 1)) { $0 == $0 } },
      { _ in
        try HistoryRecorder<Int, Int>().history.expectLinearizable(
          by: SequentialModel(initial: 0) { (state: Int, _, _) in [state] })
      },
    ]
    for claim in claims {
      #expect(try check("claims", forAll: .int(), settings: settings, claim).verdict.isHeld)
    }
    // A known failure was a claim that failed.
    let known = try verdict {
      try check(
        "known", forAll: .int(in: 0...999), settings: settings,
        except: [KnownFailure<Int>("K", because: "") { $0 > 500 }]
      ) { if $0 > 500 { throw NoNumeral() } }
    }
    #expect(known == "held")
  }

  @Test func aClaimInAnotherTaskCounts() async throws {
    let claims: [@Sendable (Int) async throws -> Void] = [
      { value in
        async let claim: Void = expect("child", value == value)
        try await claim
      },
      { value in try await Task { try expect("task", value == value) }.value },
    ]
    for claim in claims {
      #expect(try await check("claims", forAll: .int(), settings: settings, claim).verdict.isHeld)
    }
  }

  @Test func aClaimInADetachedTaskIsNotSeen() async throws {
    let name = try await verdict {
      try await check("claims", forAll: .int(), settings: settings) { value in
        try await Task.detached { try expect("detached", value == value) }.value
      }
    }
    #expect(name == "claims nothing")
  }

  @Test func aRunBesideItDoesNotClaimForIt() async throws {
    let isOver = Flag()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        while !isOver.value.load(ordering: .relaxed) {
          _ = try check("claims", forAll: .int(), settings: RunSettings(cases: 50, seed: 1)) { $0 == $0 }
          await Task.yield()
        }
      }
      for _ in 0..<20 {
        let name = try await verdict {
          try await check("nothing", forAll: .int(), settings: RunSettings(cases: 200, seed: 1)) { _ in await Task.yield() }
        }
        #expect(name == "claims nothing")
      }
      isOver.value.store(true, ordering: .relaxed)
      try await group.waitForAll()
    }
  }

  @Test func workersCountToo() async throws {
    for jobs in [1, 3] {
      let rare = Requirement<Void>("C-3", "Claims seldom").holds(forAll: .int(in: 0...10_000)) { value, _ in
        if value == 10_000 { try expect("the last", value == 10_000) }
      }
      let held = await Runner(settings: RunSettings(cases: 2_000, seed: 1, jobs: jobs)).run(rare, on: Fixture(system: {}))
      #expect(held.verdict.isHeld)
      let never = Requirement<Void>("C-4", "Claims never").holds(forAll: .int()) { _, _ in }
      let nothing = await Runner(settings: RunSettings(cases: 2_000, seed: 1, jobs: jobs)).run(never, on: Fixture(system: {}))
      #expect(nothing.verdict.name == "claims nothing")
      #expect(nothing.cases == 2_000)
    }
  }

  @Test func blocksThatRanElsewhereKeepWhatTheyClaimed() async throws {
    for claims in [true, false] {
      let property = Requirement<Void>("C-5", "Is in parts").holds(forAll: .int()) { value, _ in
        if claims { try expect("self", value == value) }
      }
      var runner = Runner(settings: RunSettings(cases: 400, seed: 1))
      let parts = await runner.runBlocks(of: property, on: Fixture(system: {})) { _ in true }
      runner.given = try JSONDecoder().decode(CaseBlocks.self, from: try JSONEncoder().encode(parts))
      let result = await runner.run(property, on: Fixture(system: {}))
      #expect(result.verdict.name == (claims ? "held" : "claims nothing"))
    }
  }

  // Machines.

  @Test func aMachineWithoutACommandThatAppliesClaimsNothing() async throws {
    func machine(_ applies: Bool) -> StateMachine<Int, Tally> {
      StateMachine(
        initially: 0,
        commands: [
          Command("add", when: { _ in applies }) { (model: inout Int) in model += 1 } system: { (tally: inout Tally) in tally.value += 1 }
        ])
    }
    #expect(try await verdict { try await check("adds", of: machine(true), settings: settings) { Tally() } } == "held")
    #expect(try await verdict { try await check("adds", of: machine(false), settings: settings) { Tally() } } == "claims nothing")
    let lanes = try await verdict { try await check("adds", of: machine(false), lanes: 2...2, settings: settings) { Tally() } }
    #expect(lanes == "claims nothing")
    let invariant = machine(false).keeping(Invariant("as many") { model, tally in model == tally.value })
    #expect(try await verdict { try await check("adds", of: invariant, settings: settings) { Tally() } } == "held")
  }

  struct Tally: Sendable { var value = 0 }
}

extension Trial {
  /// `value`, so that a closure uses its trial.
  fileprivate func drawn(_ value: Int) -> Int { value }
}

private final class Flag: Sendable { let value = Atomic(false) }

private struct NoNumeral: Error {}

private func numeral(_ value: Int) throws -> String {
  guard value < .max else { return "∞" }
  return "\(value)"
}
