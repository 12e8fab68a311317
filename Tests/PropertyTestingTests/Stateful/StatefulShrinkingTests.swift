import PropertyTesting
import Testing

@Suite("State machines while they shrink and replay")
struct StatefulShrinkingTests {
  /// The ring counts calls where it is empty or full: in 8 runs, and in every attempt to shrink what they find.
  @Test func preconditionsAlwaysHold() async {
    let misuses = Counter()
    let calls = Counter()
    for seed in 1...8 as ClosedRange<UInt64> {
      for bug in [Ring.Bug.none, .doesNotWrap, .countsModuloCapacity] {
        let result = await run(RingMachine.machine, seed: seed) {
          calls.increment()
          return Ring(capacity: 3, bug, misuses: misuses)
        }
        #expect(result.verdict.isHeld == (bug == .none))
      }
    }
    #expect(misuses.value == 0)
    // Many more than the cases: the shrunk ones too.
    #expect(calls.value > 1_600)
    // Two-sided: a ring that is smaller than the model says is misused.
    _ = await run(RingMachine.machine) { Ring(capacity: 2, misuses: misuses) }
    #expect(misuses.value > 0)
  }

  @Test func referencesNeverDangle() async {
    let dangling = Counter()
    for seed in 1...8 as ClosedRange<UInt64> {
      for bug in [Files.Bug.none, .closesEveryHandleOfThePath, .readsTheLatestPath] {
        let result = await run(FilesMachine.machine(dangling: dangling), seed: seed) { Files(bug) }
        #expect(result.verdict.isHeld == (bug == .none))
      }
    }
    #expect(dangling.value == 0)
  }

  /// A model that hands out a reference although it threw: what was never yielded is never drawn.
  @Test func whatWasNotYieldedIsNotUsed() async {
    let dangling = Counter()
    struct Refused: Error, Equatable {}
    let open = Command<[Reference<Int>], Int>("open", yielding: Int.self) { references, reference in
      references.append(reference)
      if references.count.isMultiple(of: 2) { throw Refused() }
    } system: { opened in
      opened += 1
      if opened.isMultiple(of: 2) { throw Refused() }
      return opened
    }
    let use = Command<[Reference<Int>], Int>("use", with: { .reference(to: $0) }) { references, reference in
      references.contains(reference)
    } system: { _, reference, results in
      do {
        return try results[reference] > 0
      } catch {
        dangling.increment()
        return false
      }
    }
    let machine = StateMachine(initially: [], commands: [open, use]).labelling("several") { $0.count > 3 }
    let result = await run(machine, cases: 200, requiring: ["use": 0.3, "several": 0.3, "open throws": 0.3]) { 0 }
    #expect(result.verdict.isHeld, "\(FailureReport(result).text)")
    #expect(dangling.value == 0)
  }

  @Test func oneSeedHasOneResultForAnyNumberOfWorkers() async throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let alone = await run(FilesMachine.machine(), seed: seed) { Files(.readsTheLatestPath) }
      let many = await run(FilesMachine.machine(), seed: seed, jobs: 4) { Files(.readsTheLatestPath) }
      let first = try #require(alone.verdict.counterexample)
      let second = try #require(many.verdict.counterexample)
      #expect(first.token == second.token)
      #expect(first.trace == second.trace)
      #expect(first.origin == second.origin)
    }
  }

  @Test func aTokenReplaysTheCase() async throws {
    func check(_ bug: Files.Bug, shrinks: Bool, replaying token: String? = nil) async throws {
      try await PropertyTesting.check(
        "files", of: FilesMachine.machine(),
        settings: RunSettings(seed: 5, shrinks: shrinks, shrinkTime: .seconds(3_600)), replaying: token
      ) { Files(bug) }
    }
    // Shrunk, and as it was drawn, where commands were proposed by a swarm that is not recorded.
    for shrinks in [true, false] {
      let failure = try await #require(throws: PropertyFailure.self) {
        try await check(.readsTheLatestPath, shrinks: shrinks)
      }
      let found = try #require(failure.result.verdict.counterexample)
      let again = try await #require(throws: PropertyFailure.self) {
        try await check(.readsTheLatestPath, shrinks: shrinks, replaying: "\(found.token)")
      }
      #expect(again.result.verdict.counterexample?.value == found.value)
      #expect(again.result.verdict.counterexample?.trace == found.trace)
      try await check(.none, shrinks: shrinks, replaying: "\(found.token)")
    }
  }

  @Test func aCaseOfAnotherMachineIsStale() async throws {
    let failure = try await #require(throws: PropertyFailure.self) {
      try await check(
        "a ring", of: RingMachine.machine, settings: RunSettings(seed: 1, shrinkTime: .seconds(3_600))
      ) { Ring(capacity: 3, .countsModuloCapacity) }
    }
    let token = try #require(failure.result.verdict.counterexample).token
    let smaller = StateMachine<[Int], Ring>(initially: [], commands: [RingMachine.put, RingMachine.take])
    let stale = try await #require(throws: PropertyFailure.self) {
      try await check("a ring", of: smaller, replaying: "\(token)") { Ring(capacity: 3) }
    }
    guard case .stale = stale.result.verdict else {
      Issue.record("\(stale.result.verdict)")
      return
    }
  }

  /// The commands before the last two are irrelevant, and every one yields: all go, and the last points anew.
  @Test func producersGoAndReferencesFollow() async {
    struct Model: Hashable { var values: [Reference<Int>: Int] = [:] }
    let make = Command<Model, Int>("make", with: .int(in: 0...9), yielding: Int.self) { model, value, reference in
      model.values[reference] = value
    } system: { _, value in
      value
    }
    let sum = Command<Model, Int>("sum", with: { model in
      .zip(.reference(to: model.values.keys), .reference(to: model.values.keys))
    }) { model, pair in
      model.values[pair.0, default: 0] + model.values[pair.1, default: 0]
    } system: { _, pair, results in
      let (left, right) = try (results[pair.0], results[pair.1])
      return left != right && left + right > 9 ? 0 : left + right
    }
    let machine = StateMachine(initially: Model(), commands: [make, sum])
    let found = await counterexamples(of: machine) { 0 }
    #expect(found == ["[make(1), make(9), sum(#1, #2)]": 8])
  }
}
