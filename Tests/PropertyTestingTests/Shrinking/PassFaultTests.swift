import Foundation
import Testing

@testable import PropertyTesting

/// A fault in a part of the engine costs that part: the rest goes on, and the report says so.
@Suite("Faults in the engine")
struct PassFaultTests {
  private struct Throwing: ShrinkPass {
    struct Odd: Error { let place: Int }
    let name = "odd pass"
    func run(_ shrinker: Shrinker) throws { throw Odd(place: 3) }
  }

  private static let property = Requirement<Void>("F-1", "small").holds(forAll: .array(of: .int(in: 0...1_000))) { list, _ in
    try expect("sum", list.reduce(0, +) < 900)
  }

  @Test func aPassThatThrowsIsLeftOutAndNamed() async throws {
    var settings = RunSettings(seed: 5)
    let sound = await Runner(settings: settings).run(Self.property, on: .none)
    settings.passes.insert(Throwing(), at: 3)
    let result = await Runner(settings: settings).run(Self.property, on: .none)
    let found = try #require(result.verdict.counterexample)
    #expect(found.value == sound.verdict.counterexample?.value)
    #expect(found.token == sound.verdict.counterexample?.token)
    #expect(found.shrinking.faults == [EngineFault(part: "the shrink pass “odd pass”", message: "Odd(place: 3)")])
    let report = FailureReport(result).text
    #expect(report.contains("fault    the shrink pass “odd pass” failed and was left out: Odd(place: 3)"), "\(report)")
    #expect(sound.verdict.counterexample?.shrinking.faults == [])
  }

  /// What it had found until then stays.
  @Test func anExplanationThatThrowsIsLeftOutAndNamed() async throws {
    var settings = RunSettings(seed: 5)
    let sound = try #require(await Runner(settings: settings).run(Self.property, on: .none).verdict.counterexample)
    settings.explains = { explainer in
      try explainer.run()
      throw Throwing.Odd(place: 4)
    }
    let result = await Runner(settings: settings).run(Self.property, on: .none)
    let found = try #require(result.verdict.counterexample)
    #expect(found.value == sound.value && found.token == sound.token)
    #expect(found.explanation?.parts.isEmpty == false && found.explanation?.parts.count == sound.explanation?.parts.count)
    #expect(found.shrinking.faults == [EngineFault(part: "the explanation", message: "Odd(place: 4)")])
    let report = FailureReport(result).text
    #expect(report.contains("fault    the explanation failed and was left out: Odd(place: 4)"), "\(report)")
    #expect(sound.shrinking.faults == [])
  }

  /// What a pass proposes is replayed: garbage makes a valid case or none, and never a wrong token.
  @Test(arguments: UInt64(1)...40)
  func aPassThatProposesGarbageIsHarmless(seed: UInt64) async throws {
    var settings = RunSettings(seed: seed)
    settings.passes.insert(FaultyPass(seed: seed), at: Int(seed) % settings.passes.count)
    let result = await Runner(settings: settings).run(Self.property, on: .none)
    let found = try #require(result.verdict.counterexample)
    #expect(found.value == "[900]")
    let again = await Runner().replay(found.token, of: Self.property, on: .none)
    #expect(again.verdict.counterexample?.value == "[900]")
  }

  @Test func aStretchThatIsNotThereThrows() throws {
    let tokens = Array(repeating: Token.close, count: 4)
    #expect(try tokens.spliced(.from(0, upTo: 2), .rest(from: 3), .tokens([.close])).count == 4)
    for (from, upTo) in [(3, 2), (-1, 2), (0, 5)] {
      #expect(throws: NoSuchStretch(from: from, upTo: upTo, count: 4)) { try tokens.spliced(.from(from, upTo: upTo)) }
    }
    #expect(throws: NoSuchStretch.self) { try PrintedText("a, b").text(0..<9) }
  }

  @Test func aNumberMovesWithinItsRange() {
    let choice = Choice(kind: .integer, value: UInt64.max - 5, lower: 10, upper: UInt64.max - 1, target: 10)
    #expect(choice.moved(by: 4, up: true) == UInt64.max - 1)
    #expect(choice.moved(by: 5, up: true) == nil)
    #expect(choice.moved(by: .max, up: true) == nil)
    #expect(choice.moved(by: .max, up: false) == nil)
    #expect(choice.moved(by: UInt64.max - 15, up: false) == 10)
  }

  /// Special values near zero of a range that lies far from it: the pass for dates took the range's own bound for a date.
  @Test func doublesFarFromAnyDateAreNoDates() async throws {
    let far = Generator<Double>.double(in: 1e300...1e308, including: [0, 86_400, 1e9])
    let property = Requirement<Void>("F-2", "far").holds(forAll: Generator<(Double, Double)>.zip(far, far)) { pair, _ in
      try expect("far", pair.0 > 1e12 || pair.1 > 1e12)
    }
    let result = await Runner(settings: RunSettings(cases: 2_000, seed: 1)).run(property, on: .none)
    #expect(result.verdict.counterexample != nil, "\(result.verdict)")
  }

  /// Shared parts print once for each way to them: 2⁴⁰ of them here.
  @Test func aValueThatSharesItsPartsPrints() {
    final class Node: Sendable {
      let left: Node?
      let right: Node?
      init(_ part: Node?) { (left, right) = (part, part) }
    }
    let node = (0..<40).reduce(Node(nil)) { part, _ in Node(part) }
    #expect(describe(node, parts: 10_000).contains("…"))
    #expect(describe([1, 2, 3], parts: 3) == "[1, …]")
  }

  @Test func sharesAndLimitsBeyondAllBoundsPrint() async {
    let property = Requirement<Void>("F-3", "shares").holds(forAll: .int(), requiring: ["never": 1e40]) { _, _, _ in }
    let result = await Runner(settings: RunSettings(seed: 1)).run(property, on: .none)
    #expect(FailureReport(result, context: .init(limit: .max)).text.contains("never"))
    #expect(!FailureReport(result, context: .init(limit: -1)).text.isEmpty)
    #expect(RunSettings(cases: .max).blockCount > 0)
  }
}
