import Testing

@testable import PropertyTesting

@Suite("Recording and replaying")
struct TapeTests {
  static let lists = Generator<[[Int]]>.array(of: .array(of: .int(in: 0...99)))

  /// Two records of a branch and what it leads to, then a last number.
  static let branching = Generator<([Int], Int)> { source in
    let parts = try source.array(
      of: Generator { source in
        if try source(.bool) {
          return try source(.int(in: 0...99)) + source(.int(in: 0...99))
        }
        return try source(.int(in: 0...99))
      }, count: 2)
    return (parts, try source(.int(in: 0...99)))
  }

  func record<Value>(_ generator: Generator<Value>, where isWanted: (Value) -> Bool) throws -> (Value, Shape)
  {
    for index in 1..<10_000 {
      let tape = Tape()
      var source = Source(seed: 1, index: index, tape: tape)
      let value = try source.draw(generator)
      if isWanted(value) { return (value, Shape(tape.tokens)) }
    }
    throw Surprise(code: 404)
  }

  func replay<Value>(_ tokens: [Token], _ generator: Generator<Value>) throws -> (Value, Tape) {
    let tape = Tape(replaying: .tokens(tokens))
    var source = Source(seed: 77, index: 5, tape: tape)
    return (try source.draw(generator), tape)
  }

  @Test func deletingAnElementKeepsTheOthers() throws {
    let (lists, shape) = try record(Self.lists) { $0.count == 3 && $0.allSatisfy { $0.count > 1 } }
    let outer = try #require(shape.lengths.first)
    #expect(outer.count == 3)
    #expect(shape.collections.count == 4)
    for index in 0..<outer.count {
      let tokens = try #require(shape.deleting(places: index..<(index + 1), of: outer))
      var expected = lists
      expected.remove(at: index)
      let (value, tape) = try replay(tokens, Self.lists)
      #expect(value == expected)
      #expect(tape.isExact)
    }
    #expect(
      try replay(#require(shape.deleting(places: 1..<3, of: outer)), Self.lists).0 == [lists[0]])
  }

  @Test func tooManyElementsAreNotDeleted() throws {
    let (_, shape) = try record(Generator<[Int]>.array(of: .int(), count: 2...5)) { $0.count == 3 }
    let collection = try #require(shape.lengths.first)
    #expect(shape.deleting(places: 0..<3, of: collection) == nil)
    #expect(shape.deleting(places: 1..<2, of: collection) != nil)
  }

  @Test func loweringACountSkipsWhatItLeavesOver() throws {
    let pair = Generator<([Int], Int)>.zip(.array(of: .int(in: 0...99)), .int(in: 0...99))
    let (value, shape) = try record(pair) { $0.0.count > 4 && $0.1 > 50 }
    let collection = try #require(shape.collections.first)
    let count = try #require(shape.choice(at: collection.countToken))
    #expect(count.kind == .count)
    let (shorter, tape) = try replay(
      shape.replacing([collection.countToken: count.value - 2]), pair)
    #expect(shorter.0 == Array(value.0.dropLast(2)))
    #expect(shorter.1 == value.1, "what follows the list is still aligned")
    #expect(!tape.isExact)
    #expect(tape.divergences == 2)
  }

  @Test func raisingACountAddsTheSimplest() throws {
    let pair = Generator<([Int], Int)>.zip(.array(of: .int(in: 7...99)), .int(in: 0...99))
    let (value, shape) = try record(pair) { $0.0.count > 1 && $0.1 > 50 }
    let collection = try #require(shape.collections.first)
    let count = try #require(shape.choice(at: collection.countToken))
    let (longer, tape) = try replay(
      shape.replacing([collection.countToken: count.value + 2]), pair)
    #expect(longer.0 == value.0 + [7, 7])
    #expect(longer.1 == value.1)
    #expect(!tape.isExact)
  }

  @Test func aChangedBranchLeavesTheNeighboursAlone() throws {
    let (value, shape) = try record(Self.branching) { $0.0[0] > 100 && $0.1 > 0 && $0.0[1] > 0 }
    let branch = try #require(shape.choiceTokens.first)
    #expect(shape.choice(at: branch)?.kind == .boolean)
    let (other, _) = try replay(shape.replacing([branch: 0]), Self.branching)
    #expect(other.0[0] < 100)
    #expect(other.0[1] == value.0[1])
    #expect(other.1 == value.1)
  }

  @Test func valuesOutsideANewRangeAreClamped() throws {
    let (_, shape) = try record(Generator<Int>.int(in: 0...99)) { $0 > 60 }
    let (value, tape) = try replay(shape.tokens, Generator<Int>.int(in: 0...50))
    #expect(value == 50)
    #expect(!tape.isExact)
  }

  @Test func anotherKindIsADivergence() throws {
    let (_, shape) = try record(Generator<Int>.int(in: 0...1)) { $0 == 1 }
    let (value, tape) = try replay(shape.tokens, Generator<Bool>.bool)
    #expect(value == false)
    // A draw without a fitting choice, and a choice that no draw took.
    #expect(tape.divergences == 2)
  }

  @Test func aFlatScriptThatIsTooShortOrTooLongIsNotExact() throws {
    let scripted = ScriptedChoice(kind: .integer, magnitude: 3, isBelow: false)
    for (script, value, isExact) in [
      ([], [0, 0], false), ([scripted], [3, 0], false), ([scripted, scripted], [3, 3], true),
      ([scripted, scripted, scripted], [3, 3], false),
    ] {
      let tape = Tape(replaying: .flat(script))
      var source = Source(seed: 1, index: 1, tape: tape)
      #expect(try source.draw(.array(of: .int(in: 0...9), count: 2)) == value)
      #expect(tape.isExact == isExact)
    }
  }

  @Test func theFingerprintTellsRangesApart() throws {
    func fingerprint<Value>(_ generator: Generator<Value>) throws -> Fingerprint {
      let tape = Tape()
      var source = Source(seed: 1, index: 1, tape: tape)
      _ = try source.draw(generator)
      return tape.fingerprint
    }
    let all = try [
      fingerprint(.int(in: 0...9)), fingerprint(.int(in: 0...10)), fingerprint(.int(in: -1...9)),
      fingerprint(.bool), fingerprint(.double(in: 0...9)), fingerprint(.constant(3)),
      fingerprint(Generator<(Int, Int)>.zip(.int(in: 0...9), .int(in: 0...9))),
    ]
    #expect(Set(all).count == all.count)
    #expect(try fingerprint(.int(in: 0...9)) == fingerprint(.int(in: 0...9).map { $0 * 2 }))
  }

  @Test func shapesFindTheirParts() throws {
    let (value, shape) = try record(Self.lists) { $0.count == 2 && $0.allSatisfy { $0.count == 2 } }
    #expect(shape.choiceTokens.count == 1 + 2 * 3)
    #expect(shape.choiceTokens.compactMap { shape.choice(at: $0)?.value }.first == 2)
    #expect(shape.spans.allSatisfy { $0.open < $0.close })
    for span in shape.spans {
      guard let parent = span.parent else { continue }
      #expect(shape.spans[parent].open < span.open && span.close < shape.spans[parent].close)
    }
    #expect(shape.spans.count { $0.label == .element } == 2 + 4)
    #expect(shape.choice(at: 0) == nil && shape.choice(at: -1) == nil && shape.choice(at: 10_000) == nil)
    #expect(value.joined().count == 4)
  }
}
