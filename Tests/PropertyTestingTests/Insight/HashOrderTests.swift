@testable import PropertyTesting
import Testing

/// Mostly in processes of their own: the tests of schedules fix the order of this one.
@Suite("The order of sets and dictionaries")
struct HashOrderTests {
  @Test(arguments: ["hash-set", "hash-dictionary"])
  func itIsNamedAsTheCause(_ how: String) throws {
    let note = try RunNoteTests.run(how).note
    #expect(note.contains("\n  flaky "), "\(note)")
    #expect(note.contains(/\n  hashing  failed in \d+ of \d+ runs with one order for each Set and Dictionary, in [1-9]/), "\(note)")
    #expect(note.contains("\n  hint     the result depends on the order of a Set or Dictionary: sort before"), "\(note)")
  }

  @Test func tablesThatExistStayAndNewOnesLieElsewhere() throws {
    let ending = try RunNoteTests.run("hash-tables")
    #expect(ending.status == 0 && !ending.isSignal, "\(ending.errors)")
  }

  @Test func schedulesKeepOneOrderForGood() throws {
    let ending = try RunNoteTests.run("hash-scheduled")
    #expect(ending.status == 0 && !ending.isSignal, "\(ending.errors)")
  }

  @Test func chanceIsNotTheOrder() async throws {
    let calls = Counter()
    let result = await Runner(settings: RunSettings(seed: 1)).run(
      Requirement<Void>("T-1", "a claim").holds(forAll: .int(in: 0...9)) { _, _ in
        try expect("not every third call", calls.increment() % 3 != 0)
      }, on: .none)
    #expect(result.verdict.counterexample?.flakiness?.cause == .unknown)
    #expect(!FailureReport(result).text.contains("hashing"))
  }

  /// How many runs it takes, so that chance does not look like a cause.
  @Test func aFewRunsAreNoProof() {
    func isCause(_ failed: Int, _ runs: Int, inOneOrder failedInOne: Int, _ runsInOne: Int) -> Bool {
      HashOrder(runs: runs, failed: failed, runsInOneOrder: runsInOne, failedInOneOrder: failedInOne).isCause
    }
    #expect(!isCause(20, 40, inOneOrder: 0, 3) && isCause(20, 40, inOneOrder: 0, 10) && isCause(20, 40, inOneOrder: 10, 10))
    #expect(!isCause(2, 40, inOneOrder: 0, 100) && isCause(2, 40, inOneOrder: 0, 140))
    #expect(!isCause(20, 40, inOneOrder: 1, 10) && !isCause(40, 40, inOneOrder: 20, 20) && !isCause(0, 40, inOneOrder: 0, 200))
    #expect(isCause(40, 40, inOneOrder: 0, 2))
  }
}
