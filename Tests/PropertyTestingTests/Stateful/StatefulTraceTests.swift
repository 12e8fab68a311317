import Foundation
import PropertyTesting
import Testing

/// What a failure of a state machine tells.
@Suite("The trace of a state machine")
struct StatefulTraceTests {
  @Test func modelAndSystemStandSideBySide() async throws {
    let result = await run(RingMachine.machine) { Ring(capacity: 3, .doesNotWrap) }
    let found = try #require(result.verdict.counterexample)
    #expect(
      found.trace == [
        "put(0)", "put(0)", "put(0)", "take()  → 0", "put(1)", "take()  → 0",
        "take()  → model 0 ‖ system 1  ← model and system first differ here\n   the model before it: [0, 1]",
      ])
    #expect(found.message == "take() at step 7: expected 0, got 1")
  }

  @Test func referencesAreTheNumbersOfSteps() async throws {
    let result = await run(FilesMachine.machine()) { Files(.readsTheLatestPath) }
    let found = try #require(result.verdict.counterexample)
    #expect(
      found.trace == [
        #"open("a")  → #1"#, #"open("b")  → #2"#, "write(handle: #1, value: 0)",
        "read(#2)  → model [] ‖ system [0]  ← model and system first differ here\n"
          + "   the model before it: "
          + #"FilesModel(contents: ["a": [0], "b": []], paths: [#1: "a", #2: "b"], closed: [])"#,
      ])
  }

  @Test func anInvariantIsNamed() async throws {
    let result = await run(FilesMachine.machine()) { Files(.closesEveryHandleOfThePath) }
    let found = try #require(result.verdict.counterexample)
    #expect(found.message == "each open handle reads, after close(#1) at step 3: throws .closed")
    #expect(
      found.trace.last
        == "close(#1)  ← after this, an invariant does not hold\n"
        + #"   the model after it: FilesModel(contents: ["a": []], paths: [#2: "a"], closed: [#1])"#)
    #expect(found.location?.fileID.hasSuffix("Files.swift") == true)
  }

  @Test func anExpectationInsideOfAnInvariantShowsBothSides() async throws {
    let machine = RingMachine.machine.keeping(
      Invariant("the ring is as full as the model") { items, ring in
        try expect("elements", ring.count, equals: items.count)
        return true
      })
    let result = await run(machine) { Ring(capacity: 3, .countsModuloCapacity) }
    let found = try #require(result.verdict.counterexample)
    #expect(
      found.message == "the ring is as full as the model, after put(0) at step 3: elements: expected 3, got 0")
    #expect(
      found.trace.last
        == "put(0)\n   the ring is as full as the model: elements  → model 3 ‖ system 0  "
        + "← model and system first differ here\n   the model after it: [0, 0, 0]")
  }

  @Test func theReportMarksTheDifferenceOnce() async throws {
    let result = await run(RingMachine.machine) { Ring(capacity: 3, .countsModuloCapacity) }
    let text = FailureReport(result).text
    #expect(text.contains("given    [put(0), put(0), put(0), count()]"))
    #expect(text.contains("4  count()  → model 3 ‖ system 0  ← model and system first differ here\n"))
    #expect(text.contains("the model before it: [0, 0, 0]"))
    #expect(!text.contains("failed here"))
  }

  /// A handle that is an address says nothing, and differs from run to run.
  @Test func whatIsYieldedIsNotPrinted() async throws {
    let result = await run(FilesMachine.machine()) { Files(.readsTheLatestPath) }
    #expect(!FailureReport(result).text.contains("address"))
  }

  @Test func checkThrowsTheReportOfItsLine() async throws {
    let line = #line + 3
    var thrown: PropertyFailure?
    do {
      try await check("a ring", of: RingMachine.machine, settings: RunSettings(seed: 1, shrinkTime: .seconds(3_600))) {
        Ring(capacity: 3, .countsModuloCapacity)
      }
    } catch let error as PropertyFailure {
      thrown = error
    }
    let failure = try #require(thrown)
    #expect(failure.result.location.line == line)
    #expect(failure.result.location.fileID.hasSuffix("StatefulTraceTests.swift"))
    let found = try #require(failure.result.verdict.counterexample)
    #expect(found.location?.line == line)
    #expect(found.value == "[put(0), put(0), put(0), count()]")
  }

  /// Commands that are printed by themselves, by their names, by their arguments.
  @Test func argumentsPrintShortly() throws {
    struct Point: Sendable { let x: Int, y: Int }
    func text<Argument: Sendable>(_ argument: Argument) throws -> String? {
      let command = Command<Int, Int>("go", with: .constant(argument)) { _, _ in } system: { _, _ in }
      let machine = StateMachine(initially: 0, commands: [command])
      let cases = try values(of: machine.sequence(count: 1...1), count: 1)
      return cases.first?.commandTexts.first
    }
    #expect(try text(()) == "go()")
    #expect(try text(7) == "go(7)")
    #expect(try text("x(1)") == #"go("x(1)")"#)
    #expect(try text((1, "b")) == #"go(1, "b")"#)
    #expect(try text(Point(x: 1, y: 2)) == "go(x: 1, y: 2)")
    #expect(try text([1, 2]) == "go([1, 2])")
    #expect(try text(Int?.none) == "go(nil)")
    #expect(try text(Date(timeIntervalSinceReferenceDate: 0)) == "go(2001-01-01T00:00:00Z)")
  }
}
