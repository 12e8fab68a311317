import Testing

@testable import PropertyTesting

/// Each of these hung or ended the process before.
@Suite("Generators without an end")
struct EndlessGeneratorTests {
  private indirect enum Tree: Sendable { case leaf, node(Tree, Tree) }

  /// Four times as many parts as it has leaves: it never ends but by chance.
  private static func tree() -> Generator<Tree> {
    Generator { source in
      try source(.int(in: 0...9)) == 9 ? .leaf : .node(try source(tree()), try source(tree()))
    }
  }

  /// The branch that goes on is the simplest: case 0 takes no other, and later ones too seldom.
  private static func branches() -> Generator<Tree> {
    let node = Generator<Tree> { source in .node(try source(branches()), try source(branches())) }
    return .frequency((9, node), (1, .constant(.leaf)))
  }

  static let generators: [(name: String, reason: String, generator: Generator<Int>)] = [
    ("a filter that nothing passes", "a filter rejected 10,000,000 values in a row", Generator<Int>.int().filter(attempts: .max) { _ in false }),
    ("the same of what draws nothing", "a filter rejected 10,000,000 values in a row",
      Generator<Int>.constant(1).compactMap(attempts: .max) { _ in nil }),
    ("a loop", "the generator drew 20,000,000 values without an end", Generator { source in while true { _ = try source(.bool) } }),
    ("a tree", "one value inside the other without an end", tree().map { _ in 0 }),
    ("branches", "one value inside the other without an end", branches().map { _ in 0 }),
  ]

  @Test(arguments: generators.indices)
  func itGivesUpAndSaysWhy(index: Int) async {
    let (name, reason, generator) = Self.generators[index]
    let property = Requirement<Void>("E-1", "it ends").holds(forAll: generator) { _, _ in }
    let result = await Runner(settings: RunSettings(seed: 7)).run(property, on: .none)
    guard case .gaveUp(.unfinished(let why)) = result.verdict else {
      Issue.record("\(name): \(result.verdict)")
      return
    }
    #expect(why.contains(reason), "\(name): \(why)")
    #expect(why.hasSuffix("in case 0 of seed 7"), "\(name): \(why)")
  }

  /// A loop of draws that are each the simplest in case 0 takes another way after a thousand.
  @Test func caseZeroDoesNotStayWhereNothingChanges() async {
    let untilOne = Generator<Int> { source in
      var rounds = 0
      while try source(.oneOf(.constant(0), .constant(1))) == 0, try source(.double(in: 0...1)) < 2 { rounds += 1 }
      return rounds
    }
    let property = Requirement<Void>("E-1", "it ends").holds(forAll: untilOne, claims: .completion) { _, _ in }
    #expect(await Runner(settings: RunSettings(seed: 7)).run(property, on: .none).verdict.isHeld)
  }

  /// What a filter asks for is still given: one number in 5,000, and the case shrinks among those.
  @Test func aRareValueIsFoundAndShrinks() async throws {
    let rare = Generator<Int>.int(in: 0...100_000).filter(attempts: .max) { $0 % 5_000 == 17 }
    let property = Requirement<Void>("E-1", "small").holds(forAll: rare) { number, _ in try expect("small", number < 40_000) }
    let result = await Runner(settings: RunSettings(seed: 7)).run(property, on: .none)
    #expect(try #require(result.verdict.counterexample).value == "40017")
  }

  @Test func wordsAreCountedByTheState() {
    var source = Source(seed: 9, index: 4)
    for count in 0..<100 as Range<UInt64> {
      #expect(source.wordsDrawn == count)
      _ = source.nextWord()
    }
  }

  /// Between two looks at the limits are 89 words at most.
  @Test func theLimitsAreLookedAtOften() {
    for seed in 0..<20 as Range<UInt64> {
      var source = Source(seed: seed, index: 3)
      var (last, longest) = (0, 0)
      for word in 1...10_000 {
        _ = source.nextWord()
        if source.isLimitDue { (longest, last) = (max(longest, word - last), word) }
      }
      #expect(longest <= 89)
    }
  }
}
