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

extension String {
  /// Whether another text stands in this one, byte for byte.
  func hasBytes(of other: String) -> Bool {
    let (whole, part) = ([UInt8](utf8), [UInt8](other.utf8))
    guard whole.count >= part.count else { return false }
    return (0...whole.count - part.count).contains { Array(whole[$0..<$0 + part.count]) == part }
  }
}
