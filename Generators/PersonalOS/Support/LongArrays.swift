import PropertyTesting

extension Generator {
  /// Arrays of up to `count` elements, mostly of at least half of that: for histories in which something must happen.
  /// They still shrink to the empty array.
  static func long<Element>(of element: Generator<Element>, count: Int) -> Generator
  where Value == [Element] {
    .frequency(
      (1, .array(of: element, count: 0...count / 2)), (6, .array(of: element, count: count / 2...count)))
  }
}
