import Foundation

/// What a text for the user has to say. Each idea has several words of which one will do, whatever their case: a text is
/// held to what it says, and not to its letters.
struct Wording: Sendable, ExpressibleByDictionaryLiteral {
  private let ideas: [(idea: String, words: [String])]

  init(dictionaryLiteral ideas: (String, [String])...) {
    self.ideas = ideas.map { (idea: $0.0, words: $0.1) }
  }

  /// The ideas that `text` does not express.
  func missing(from text: String) -> [String] {
    let text = text.lowercased()
    return ideas.filter { idea in !idea.words.contains { text.contains($0) } }.map(\.idea)
  }
}
