import PropertyTesting

/// A text that is equal to another only byte for byte.
struct ExactText: Sendable, Equatable, CounterexampleDescribable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: ExactText, right: ExactText) -> Bool { left.text.isExactly(right.text) }

  var counterexampleDescription: String { describe(text) }
}
