import Testing

@testable import PropertyTesting

@Suite("The tree of choices")
struct ChoiceTreeTests {
  /// Every value of a generator, in the order of the walk; nil where the walk is abandoned.
  func walk<Value>(_ generator: Generator<Value>, limit: Int = 1_000) throws -> [Value]? {
    var tree = ChoiceTree(limit: limit)
    var script: [ScriptedChoice] = []
    var values: [Value] = []
    while true {
      let tape = Tape(replaying: .flat(script), isEnumerated: true)
      var source = Source(seed: 0, index: 0, tape: tape)
      do { values.append(try source.draw(generator)) } catch is Discard {}
      if tape.dependsOnMore || tape.isRunaway { return nil }
      switch tree.step(after: tape.tokens) {
      case .next(let next): script = next
      case .end: return values
      case .abandoned: return nil
      }
    }
  }

  @Test func valuesOfARangeComeSimplestFirst() throws {
    #expect(try walk(.int(in: -2...3)) == [0, 1, -1, 2, -2, 3])
    #expect(try walk(.int(in: -3...1)) == [0, 1, -1, -2, -3])
    #expect(try walk(.int(in: 5...8)) == [5, 6, 7, 8])
    #expect(try walk(.int(in: -8 ... -5)) == [-5, -6, -7, -8])
    #expect(try walk(.int(in: 0...4, target: 3)) == [3, 4, 2, 1, 0])
    #expect(try walk(Generator<Int8>.integer())?.count == 256)
    #expect(try walk(.constant(1)) == [1])
    #expect(try walk(.bool) == [false, true])
  }

  @Test func combinationsComeOnceEach() throws {
    let pairs = try #require(try walk(Generator<(Int, Int)>.zip(.int(in: 0...2), .int(in: 0...1))))
    #expect(pairs.map { [$0.0, $0.1] } == [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1]])
    let lists = try #require(try walk(.array(of: .bool, count: 0...3)))
    #expect(lists.count == 15 && Set(lists).count == 15)
    let dependent = try #require(
      try walk(Generator<Int>.int(in: 1...3).flatMap { .array(of: .int(in: 0...1), count: $0) }))
    #expect(dependent.count == 14 && Set(dependent).count == 14)
    #expect(try walk(Generator<[Int]>.permutation(of: [1, 2, 3, 4])).map { Set($0).count } == 24)
    #expect(try walk(.text(.of("ab"), count: 0...2)) == ["", "a", "b", "aa", "ab", "ba", "bb"])
  }

  @Test func whatAFilterRejectsIsNoCase() throws {
    #expect(try walk(.int(in: 0...9).filter { $0 % 3 == 0 }) == [0, 3, 6, 9])
    #expect(try walk(.int(in: 0...9).compactMap { $0 > 7 ? $0 : nil }) == [8, 9])
    #expect(try walk(.int(in: 0...9).filter { $0 > 20 }) == [])
    let sets = try #require(try walk(.set(of: .int(in: 0...2), count: 0...3)))
    #expect(Set(sets).count == 8)
    #expect(sets.count == 1 + 3 + 6 + 6, "each order of drawing is a case")
  }

  @Test(arguments: [(9, 9), (10, 10), (99, 99), (100, 100), (101, nil), (1_000, nil), (Int.max, nil)])
  func aTreeOverTheLimitIsAbandoned(last: Int, leaves: Int?) throws {
    #expect(try walk(.int(in: 1...last), limit: 100)?.count == leaves)
    // Soon: each value that is left of the first draw is a leaf at least.
    var tree = ChoiceTree(limit: 100)
    let tape = Tape(replaying: .flat([]), isEnumerated: true)
    var source = Source(seed: 0, index: 0, tape: tape)
    _ = try source.draw(.int(in: 1...last))
    if case .abandoned = tree.step(after: tape.tokens) {
      #expect(leaves == nil)
    } else {
      #expect(leaves != nil)
    }
  }

  @Test func whatCannotBeGoneThroughIsAbandoned() throws {
    #expect(try walk(.int(), limit: .max) == nil)
    #expect(try walk(.double(in: 0...1)) == nil)
    #expect(try walk(.array(of: .int())) == nil)
    #expect(try walk(.text()) == nil)
    // It depends on the size of the case.
    #expect(try walk(Generator<Int> { source in try source(.int(in: 0...source.size)) }) == nil)
    // A branch that random cases never take.
    #expect(try walk(.frequency((1, .constant(1)), (0, .constant(2)))) == nil)
    #expect(try walk(.frequency((1, .constant(1)), (3, .constant(2)))) == [1, 2])
    // Drawn until it is liked.
    let stubborn = Generator<Int> { source in
      while true {
        let value = try source(.int(in: 0...1))
        if value == 1 { return value }
      }
    }
    #expect(try walk(stubborn) == nil)
    // Not the same for the same choices.
    let calls = Counter()
    #expect(try walk(Generator<Int> { source in try source(.int(in: 0...(3 + calls.increment() % 2))) }) == nil)
  }
}
