import PropertyTesting

/// How many elements a law takes of a sequence: a sequence may have no end, and an iterator that restarts has none either.
let mostElements = 1_000

/// The elements that the iterator returns, or the first thousand.
func iterated<S: Sequence>(_ sequence: S) -> [S.Element] {
  var iterator = sequence.makeIterator()
  var elements: [S.Element] = []
  while elements.count < mostElements, let next = iterator.next() { elements.append(next) }
  return elements
}

/// The positions from `startIndex` to `endIndex`, both included, that `index(after:)` leads to.
///
/// The iterator says how many there must be: an index that never reaches the end would be followed for ever, or into a trap.
func positions<C: Collection>(of collection: C) throws -> [C.Index] {
  let count = iterated(collection).count
  var positions = [collection.startIndex]
  let end = collection.endIndex
  var last = collection.startIndex
  while positions.count <= count, last < end {
    last = collection.index(after: last)
    positions.append(last)
  }
  let steps = count == 1 ? "1 step" : "\(count) steps"
  try expect("index(after:) leads from startIndex to endIndex in \(steps), one for each element of the iterator, not to \(last)", last == end)
  try expect("steps of index(after:) from startIndex to endIndex", positions.count - 1, equals: count)
  return positions
}

/// A list of elements as a report prints it.
func listed<Element>(_ elements: some Sequence<Element>) -> String { "[" + elements.map { describe($0) }.joined(separator: ", ") + "]" }

extension Values {
  /// A number of steps, 0 through `most`.
  func steps(_ name: String, upTo most: Int) throws -> Int { try draw(.int(in: 0...Swift.max(0, most)), name) }

  /// A sequence for each of two passes. A collection can be passed through twice, and sets made alike may differ in their order.
  func passes(_ name: String) throws -> (Value, Value) {
    if Value.self is any Collection.Type {
      let value = try one(name)
      return (value, value)
    }
    return try twins(name, "made alike")
  }

  /// Two numbers of steps of 0 through `most`, the first no greater than the second.
  func span(_ first: String, _ second: String, upTo most: Int) throws -> Range<Int> {
    let lower = try steps(first, upTo: most)
    return try lower..<draw(.int(in: lower...Swift.max(lower, most)), second)
  }
}
