import Testing

@testable import PropertyTesting

@Suite("Collections and combinators")
struct CollectionGeneratorTests {
  @Test func arraysKeepTheirCount() throws {
    for bounds in [0...0, 1...1, 2...5, 90...110] {
      let lists = try values(of: Generator<[Int]>.array(of: .int(), count: bounds), count: 500)
      #expect(lists.allSatisfy { bounds.contains($0.count) })
      #expect(Set(lists.map(\.count)).isSuperset(of: [bounds.lowerBound, bounds.upperBound]))
    }
    let unbounded = try values(of: Generator<[Int]>.array(of: .int())).map(\.count)
    #expect(unbounded.allSatisfy { (0...100).contains($0) })
    #expect(unbounded.contains { $0 > 90 } && unbounded.contains(0))
    #expect(try values(of: Generator<[Int]>.array(of: .int(), count: 4)).allSatisfy { $0.count == 4 })
  }

  @Test func negativeCountsAreNone() throws {
    #expect(try values(of: Generator<[Int]>.array(of: .int(), count: -3), count: 20).allSatisfy(\.isEmpty))
    #expect(
      try values(of: Generator<[Int]>.array(of: .int(), count: -3...(-1)), count: 20).allSatisfy(\.isEmpty))
    #expect(
      try values(of: Generator<[Int]>.array(of: .int(), count: -3...2), count: 50).allSatisfy {
        $0.count <= 2
      })
  }

  @Test func setsHoldAsManyAsAskedFor() throws {
    let sets = try values(of: Generator<Set<Int>>.set(of: .int(), count: 3...6), count: 1_000)
    #expect(sets.count == 1_000)
    #expect(sets.allSatisfy { (3...6).contains($0.count) })
    #expect(Set(sets.map(\.count)) == [3, 4, 5, 6])
  }

  @Test func setsThatFillTheirDomainAreFound() throws {
    // The domain is large enough, so hardly a case may be discarded.
    let full = try values(of: Generator<Set<Int>>.set(of: .int(in: 0...5), count: 6...6), count: 1_000)
    #expect(full.allSatisfy { $0 == Set(0...5) })
    #expect(full.count > 990)
    let most = try values(of: Generator<Set<Int>>.set(of: .int(in: 0...19), count: 15...15), count: 1_000)
    #expect(most.allSatisfy { $0.count == 15 })
    #expect(most.count > 990)
  }

  @Test func impossibleDomainsDiscard() async {
    let result = await run(Generator<Set<Int>>.set(of: .int(in: 0...2), count: 4...9)) { _ in }
    guard case .gaveUp(.discards(_, let reason)) = result.verdict else {
      Issue.record("\(result.verdict)")
      return
    }
    #expect(reason.contains("fewer than 4 distinct elements"))
    let keys = await run(Generator<[Bool: Int]>.dictionary(of: .bool, .int(), count: 3...3)) { _ in }
    #expect(keys.verdict.name == "gave up")
  }

  @Test func dictionariesHoldAsManyAsAskedFor() throws {
    let all = try values(of: Generator<[Int: Bool]>.dictionary(of: .int(), .bool, count: 2...4), count: 500)
    #expect(all.count == 500)
    #expect(all.allSatisfy { (2...4).contains($0.count) })
    #expect(Set(all.flatMap(\.values)) == [true, false])
  }

  @Test func permutationsReorder() throws {
    let all = try values(of: Generator<[Int]>.permutation(of: [1, 2, 3, 4]), count: 3_000)
    #expect(all.allSatisfy { $0.sorted() == [1, 2, 3, 4] })
    let counts = Dictionary(grouping: all, by: \.self).mapValues(\.count)
    #expect(counts.count == 24)
    #expect(counts.values.allSatisfy { (70...190).contains($0) }, "\(counts)")
    #expect(try values(of: Generator<[Int]>.permutation(of: []), count: 5) == Array(repeating: [], count: 5))
    #expect(
      try values(of: Generator<[Int]>.permutation(of: [3, 3]), count: 5)
        == Array(repeating: [3, 3], count: 5))
  }

  @Test func oneInFiveOptionalsIsNil() throws {
    let nils = try values(of: Generator<Int>.int().optional, count: 10_000).count { $0 == nil }
    #expect((1_850...2_150).contains(nils))
  }

  @Test func elementsAndCasesAreEven() throws {
    let counts = Dictionary(
      grouping: try values(of: .element(of: ["a", "b", "c"]), count: 9_000), by: \.self
    ).mapValues(\.count)
    #expect(Set(counts.keys) == ["a", "b", "c"])
    #expect(counts.values.allSatisfy { (2_800...3_200).contains($0) })
    #expect(
      Set(try values(of: Generator<GeneratorKind.Suit>.anyCase(), count: 200))
        == Set(GeneratorKind.Suit.allCases))
  }

  @Test func nothingToChooseFromDiscards() async {
    let result = await run(Generator<Int>.element(of: [])) { _ in }
    #expect(
      result.verdict.shortfall
        == .discards(result.discarded, lastReason: "element(of:) of an empty list"))
  }

  @Test func oneOfIsEven() throws {
    let counts = Dictionary(
      grouping: try values(of: .oneOf(.constant(1), .constant(2), .constant(3)), count: 9_000), by: \.self
    ).mapValues(\.count)
    #expect(Set(counts.keys) == [1, 2, 3])
    #expect(counts.values.allSatisfy { (2_800...3_200).contains($0) })
  }

  @Test func frequenciesAreKept() throws {
    let drawn = try values(
      of: .frequency(
        (1, .constant("rare")), (0, .constant("never")), (-5, .constant("negative")), (9, .constant("often"))),
      count: 10_000)
    let rare = drawn.count { $0 == "rare" }
    #expect((900...1_100).contains(rare))
    #expect(drawn.count { $0 == "often" } == 10_000 - rare)
  }

  @Test func recursionIsBounded() throws {
    for depth in [0, 1, 3] {
      let trees = Generator<Tree>.recursive(
        depth: depth, leaf: Generator<Int>.int(in: 0...9).map { .leaf($0) }
      ) {
        part in Generator<[Tree]>.array(of: part, count: 1...3).map { .node($0) }
      }
      let depths = try values(of: trees, count: 1_000).map(\.depth)
      #expect(depths.allSatisfy { $0 <= depth })
      #expect(depths.contains(depth) && depths.contains(0))
    }
    let leaves = try values(of: Tree.generator, count: 1_000).map(\.leafCount)
    #expect(leaves.reduce(0, +) < 20_000)
  }

  /// Text and dictionaries at each node: without a budget a case had up to a hundred thousand choices.
  @Test func aRecursiveValueHasABudgetOfElements() throws {
    indirect enum JSON {
      case text(String)
      case list([JSON])
      case object([String: JSON])
    }
    let json = Generator<JSON>.recursive(leaf: Generator<String>.text().map { .text($0) }) { part in
      .oneOf(
        Generator<[JSON]>.array(of: part).map { .list($0) },
        Generator<[String: JSON]>.dictionary(of: .text(), part).map { .object($0) })
    }
    var most = 0
    for index in 0..<500 {
      let tape = Tape()
      var source = Source(seed: 1, index: index, tape: tape)
      _ = try source.draw(json)
      most = max(most, tape.choiceCount)
    }
    #expect((1_000...5_000).contains(most), "\(most) choices")
  }

  /// What is drawn after a recursive value has its full size, and a count that is demanded is kept.
  @Test func theBudgetIsForRecursiveValuesAlone() throws {
    let list = Generator<[Int]>.recursive(depth: 1, leaf: .array(of: .int(), count: 1_200...1_300)) { _ in
      .array(of: .int(), count: 1_200...1_300)
    }
    for index in 0..<200 {
      var source = Source(seed: 1, index: index)
      let first = try source.draw(list)
      #expect(first.count >= 1_200)
      let after = try source.draw(.array(of: .int(), count: 50...60))
      #expect((50...60).contains(after.count))
    }
    let counts = try (0..<200).map { index in
      var source = Source(seed: 1, index: index)
      _ = try source.draw(list)
      return try source.draw(.text()).count
    }
    #expect(counts.contains { $0 > 20 })
  }

  @Test func combinatorsComposeTheirFunctions() throws {
    #expect(
      try values(of: Generator<Int>.int(in: 0...9).map { $0 * 2 }).allSatisfy {
        $0 % 2 == 0 && (0...18).contains($0)
      })
    #expect(
      try values(of: Generator<Int>.int(in: 1...9).flatMap { .array(of: .constant($0), count: $0) })
        .allSatisfy { list in !list.isEmpty && list.allSatisfy { $0 == list.count } })
    let odd = try values(of: Generator<Int>.int().filter { $0 % 2 != 0 }, count: 500)
    #expect(odd.count == 500 && odd.allSatisfy { $0 % 2 != 0 })
    let halves = try values(
      of: Generator<Int>.int(in: 0...1_000).compactMap { $0 % 2 == 0 ? $0 / 2 : nil }, count: 500)
    #expect(halves.count == 500 && halves.allSatisfy { (0...500).contains($0) })
  }

  @Test func aFilterThatHoldsAtRandomIsSeldomDiscarded() throws {
    // One in 16: fifty attempts fail in 4 % of the cases.
    let drawn = try values(of: Generator<Int>.int(in: 0...15).filter { $0 == 11 }, count: 1_000)
    #expect(drawn.allSatisfy { $0 == 11 })
    #expect(drawn.count > 900)
  }

  @Test func tuplesDrawTheirPartsIndependently() throws {
    let pairs = try values(of: Generator<(Bool, Bool)>.zip(.bool, .bool), count: 4_000)
    for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
      let count = pairs.count { $0 == (a, b) }
      #expect((850...1_150).contains(count), "\(a), \(b)")
    }
  }
}
