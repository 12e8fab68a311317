import Testing

@testable import PropertyTesting

@Suite("Generated functions")
struct GeneratedFunctionTests {
  @Test func theSameArgumentHasTheSameResult() throws {
    let functions = try values(of: .function(from: [Int].self, to: .int()), count: 100)
    for function in functions {
      let once = (0..<20).map { function([$0]) }
      #expect((0..<20).reversed().map { function([$0]) }.reversed() == once)
    }
    #expect(functions.contains { function in Set((0..<20).map { function([$0]) }).count > 2 })
    #expect(Set(functions.map { $0([1, 2]) }).count > 20)
  }

  @Test func itPrintsWhatItWasAsked() throws {
    let function = try #require(try values(of: .function(from: Int.self, to: .bool), count: 1).first)
    #expect(describe(function) == "{}")
    _ = (function(10), function(9), function(9))
    #expect(describe(function) == "{9 → false, 10 → false}")
  }

  @Test func theReportHasItsTable() async throws {
    let result = await run(.function(from: Int.self, to: .int(in: 0...99))) { function in
      try expect("the sum", function(1) + function(2) < 100)
    }
    let found = try #require(result.verdict.counterexample)
    #expect(found.value == "{1 → 50, 2 → 50}")
  }

  @Test func theReportHasTheTableOfOneThatThePropertyDrew() async throws {
    let result = await run(.array(of: .int(in: 0...9))) { (list: [Int], trial: Trial) in
      let isWanted = try trial.draw(.function(from: Int.self, to: .bool), "isWanted")
      try expect("kept", list.filter { isWanted($0) }, equals: list.sorted().filter { isWanted($0) })
    }
    let found = try #require(result.verdict.counterexample)
    #expect(found.value == "[1, 0]")
    #expect(found.drawn.map(\.value) == ["{0 → true, 1 → true}"])
  }

  @Test func aCaseReplays() async throws {
    let property = Requirement<Void>("T-1", "a claim").holds(forAll: .function(from: Int.self, to: .int())) { function, _ in
      try expect("the same", function(1) == function(2))
    }
    let result = await Runner(settings: RunSettings(seed: 3)).run(property, on: .none)
    let found = try #require(result.verdict.counterexample)
    let again = await Runner(settings: RunSettings(seed: 4)).replay(found.token, of: property, on: .none)
    #expect(again.verdict.counterexample?.value == found.value)
  }
}
