import PropertyTesting
import Testing

@Suite("State machines at work")
struct StatefulRunningTests {
  @Test func aPropertyCatchesItsFaults() async throws {
    let property = Requirement<Bank>(
      "BANK-1", "The bank keeps its books",
      covers: "4.1",
      mustCatch: [.doublesATransferToItself]
    ).holds(of: BankMachine.machine)
    #expect(property.requirement.covers == ["4.1"])
    let runner = Runner(settings: RunSettings(cases: 100, seed: 1, shrinkTime: .seconds(3_600)))
    let fixture = Fixture { Bank() }
    #expect(await runner.run(property, on: fixture).verdict.isHeld)
    let fault = try #require(property.faults.first)
    let caught = await runner.run(property, on: fixture.with(fault))
    #expect(caught.verdict.counterexample?.message.hasPrefix("the bank holds what was deposited") == true)
  }

  @Test func aPropertyMakesWhatTheCommandsAreAbout() async {
    let property = Requirement<Int>("RING-1", "The ring is a queue").holds(of: RingMachine.machine) { capacity in
      Ring(capacity: capacity)
    }
    let runner = Runner(settings: RunSettings(cases: 100, seed: 1))
    #expect(await runner.run(property, on: Fixture { 3 }).verdict.isHeld)
    #expect(!(await runner.run(property, on: Fixture { 2 }).verdict.isHeld))
  }

