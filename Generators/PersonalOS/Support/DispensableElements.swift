import PropertyTesting

extension Generator {
  /// Arrays of one element, which shrinking may drop: for a step of a history that a counterexample may not need.
  static func dispensable<Element: Sendable>(_ element: Generator<Element>) -> Generator
  where Value == [Element] {
    // Only shrinking chooses a branch of weight 0.
    .frequency((0, .constant([])), (1, element.map { [$0] }))
  }
}
