import Testing

@testable import PropertyTesting

@Suite("Collections that repeat their elements, or those of the one before")
struct CollectionPlanTests {
  private static let list = Generator<[Int]>.array(of: .int())

  /// In how many of 50 seeds the first hundred cases have a value for which `isWanted`.
  private func seeds<Value>(_ generator: Generator<Value>, with isWanted: (Value) -> Bool) throws -> Int {
    try (UInt64(1)...50).count { seed in
      try (0..<100).contains { index in
        var source = Source(seed: seed, index: index)
        return isWanted(try source.draw(generator))
      }
    }
  }

  @Test func aListRepeatsItself() throws {
    #expect(try seeds(Self.list) { $0.count > 2 && Set($0).count == 1 } >= 48)
    #expect(try seeds(Self.list) { $0.count > 3 && Set($0).count > 1 && $0 == $0.reversed() } >= 45)
    #expect(
      try seeds(Self.list) { $0.count > 3 && Set($0).count > 1 && $0.prefix($0.count / 2).elementsEqual($0.suffix($0.count / 2)) } >= 45)
    #expect(try seeds(Self.list) { $0.count > 5 && Set($0).count > 5 && $0 == $0.sorted() } >= 45)
    #expect(try seeds(Self.list) { $0.count > 5 && Set($0).count > 5 && $0 == $0.sorted(by: >) } >= 40)
    #expect(try seeds(.array(of: .text())) { $0.count > 4 && Set($0).count > 4 && $0 == $0.sorted() } >= 40)
  }

  @Test func aSecondListRepeatsTheFirst() throws {
    let two = Generator<([Int], [Int])>.zip(Self.list, Self.list)
    #expect(try seeds(two) { a, b in a.count > 2 && a == b } >= 48)
    #expect(try seeds(two) { a, b in a.count > 2 && b.count == a.count + 1 && b.starts(with: a) } >= 40)
    #expect(try seeds(two) { a, b in a.count > 2 && a.count == b.count && zip(a, b).count { $0 != $1 } == 1 } >= 45)
    #expect(try seeds(two) { a, b in a.count > 2 && a != b && a.sorted() == b.sorted() } >= 45)
    let sets = Generator<(Set<Int>, Set<Int>)>.zip(.set(of: .int()), .set(of: .int()))
    #expect(try seeds(sets) { a, b in a.count > 2 && a == b } >= 45)
    let entries = Generator<([Int: Int], [Int: Int])>.zip(.dictionary(of: .int(), .int()), .dictionary(of: .int(), .int()))
    #expect(try seeds(entries) { a, b in a.count > 2 && a.keys == b.keys && a.count { b[$0.key] != $0.value } == 1 } >= 40)
    let fives = Generator<([Int], [Int])>.zip(.array(of: .int(), count: 5), .array(of: .int(), count: 5))
    #expect(try seeds(fives) { a, b in Set(a).count > 3 && a == b } >= 45)
  }

  /// A case that is looked at closely has a record of its choices: the values are the same with it and without, and again from it.
  @Test func aRecordedCaseIsTheSame() throws {
    let generator = Generator<([[Int]], Set<Int>, [String: Int], [String])>.zip(
      .array(of: Self.list), .set(of: .int(in: 0...9)), .dictionary(of: .text(count: 0...2), .int()), .array(of: .text(), count: 4))
    for seed in UInt64(1)...20 {
      for index in 16..<101 {
        var source = Source(seed: seed, index: index)
        let expected = try? source.draw(generator)
        let tape = Tape()
        var recording = Source(seed: seed, index: index, tape: tape)
        let recorded = try? recording.draw(generator)
        var replaying = Source(seed: 7, index: index % 50, tape: Tape(replaying: .tokens(tape.tokens)))
        guard let expected, let recorded else {
          #expect(expected == nil && recorded == nil, "case \(index) of seed \(seed)")
          continue
        }
        let isSame = try recorded == expected && replaying.draw(generator) == expected
        #expect(isSame, "case \(index) of seed \(seed)")
      }
    }
  }

  @Test func aTextHasALineEndOfTwoScalarsOrEndsWithOne() throws {
    #expect(try seeds(.text()) { $0.contains("\r\n") } >= 40)
    #expect(try seeds(.text(.ascii)) { $0.count > 1 && $0.hasSuffix("\n") } >= 45)
  }
}
