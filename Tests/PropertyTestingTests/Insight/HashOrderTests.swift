@testable import PropertyTesting
import Foundation
import Testing

/// In a process that starts with one order of hash tables there is no other to compare it with.
private let ordersDiffer = ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] == nil && HashOrder.keptWhile { true } == true

@Suite("The order of sets and dictionaries", .enabled(if: ordersDiffer))
struct HashOrderTests {
  private func run<Value>(
    _ generator: Generator<Value>, _ predicate: @escaping @Sendable (Value) throws -> Void
  ) async -> PropertyResult {
    await Runner(settings: RunSettings(seed: 1, explanationCalls: 0)).run(
      Requirement<Void>("T-1", "a claim").holds(forAll: generator) { value, _ in try predicate(value) }, on: .none)
  }

  private static func isNamedAsCause(_ result: PropertyResult) {
    let text = FailureReport(result).text
    #expect(result.verdict.name == "flaky", "\(text)")
    #expect(result.verdict.counterexample?.flakiness?.cause == .hashOrder, "\(text)")
    #expect(text.contains(/\n  hashing  failed in 0 of \d+ runs with one order for each Set and Dictionary, in [1-9]/), "\(text)")
    #expect(text.contains("\n  hint     the result depends on the order of a Set or Dictionary: sort before"), "\(text)")
  }

  @Test func aSetThatIsPrintedTwice() async {
    Self.isNamedAsCause(
      await run(.array(of: .int(in: 0...1_000), count: 2...9)) { list in
        // Both live, so they lie at two places.
        let (one, other) = (Set(list), Set(list))
        try withExtendedLifetime((one, other)) { try expect("the list", Array(one), equals: Array(other)) }
      })
  }

  @Test func theFirstKeyOfADictionary() async {
    Self.isNamedAsCause(
      await run(.dictionary(of: .text(.asciiPrintable), .int(), count: 3...9)) { entries in
        var copy: [String: Int] = [:]
        copy.reserveCapacity(entries.capacity)
        for (key, value) in entries.sorted(by: { $0.key < $1.key }) { copy[key] = value }
        var other: [String: Int] = [:]
        other.reserveCapacity(entries.capacity)
        for (key, value) in entries.sorted(by: { $0.key < $1.key }) { other[key] = value }
        try expect("keys", Array(copy.keys), equals: Array(other.keys))
      })
  }

  @Test func chanceIsNotTheOrder() async throws {
    let calls = Counter()
    let result = await run(.int(in: 0...9)) { _ in try expect("not every third call", calls.increment() % 3 != 0) }
    let flakiness = try #require(result.verdict.counterexample?.flakiness)
    #expect(flakiness.cause == .unknown && flakiness.hashOrder != nil)
    #expect(!FailureReport(result).text.contains("hashing"))
  }

  @Test func aFailureThatNoOrderChangesIsFalsified() async {
    let result = await run(.array(of: .int(in: 0...1_000), count: 2...9)) { list in
      try expect("few", Set(list).count < 4)
      try expect("low", Set(list).max() ?? 0 < 900)
    }
    #expect(result.verdict.name == "falsified")
  }

  @Test func tablesThatExistStayAsTheyAre() {
    let tables = (0..<50).map { Set(0..<($0 + 2)) }
    let orders = tables.map(Array.init)
    let inside = HashOrder.keptWhile { () -> Bool in
      var one = tables[20]
      one.insert(-1)
      return tables.map(Array.init) == orders && one.contains(3) && Array(Set(0..<40)) == Array(Set(0..<40))
    }
    #expect(inside == true && tables.allSatisfy { $0.contains(1) })
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

  /// Places that differ make orders that differ.
  @Test func tablesLieAtOtherPlaces() {
    let orders = (0..<20).map { number in HashOrder.otherPlaces(number) { Array(Set(0..<5)) } }
    #expect(Set(orders).count > 3)
  }
}
