import ProcessIsolation
import PropertyTesting
import Synchronization
import Testing

/// In the process that makes the workers no case runs: a copy of it is as clean as a new process.
@Suite("A failure that depends on earlier cases, in new processes")
struct SequenceTests {
  final class Cache: Sendable {
    private let doubles = Mutex<[Int: Int]>([:])

    /// Twice the number, kept under too short a key.
    func double(_ number: Int) -> Int {
      doubles.withLock { doubles in
        let known = doubles[number % 10] ?? number * 2
        doubles[number % 10] = known
        return known
      }
    }
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func theShortestSequenceIsShown(seed: UInt64) async throws {
    let cache = Cache()
    let result = await Runner(settings: RunSettings(seed: seed, shrinkTime: .seconds(3_600)), isolation: .forked()).run(
      Requirement<Void>("T-1", "a cache").holds(forAll: .int(in: 0...1_000)) { number, _ in
        try expect("the double", cache.double(number), equals: number * 2)
      }, on: Fixture(system: {}))
    guard case .flaky(let found) = result.verdict else {
      Issue.record("\(result.verdict)")
      return
    }
    guard case .sequence(let earlier)? = found.flakiness?.cause, let first = earlier.first else {
      Issue.record("\(String(describing: found.flakiness?.cause))")
      return
    }
    #expect(earlier.count == 1)
    let (before, after) = (try #require(Int(first.value)), try #require(Int(found.value)))
    #expect(before % 10 == after % 10 && before != after)
    let text = FailureReport(result).text
    #expect(text.contains("passed alone in a new process: it fails after one other case"))
    #expect(text.contains("\n  after    case \(first.number + 1): \(before)\n"))
  }

  @Test func severalCasesAreShownIfItTakesThem() async throws {
    let count = Mutex(0)
    let result = await Runner(settings: RunSettings(seed: 1, shrinkTime: .seconds(3_600)), isolation: .forked()).run(
      Requirement<Void>("T-1", "a pool").holds(forAll: .int(in: 0...1_000)) { _, _ in
        try expect("one is left", count.withLock { count in count += 1; return count <= 6 })
      }, on: Fixture(system: {}))
    guard case .flaky(let found) = result.verdict, case .sequence(let earlier)? = found.flakiness?.cause else {
      Issue.record("\(result.verdict)")
      return
    }
    #expect(earlier.count == 6)
    #expect(FailureReport(result).text.contains("\n           and 3 more cases: "))
  }

  @Test func aFailureThatComesAloneIsNone() async throws {
    let result = await Runner(settings: RunSettings(seed: 1, shrinkTime: .seconds(3_600)), isolation: .forked()).run(
      Requirement<Void>("T-1", "small").holds(forAll: .int(in: 0...1_000)) { number, _ in try expect("small", number < 100) },
      on: Fixture(system: {}))
    #expect(result.verdict.name == "falsified")
    #expect(result.verdict.counterexample?.value == "100")
  }
}
