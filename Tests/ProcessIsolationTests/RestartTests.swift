import Foundation
import ProcessIsolation
import PropertyTesting
import Testing

/// Workers that are this program started anew.
@Suite("Restarted workers")
struct RestartTests {
  /// A new process costs a good deal more than a fork, so only deaths that end a process in different ways; ``DeathTests`` has
  /// all of them.
  static let deaths = [Death.fatalError, .stackOverflow, .exit, .abort]

  // One after the other: a new process runs the whole test, and what the other cases print there may come in the middle of what it dies of.
  @Test(.serialized, arguments: deaths)
  func recovered(_ death: Death) async throws {
    let property = Requirement<Void>("R-\(death)", "a claim").holds(forAll: DeathTests.number) { number, _ in
      death.strike(number)
    }
    try await followed(death, property, .restarted(timeout: .seconds(600)))
  }

  @Test(.serialized, arguments: [Death.outOfBounds, .exit])
  func recoveredAsynchronously(_ death: Death) async throws {
    let property = Requirement<Void>("R-\(death)", "a claim").holds(forAll: DeathTests.number) { number, _ in
      // On threads of the pool, in real time.
      let passed = await withTaskGroup(of: Int.self) { group in
        for share in [number / 2, number - number / 2] { group.addTask { share } }
        return await group.reduce(0, +)
      }
      try await Task.sleep(for: .microseconds(10))
      death.strike(passed)
    }
    try await followed(death, property, .restarted(timeout: .seconds(600)))
  }

  @Test func checkedInPlace() throws {
    // The second of two: the first must not end the new process.
    try check("held", forAll: DeathTests.number, isolation: .restarted()) { _ in }
    let failure = #expect(throws: PropertyFailure.self) {
      try check(
        "a claim", forAll: DeathTests.number, settings: RunSettings(seed: 1, shrinkTime: .seconds(3_600)),
        isolation: .restarted(function: "checkedInPlace()")
      ) { Death.forceUnwrap.strike($0) }
    }
    #expect(failure?.result.verdict.counterexample?.value == "\(Death.least)")
  }

  @Test func nothingIsOtherwiseWhileNothingDies() async {
    for failing in [SameResultTests.Failing.never, .rarely] {
      let property = SameResultTests.synchronous(failing)
      let settings = RunSettings(cases: 300, seed: 4, shrinkTime: .seconds(3_600))
      let expected = await Runner(settings: settings).run(property, on: Fixture(name: "\(failing)", system: {}))
      let result = await Runner(settings: settings, isolation: .restarted()).run(
        property, on: Fixture(name: "\(failing)", system: {}))
      #expect(SameResultTests.Outcome(result) == SameResultTests.Outcome(expected))
    }
  }

  /// A new process gets its descriptors under fixed numbers, which its parent may have given out already.
  @Test func servesWhateverTheNumbersOfItsDescriptors() async {
    var taken: [Int32] = []
    defer { for descriptor in taken { close(descriptor) } }
    let property = Requirement<Void>("R-descriptors", "a claim").holds(forAll: .int()) { _, _ in }
    for next: Int32 in 193...199 {
      while (taken.last ?? 0) + 1 < next {
        let descriptor = open("/dev/null", O_RDONLY)
        if descriptor < 0 { break }
        taken.append(descriptor)
      }
      let result = await Runner(settings: RunSettings(cases: 3), isolation: .restarted()).run(
        property, on: .none)
      #expect(result.verdict.isHeld, "\(FailureReport(result).text)")
    }
  }

  @Test func aFunctionThatIsNotThereIsSaid() async {
    let property = Requirement<Void>("R-none", "a claim").holds(forAll: .int()) { _, _ in }
    let result = await Runner(isolation: .restarted(function: "noSuchTest()")).run(property, on: .none)
    guard case .errored(let reason, nil) = result.verdict else {
      Issue.record("\(result.verdict.name)")
      return
    }
    #expect(reason.contains("there is no worker process: it never became ready"))
  }

  private func followed(_ death: Death, _ property: Property<Void>, _ isolation: Isolation) async throws {
    // A busy machine must not end the shrinking early.
    let runner = Runner(settings: RunSettings(seed: 1, shrinkTime: .seconds(3_600)), isolation: isolation)
    let result = await runner.run(property, on: .none)
    #expect(result.verdict.name == death.verdict, "\(FailureReport(result).text)")
    let found = try #require(result.verdict.counterexample)
    #expect(found.value == "\(Death.least)")
    #expect(found.message.contains(death.message), "\(found.message)")
    let replayed = await runner.replay(found.token, of: property, on: .none)
    #expect(replayed.verdict.counterexample?.message == found.message)
  }
}
