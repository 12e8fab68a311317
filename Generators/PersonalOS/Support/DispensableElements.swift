import PropertyTesting

extension Generator {
  /// Arrays of one element, which shrinking may leave out: for a step of a story of which a counterexample
  /// may need only another one.
  static func dispensable<Element: Sendable>(_ element: Generator<Element>) -> Generator
  where Value == [Element] {
    // A weight of 0 is chosen by shrinking alone.
    .frequency((0, .constant([])), (1, element.map { [$0] }))
  }
}
