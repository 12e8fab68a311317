import PropertyTesting

extension Generator {
  /// Arrays of up to `count` elements, mostly more than half of that: for histories in which something has to
  /// happen. They shrink to none all the same.
  static func long<Element>(of element: Generator<Element>, count: Int) -> Generator
  where Value == [Element] {
    .frequency(
      (1, .array(of: element, count: 0...count / 2)), (6, .array(of: element, count: count / 2...count)))
  }
}