  /// The bank begins with accounts of its own, which the model knows of.
  @Test func casesBeginInDifferentStates() async {
    let models = Generator<[Int]>.array(of: .int(in: 0...50), count: 0...3).map { BankModel(endowment: $0) }
    let machine = StateMachine(
      initially: models, commands: BankMachine.machine.commands, invariants: BankMachine.machine.invariants
    ).labelling("rich") { $0.endowment.count > 1 }
    let right = machine.settingUp { bank, model in bank.open(holding: model.endowment) }
    let held = await run(right, requiring: ["rich": 0.1]) { Bank() }
    #expect(held.verdict.isHeld, "\(FailureReport(held).text)")
    let wrong = await run(machine) { Bank() }
    #expect(wrong.verdict.counterexample?.value == "[] from BankModel(balances: [:], endowment: [1])")
    #expect(
      wrong.verdict.counterexample?.message == "the bank holds what was deposited, before the first command")
  }

  /// From the first case on, whatever its size; and they shrink as if they had been short.
  @Test func longCases() async throws {
    let machine = StackMachine.machine.withLongCases
    let counts = try values(of: machine.sequence(count: 0...40), count: 200).map(\.count)
    #expect(counts.allSatisfy { (0...40).contains($0) })
    #expect(counts.count { $0 >= 20 } > 150)
    #expect(counts.count { $0 < 20 } > 5)
    let found = await counterexamples(of: machine) { Stack(limit: 3) }
    #expect(found == ["[push(0), push(0), push(0), push(0)]": 8])
  }

  @Test func casesAreLabelled() async {
    let result = await run(
      RingMachine.machine.labelling("full") { $0.count == RingMachine.capacity }, cases: 200
    ) { Ring(capacity: 3) }
    #expect(result.verdict.isHeld)
    for label in ["put", "take", "count", "put → take", "take → put", "count → count", "full"] {
      #expect((result.classes[label] ?? 0) > 20, "\(label): \(result.classes)")
    }
    #expect(result.classes["take throws"] == nil)
    // What a machine cannot do is missed.
    let missed = await run(RingMachine.machine, requiring: ["take throws": 0.01]) { Ring(capacity: 3) }
    guard case .gaveUp(.missedClass("take throws", count: 0, cases: _, required: 0.01)) = missed.verdict else {
      Issue.record("\(missed.verdict)")
      return
    }
  }

  @Test func errorsAreResults() async {
    struct Empty: Error, Equatable { let depth: Int }
    struct Other: Error {}
    func machine(_ error: any Error) -> StateMachine<Int, Int> {
      StateMachine(
        initially: 0,
        commands: [
          Command("up") { $0 += 1 } system: { $0 += 1 },
          Command("down") { count in
            guard count > 0 else { throw Empty(depth: 0) }
            count -= 1
          } system: { count in
            guard count > 0 else { throw error }
            count -= 1
          },
        ])
    }
    #expect(await run(machine(Empty(depth: 0)), requiring: ["down throws": 0.3]) { 0 }.verdict.isHeld)
    for error in [Empty(depth: 1), Other()] as [any Error] {
      let found = await run(machine(error)) { 0 }.verdict.counterexample
      #expect(found?.value == "[down()]")
      #expect(found?.message.hasPrefix("down() at step 1: expected error") ?? false)
    }
    // An error where there should be none, and none where there should be one.
    let eager = await run(machine(Empty(depth: 0))) { 1 }.verdict.counterexample
    #expect(eager?.value == "[down()]")
  }

  @Test func resultsAgreeByTheCommandsRule() async {
    func machine(_ roll: @escaping @Sendable () -> Int) -> StateMachine<Int, Int> {
      let command = Command<Int, Int>("roll", agreeing: { (sides: Int, rolled: Int) in (1...sides).contains(rolled) }) {
        $0
      } system: { _ in
        roll()
      }
      return StateMachine(initially: 6, commands: [command])
    }
    #expect(await run(machine { 6 }) { 0 }.verdict.isHeld)
    let found = await run(machine { 7 }) { 0 }.verdict.counterexample
    #expect(found?.message == "roll() at step 1: expected 6, got 7")
  }

  /// Results without `==` are compared as they print.
  @Test func tuplesAreCompared() async {
    func machine(_ second: Int) -> StateMachine<Int, Int> {
      StateMachine(
        initially: 0, commands: [Command("both") { _ in (1, 2) } system: { _ in (1, second) }])
    }
    #expect(await run(machine(2)) { 0 }.verdict.isHeld)
    let found = await run(machine(3)) { 0 }.verdict.counterexample
    #expect(found?.message == "both() at step 1: expected (1, 2), got (1, 3)")
  }

  @Test func eachSystemIsTakenDown() async throws {
    let (made, taken) = (Counter(), Counter())
    try await check("files", of: FilesMachine.machine(), settings: RunSettings(cases: 30, seed: 1)) {
      made.increment()
      return Files()
    } tearDown: { _ in
      taken.increment()
    }
    #expect(made.value == 30)
    #expect(taken.value == 30)
    _ = await #expect(throws: PropertyFailure.self) {
      try await check("files", of: FilesMachine.machine(), settings: RunSettings(seed: 1, shrinkTime: .seconds(3_600))) {
        made.increment()
        return Files(.closesEveryHandleOfThePath)
      } tearDown: { _ in
        taken.increment()
      }
    }
    #expect(made.value > 40)
    #expect(taken.value == made.value)
  }

  @Test func aSystemThatCannotBeMadeIsNotAccused() async throws {
    let failure = try await #require(throws: PropertyFailure.self) {
      try await check("a ring", of: RingMachine.machine) { () throws -> Ring in throw Surprise(code: 3) }
    }
    guard case .errored(let reason, nil) = failure.result.verdict else {
      Issue.record("\(failure.result.verdict)")
      return
    }
    #expect(reason.contains("the system could not be made"))
  }

  @Test func aCancelledRunEndsAndAccusesNobody() async throws {
    let commands = try #require(values(of: CacheMachine.machine.sequence(count: 9...9), count: 1).first)
    let calls = Counter()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var cache = Cache(.readingIsNoUse)
      do {
        try await commands.run(on: &cache)
        calls.increment()
        return "held"
      } catch {
        return "\(type(of: error))"
      }
    }
    #expect(await task.value == "CancellationError")
    #expect(calls.value == 0)
  }

  @Test func aCommandMayThrowCancellationOfItsOwn() async {
    let machine = StateMachine<Int, Int>(
      initially: 0,
      commands: [Command("stop") { _ in throw CancellationError() } system: { _ in throw CancellationError() }])
    #expect(await run(machine, requiring: ["stop throws": 0.5]) { 0 }.verdict.isHeld)
  }

  @Test func sequencesComposeLikeOtherValues() async {
    let two = Generator.zip(RingMachine.machine.sequence(count: 0...5), RingMachine.machine.sequence(count: 0...5))
    let property = Requirement<Void>("R-2", "two rings").holds(forAll: two) { both, _, trial in
      var (first, second) = (Ring(capacity: 3), Ring(capacity: 3, .countsModuloCapacity))
      try await both.0.run(on: &first, trial)
      try await both.1.run(on: &second, trial)
    }
    let result = await Runner(settings: RunSettings(seed: 1, shrinkTime: .seconds(3_600))).run(property, on: .none)
    #expect(result.verdict.counterexample?.value == "([], [put(0), put(0), put(0), count()])")
  }

  @Test func countsAreKept() async throws {
    for commands in try values(of: CacheMachine.machine.sequence(count: 3...7), count: 300) {
      #expect((3...7).contains(commands.count))
    }
    #expect(try values(of: CacheMachine.machine.sequence(), count: 300).contains { $0.count > 60 })
    // Nothing applies: the case is discarded where there must be commands.
    let never = StateMachine<Int, Int>(
      initially: 0, commands: [Command("never", when: { _ in false }) { _ in } system: { _ in }])
    #expect(try values(of: never.sequence(), count: 50).allSatisfy { $0.count == 0 })
    #expect(try values(of: never.sequence(count: 1...2), count: 50).isEmpty)
  }
}
