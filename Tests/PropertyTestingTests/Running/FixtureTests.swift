import PropertyTesting
import Testing

@Suite("Fixtures")
struct FixtureTests {
  /// A fixture over numbered places that logs what was cleaned up.
  static func numbered(_ made: Counter, _ cleaned: Log<Int>) -> Fixture<Int> {
    Fixture(
      name: "numbered", place: { made.increment() }, system: { $0 }, cleanUp: { cleaned.append($0) })
  }

  @Test(arguments: [1, 3], [true, false])
  func everyCaseOfAnAsynchronousPropertyHasItsOwnSystem(jobs: Int, fails: Bool) async {
    let (made, cleaned, used) = (Counter(), Log<Int>(), Log<Int>())
    let property = Requirement<Int>("T-3", "a claim").holds(forAll: .int(in: 0...1_000)) { value, system in
      await Task.yield()
      used.append(system)
      try expect("small", !fails || value < 300)
    }
    let result = await Runner(settings: RunSettings(cases: 64, seed: 2, jobs: jobs)).run(
      property, on: Self.numbered(made, cleaned))
    #expect(result.verdict.name == (fails ? "falsified" : "held"))
    #expect(result.fixture == "numbered")
    #expect(Set(used.entries).count == used.entries.count, "no system is used twice")
    #expect(cleaned.entries.sorted() == Array(1...made.value), "each is cleaned up once")
    #expect(Set(used.entries).isSubset(of: Set(1...made.value)))
    #expect(used.entries.count >= (fails ? 2 : 64))
  }

  @Test func aSynchronousPropertyCleansUpToo() async {
    let (made, cleaned) = (Counter(), Log<Int>())
    let property = Requirement<Int>("T-3", "a claim").holds(forAll: .int(in: 0...1_000)) { value, _ in
      try expect("small", value < 300)
    }
    let result = await Runner(settings: RunSettings(cases: 64, seed: 2)).run(
      property, on: Self.numbered(made, cleaned))
    #expect(result.verdict.counterexample?.value == "300")
    #expect(made.value >= 1)
    #expect(cleaned.entries.sorted() == Array(1...made.value))
  }

  @Test func aSystemThatCannotBeMadeStillCleansUpItsPlace() async {
    let (made, cleaned) = (Counter(), Log<Int>())
    let fixture = Fixture<Int>(
      place: { made.increment() }, system: { _ in throw Surprise(code: 4) },
      cleanUp: { cleaned.append($0) })
    let property = Requirement<Int>("T-3", "a claim").holds(forAll: .int()) { _, _ in await Task.yield() }
    let result = await Runner(settings: RunSettings(cases: 10, seed: 2)).run(property, on: fixture)
    #expect(result.verdict.name == "errored")
    #expect(made.value > 0)
    #expect(cleaned.entries.sorted() == Array(1...made.value))
  }

  @Test func discardsCleanUpToo() async {
    let (made, cleaned) = (Counter(), Log<Int>())
    let property = Requirement<Int>("T-3", "a claim").holds(forAll: .int()) { value, _ in
      await Task.yield()
      try assume(value % 2 == 0)
      return value.isMultiple(of: 2)
    }
    let result = await Runner(settings: RunSettings(cases: 20, seed: 2)).run(
      property, on: Self.numbered(made, cleaned))
    #expect(result.verdict.isHeld)
    #expect(cleaned.entries.count == made.value)
    #expect(made.value >= 20 + result.discarded)
  }

  @Test func aFaultChangesEverySystem() async {
    let fault = Fault<Int>("addsAThousand", "adds a thousand") { $0 += 1_000 }
    let property = Requirement<Int>("T-3", "a claim", mustCatch: [fault]).holds(forAll: .int(in: 0...9)) {
      _, system in try expect("untouched", system, equals: 5)
    }
    let fixture = Fixture<Int>(name: "five") { 5 }
    let runner = Runner(settings: RunSettings(seed: 1))
    #expect(await runner.run(property, on: fixture).verdict.isHeld)
    let result = await runner.run(property, on: fixture.with(fault))
    #expect(result.verdict.counterexample?.message == "untouched: expected 5, got 1005")
    #expect(result.fixture == "five")
    #expect(property.faults.map(\.fact) == ["adds a thousand"])
  }

  @Test func taskLocalValuesReachEveryCall() async {
    let calls = Counter()
    let property = Requirement<Void>("T-4", "a claim").holds(forAll: .int(in: 0...1_000)) { value, _ in
      await Task.yield()
      if Context.name == "outer" { calls.increment() } else { throw Surprise(code: 1) }
      try expect("small", value < 300)
    }
    let result = await Context.$name.withValue("outer") {
      await Runner(settings: RunSettings(seed: 3, jobs: 2, shrinkTime: .seconds(3_600))).run(property, on: .none)
    }
    #expect(result.verdict.counterexample?.value == "300")
    #expect(calls.value > 2)
  }

  enum Context {
    @TaskLocal static var name = "none"
  }
}

@Suite("Cancellation")
struct CancellationTests {
  /// What fails in a cancelled task may have failed of that: no counterexample, and nothing is saved.
  @Test func aCancelledTaskIsNoCounterexample() async {
    let property = Requirement<Void>("T-5", "a claim").holds(forAll: .array(of: .int())) { list, _ in
      await Task.yield()
      try expect("short", list.count < 3)
    }
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await Runner(settings: RunSettings(seed: 3)).run(property, on: .none)
    }
    task.cancel()
    let result = await task.value
    guard case .errored(let reason, nil) = result.verdict else {
      Issue.record("\(result.verdict)")
      return
    }
    #expect(reason == "the task was cancelled before the run was over")
  }

  @Test func aPropertyThatHeedsCancellationIsNotGreen() async {
    let property = Requirement<Void>("T-5", "a claim").holds(forAll: .int()) { _, _ in
      try Task.checkCancellation()
      await Task.yield()
    }
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await Runner(settings: RunSettings(seed: 3)).run(property, on: .none)
    }
    task.cancel()
    #expect(await task.value.verdict.name == "errored")
  }

  @Test func cancellingWhileShrinkingDoesNotHang() async {
    let (calls, reached) = (Counter(), Log<Void>())
    let property = Requirement<Void>("T-5", "a claim").holds(forAll: .array(of: .int())) { list, _ in
      await Task.yield()
      if list.count >= 3, calls.increment() == 5 {
        reached.append(())
        withUnsafeCurrentTask { $0?.cancel() }
      }
      try expect("short", list.count < 3)
    }
    let result = await Task {
      await Runner(settings: RunSettings(seed: 3, shrinkTime: .seconds(3_600))).run(property, on: .none)
    }.value
    #expect(reached.entries.count == 1)
    #expect(result.verdict.counterexample?.value == "[0, 0, 0]")
  }
}
