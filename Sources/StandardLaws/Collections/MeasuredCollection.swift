import PropertyTesting
import Synchronization

/// A collection that a check can count the accesses of: the elements of an array behind members that count their calls.
///
/// Build the collection that is checked on top of it, and `.constantTime()` tells how often one operation reaches what lies beneath.
public struct CountedCollection<Element>: RandomAccessCollection {
  /// A position. It is no integer, so nobody can go around the counting.
  public struct Index: Comparable, Hashable, Sendable {
    let place: Int
    public static func < (one: Index, other: Index) -> Bool { one.place < other.place }
  }

  private let elements: [Element]
  private let counter: Counter

  final class Counter: Sendable {
    let calls = Mutex(0)
  }

  init(_ elements: [Element]) {
    self.elements = elements
    counter = Counter()
  }

  /// How many members have been called so far.
  var accesses: Int { counter.calls.withLock { $0 } }

  private func count() { counter.calls.withLock { $0 += 1 } }

  /// The position of the first element; one access.
  public var startIndex: Index {
    count()
    return Index(place: 0)
  }

  /// The position after the last element; one access.
  public var endIndex: Index {
    count()
    return Index(place: elements.count)
  }

  /// The element at a position; one access.
  public subscript(position: Index) -> Element {
    count()
    return elements[position.place]
  }

  /// The next position; one access.
  public func index(after i: Index) -> Index { index(i, offsetBy: 1) }

  /// The position before; one access.
  public func index(before i: Index) -> Index { index(i, offsetBy: -1) }

  /// A position some steps away; one access, however many steps.
  public func index(_ i: Index, offsetBy distance: Int) -> Index {
    count()
    return Index(place: i.place + distance)
  }

  /// A position some steps away, nil if that is beyond the limit; one access.
  public func index(_ i: Index, offsetBy distance: Int, limitedBy limit: Index) -> Index? {
    count()
    return elements.indices.index(i.place, offsetBy: distance, limitedBy: limit.place).map(Index.init)
  }

  /// The number of steps between two positions; one access.
  public func distance(from start: Index, to end: Index) -> Int {
    count()
    return end.place - start.place
  }
}

extension CountedCollection: Sendable where Element: Sendable {}

/// A collection on top of one that counts, and what making it took.
public struct Measured<Subject>: CounterexampleDescribable {
  let subject: Subject
  let base: CountedCollection<Int>
  let size: Int
  let costOfMaking: Int

  public var counterexampleDescription: String { "\(Subject.self) over \(size) elements" }

  /// How many accesses of the base an operation takes.
  func cost<Result>(of operation: (Subject) -> Result) -> Int {
    let before = base.accesses
    _ = operation(subject)
    return base.accesses - before
  }
}

extension Generator {
  /// Collections that `make` puts on top of 0 through 200 integers, which count how often they are reached.
  public static func measured<Subject>(_ make: @escaping @Sendable (CountedCollection<Int>) -> Subject) -> Generator
  where Value == Measured<Subject> {
    Generator<Int>.int(in: 0...200).map { size in
      let base = CountedCollection(Array(0..<size))
      let subject = make(base)
      return Measured(subject: subject, base: base, size: size, costOfMaking: base.accesses)
    }
  }
}
