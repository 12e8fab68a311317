import Foundation
import ProcessIsolation
import PropertyTesting
import Testing

/// A saved counterexample that ended its process does not end the process of a later run.
@Suite("Saved deaths")
struct SavedDeathTests {
  private let folder: TemporaryDirectory
  private let store: RegressionStore
  private let found: Counterexample

  init() async throws {
    folder = try TemporaryDirectory()
    store = RegressionStore(directory: folder.path)
    let runner = Runner(
      settings: RunSettings(seed: 1, shrinkTime: .seconds(3_600)), regressions: store, isolation: Death.fatalError.isolation)
    let result = await runner.run(DeathTests.property(.fatalError), on: .none)
    found = try #require(result.verdict.counterexample)
  }

  @Test func isMarkedInTheFile() throws {
    #expect(try store.entries(of: "T-1").map(\.endsProcess) == [true])
    let text = try String(contentsOfFile: store.path(of: "T-1"), encoding: .utf8)
    #expect(text.contains("\"endsProcess\" : true"))
  }

  @Test func isNotTriedWithoutAWorker() async throws {
    let result = await Runner(settings: RunSettings(cases: 10, seed: 1, shrinkTime: .seconds(3_600)), regressions: store)
      .run(DeathTests.harmless, on: .none)
    guard case .errored(let reason, nil) = result.verdict else {
      Issue.record("\(result.verdict.name)")
      return
    }
    #expect(reason.contains("\(found.token) ended its process"))
    #expect(reason.contains("it can only be tried in a worker process"))
    #expect(result.regressions.map(\.result) == [.untried(claim: found.message)])
    #expect(result.cases == 10)
  }

  @Test func isTriedInTheWorkersForSuch() async throws {
    let runner = Runner(
      settings: RunSettings(cases: 10, seed: 1, shrinkTime: .seconds(3_600)), regressions: store, isolationOfDeaths: .forked())
    let still = await runner.run(DeathTests.property(.fatalError), on: .none)
    #expect(still.verdict.name == "crashed")
    #expect(still.verdict.counterexample?.origin == .regression)
    #expect(still.verdict.counterexample?.message == found.message)

    let fixed = await runner.run(DeathTests.harmless, on: .none)
    #expect(fixed.verdict.isHeld)
    #expect(fixed.regressions.map(\.result) == [.fixed])
  }

  @Test func aClaimThatFailsInAWorkerIsSavedLikeAnyOther() async throws {
    let runner = Runner(settings: RunSettings(seed: 1, shrinkTime: .seconds(3_600)), regressions: store, isolation: .forked())
    let property = Requirement<Void>("T-2", "a claim").holds(forAll: DeathTests.number) { number, _ in
      try expect("less than 17", number < 17)
    }
    #expect(await runner.run(property, on: .none).verdict.name == "falsified")
    #expect(try store.entries(of: "T-2").map(\.endsProcess) == [false])
  }
}
