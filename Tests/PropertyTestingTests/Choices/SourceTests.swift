import Foundation
import Testing

@testable import PropertyTesting

@Suite("Cases of a run")
struct SourceTests {
  @Test(arguments: GeneratorKind.all)
  func theSameCaseGivesTheSameValue(kind: GeneratorKind) throws {
    for index in 0..<60 {
      #expect(try kind.value(seed: 3, index: index) == kind.value(seed: 3, index: index))
    }
  }

  /// The passing path records nothing and takes short cuts: it must draw what the recorded path draws.
  @Test(arguments: GeneratorKind.all)
  func aRecordedCaseIsTheUnrecordedOne(kind: GeneratorKind) throws {
    for seed in [UInt64(0), 1, .max] {
      for index in Array(0..<130) + [1_000_003, 1_000_004] {
        let tape = Tape()
        let recorded = try kind.value(seed: seed, index: index, tape: tape)
        #expect(try kind.value(seed: seed, index: index) == recorded, "seed \(seed), case \(index)")
        #expect(tape.isExact)
        #expect(tape.divergences == 0)
      }
    }
  }

  @Test(arguments: GeneratorKind.all)
  func aRecordedCaseReplaysFromItsChoicesAlone(kind: GeneratorKind) throws {
    for index in 0..<130 {
      let tape = Tape()
      let recorded = try kind.value(seed: 9, index: index, tape: tape)
      // A case that a filter gave up has no choices to replay: rejected draws are taken back.
      if recorded.hasPrefix("discarded") { continue }
      let flat = Tape(
        replaying: .flat(
          tape.tokens.compactMap { if case .choice(let choice) = $0 { ScriptedChoice(choice) } else { nil } })
      )
      #expect(try kind.value(seed: 1, index: 7, tape: flat) == recorded, "case \(index)")
      #expect(flat.isExact, "case \(index)")
      #expect(flat.tokens == tape.tokens, "case \(index)")
      #expect(flat.fingerprint == tape.fingerprint)
      let shaped = Tape(replaying: .tokens(tape.tokens))
      #expect(try kind.value(seed: 1, index: 7, tape: shaped) == recorded, "case \(index)")
      #expect(shaped.isExact, "case \(index)")
      #expect(shaped.tokens == tape.tokens, "case \(index)")
    }
  }

  @Test(arguments: GeneratorKind.all)
  func spansAreBalanced(kind: GeneratorKind) throws {
    for index in 0..<60 {
      let tape = Tape()
      _ = try kind.value(seed: 4, index: index, tape: tape)
      #expect(depths(of: tape.tokens).last == 0)
      #expect(depths(of: tape.tokens).allSatisfy { $0 >= 0 })
    }
  }

  @Test(arguments: GeneratorKind.all.filter { $0.simplest != nil })
  func caseZeroIsTheSimplest(kind: GeneratorKind) throws {
    #expect(try kind.value(seed: 1, index: 0) == kind.simplest)
    #expect(try kind.value(seed: 2, index: 0) == kind.simplest)
    // A replay that has nothing to replay takes the simplest too.
    #expect(try kind.value(seed: 1, index: 30, tape: Tape(replaying: .flat([]))) == kind.simplest)
  }

  @Test func differentCasesDiffer() throws {
    let kind = GeneratorKind("pair", Generator<(Int, Int)>.zip(.int(), .int()), simplest: nil)
    let values = try (0..<2_000).map { try kind.value(seed: 5, index: $0) }
    #expect(Set(values).count > 1_900)
    let other = try (0..<2_000).map { try kind.value(seed: 6, index: $0) }
    #expect(zip(values, other).count { $0 == $1 } < 20)
  }

  @Test func sizesGoUpAndReachTheFull() {
    let sizes = (0..<50).map { Source(seed: 1, index: $0).size }
    #expect(sizes.allSatisfy { (1...100).contains($0) })
    #expect(sizes[0] == 1)
    #expect(sizes.count { $0 == 100 } == 5)
    #expect(sizes[48] == 97)
  }

  @Test func spansStayBalancedWhereGeneratorsThrow() throws {
    let throwing = Generator<[[Int]]>.array(
      of: .array(
        of: Generator<Int>.int(in: 0...9).map { if $0 == 7 { throw Surprise(code: 7) } else { $0 } }))
    var failures = 0
    for index in 0..<100 {
      let tape = Tape()
      var source = Source(seed: 2, index: index, tape: tape)
      do { _ = try source.draw(throwing) } catch { failures += 1 }
      #expect(depths(of: tape.tokens).last == 0, "case \(index)")
    }
    #expect(failures > 10)
  }

  /// How many spans are open after each token.
  func depths(of tokens: [Token]) -> [Int] {
    var depth = 0
    return tokens.map { token in
      switch token {
      case .open: depth += 1
      case .close: depth -= 1
      case .choice: break
      }
      return depth
    }
  }
}
