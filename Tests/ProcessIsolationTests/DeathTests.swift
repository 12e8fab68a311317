import Foundation
import ProcessIsolation
import PropertyTesting
import Testing

/// Every way to die, all the way: found, told, shrunk, saved, replayed, and fixed.
@Suite("Ways to die")
struct DeathTests {
  static let number = Generator<Int>.int(in: 0...1_000)

  static func property(_ death: Death) -> Property<Void> {
    Requirement<Void>("T-1", "a claim").holds(forAll: number) { number, _ in death.strike(number) }
  }

  static let harmless = Requirement<Void>("T-1", "a claim").holds(forAll: number) { _, _ in true }

  static let otherwise = Requirement<Void>("T-1", "a claim").holds(forAll: .text()) { _, _ in }

  @Test("A case that dies is found, told, shrunk, saved, and replayed", arguments: Death.allCases)
  func recovered(_ death: Death) async throws {
    try await followed(death, Self.property(death))
  }

  @Test("The same for an asynchronous property", arguments: Death.allCases)
  func recoveredAsynchronously(_ death: Death) async throws {
    try await followed(
      death,
      Requirement<Void>("T-1", "a claim").holds(forAll: Self.number) { number, _ in
        // Over an actor, a task and a sleep, which must all go on in the copied process.
        let relay = Relay()
        let passed = await Task { await relay.pass(number) }.value
        try await Task.sleep(for: .microseconds(10))
        death.strike(passed)
      })
  }

  private actor Relay {
    private var last = 0

    func pass(_ number: Int) async -> Int {
      last = number
      await Task.yield()
      return last
    }
  }

  private func followed(_ death: Death, _ property: Property<Void>) async throws {
    let folder = try TemporaryDirectory()
    let store = RegressionStore(directory: folder.path)
    let runner = Runner(
      settings: RunSettings(seed: 1, shrinkTime: .seconds(3_600)), regressions: store, isolation: death.isolation)
    let result = await runner.run(property, on: .none)
    #expect(result.verdict.name == death.verdict, "\(FailureReport(result).text)")
    let found = try #require(result.verdict.counterexample)
    #expect(found.value == "\(Death.least)")
    #expect(found.message.contains(death.message), "\(found.message)")
    #expect(found.shrinking.calls > 0)
    #expect(try store.entries(of: "T-1").map(\.token) == [found.token])

    // The saved case comes first.
    let again = await runner.run(property, on: .none)
    #expect(again.verdict.name == death.verdict)
    #expect(again.verdict.counterexample?.origin == .regression)
    #expect(again.verdict.counterexample?.value == found.value)

    // From its token.
    let replayed = await runner.replay(found.token, of: property, on: .none)
    #expect(replayed.verdict.name == death.verdict)
    #expect(replayed.verdict.counterexample?.message == found.message)
    #expect(replayed.verdict.counterexample?.token == found.token)

    // Where the code was mended, and where the generator has changed.
    #expect(await runner.replay(found.token, of: Self.harmless, on: .none).verdict.isHeld)
    #expect(await runner.run(Self.harmless, on: .none).regressions.map(\.result) == [.fixed])
    #expect(await runner.replay(found.token, of: Self.otherwise, on: .none).verdict.name == "stale")
  }

  @Test("In place, with check, on the calling thread", arguments: Death.allCases)
  func checked(_ death: Death) throws {
    let failure = #expect(throws: PropertyFailure.self) {
      try check(
        "a claim", forAll: Self.number, settings: RunSettings(seed: 1, shrinkTime: .seconds(3_600)), isolation: death.isolation
      ) { death.strike($0) }
    }
    let verdict = try #require(failure).result.verdict
    #expect(verdict.name == death.verdict)
    #expect(verdict.counterexample?.value == "\(Death.least)")
  }

  @Test("A copy tells beforehand", arguments: Death.allCases.filter { $0 != .memoryBomb })
  func tried(_ death: Death) {
    #expect(Isolation.survives { death.strike(Death.least - 1) })
    #expect(!Isolation.survives { death.strike(Death.least) })
  }
}
