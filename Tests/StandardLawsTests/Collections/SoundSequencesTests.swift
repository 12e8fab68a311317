import PropertyTesting
import StandardLaws
import Testing

/// The sequences and iterators of the standard library keep the laws of their protocols, and its views their promises of time.
@Suite struct SoundSequencesTests {
  static let ints = Generator<[Int]>.fewDigits

  @Test func iterators() throws {
    try checkLaws(.iterator, of: Self.ints.map { $0.makeIterator() })
    try checkLaws(.iterator, of: Self.ints.map { Set($0).makeIterator() })
    try checkLaws(.iterator, of: Self.ints.map { $0.reversed().makeIterator() })
    try checkLaws(.iterator, of: Self.ints.map { $0.lazy.prefix { $0 < 3 }.makeIterator() })
    try checkLaws(.iterator, of: Self.ints.map { zip($0, [1, 2, 3]).makeIterator() })
    try checkLaws(.iterator, of: Self.ints.map { [$0, [], $0].joined(separator: [9]).makeIterator() })
    try checkLaws(.iterator, of: Generator<String>.text().map { $0.utf8.makeIterator() })
    try checkLaws(.iterator, of: Generator<String>.text().map { $0.makeIterator() })
    try checkLaws(.iterator, of: Generator<Int>.int(in: 0...9).map { stride(from: 0, to: $0, by: 3).makeIterator() })
  }

  @Test func unfolded() throws {
    try checkLaws(
      .sequence, of: Generator<Int>.int(in: 0...9).map { first in sequence(first: first) { $0 < 20 ? $0 * 2 + 1 : nil } },
      elements: .int(in: 0...30))
    try checkLaws(
      .sequence, of: Self.ints.map { sequence(state: $0.makeIterator()) { $0.next() } }, elements: .int(in: 0...5))
    try checkLaws(.sequence, of: Self.ints.map { IteratorSequence($0.makeIterator()) }, elements: .int(in: 0...5))
    try checkLaws(.sequence, of: Self.ints.map { SinglePass(items: $0, mistake: nil) }, elements: .int(in: 0...5))
  }

  @Test func enumerated() throws {
    struct Numbered: Sequence, Equatable {
      let items: [Int]
      func makeIterator() -> AnyIterator<[Int]> {
        var iterator = items.enumerated().makeIterator()
        return AnyIterator { iterator.next().map { [$0.offset, $0.element] } }
      }
    }
    try checkLaws(.sequence, of: Self.ints.map { Numbered(items: $0) }, elements: .array(of: .int(in: 0...5), count: 2))
  }

  @Test func droppedAndCut() throws {
    let once = Self.ints.map { AnySequence($0) }
    try checkLaws(.sequence, of: once.map { $0.dropFirst(2) }, elements: .int(in: 0...5))
    try checkLaws(.sequence, of: once.map { $0.prefix(2) }, elements: .int(in: 0...5))
    try checkLaws(.sequence, of: once.map { $0.lazy.prefix { $0 < 3 } }, elements: .int(in: 0...5))
    try checkLaws(.sequence, of: once.map { $0.lazy.drop { $0 < 3 } }, elements: .int(in: 0...5))
  }

  @Test func constantTime() throws {
    try checkLaws(.constantTime(), of: .measured { $0.lazy.map { $0 + 1 } })
    try checkLaws(.constantTime(), of: .measured { $0.reversed() as ReversedCollection })
    try checkLaws(.constantTime(), of: .measured { Slice(base: $0, bounds: $0.startIndex..<$0.endIndex) })
    try checkLaws(.constantTime(), of: .measured { AnyRandomAccessCollection($0) })
    try checkLaws(.constantTime(), of: .measured { Slow(base: $0, mistake: nil) })
  }

  @Test func lazyEvaluation() throws {
    try checkLaws(.lazyEvaluation(), of: .measured { $0.lazy.map { $0 + 1 } })
    try checkLaws(.lazyEvaluation(), of: .measured { $0.lazy.filter { $0 % 2 == 0 } })
    try checkLaws(.lazyEvaluation(), of: .measured { $0.lazy.filter { $0 % 2 == 0 }.prefix { $0 < 100 } })
    try checkLaws(.lazyEvaluation(), of: .measured { $0.lazy.reversed() })
  }
}
