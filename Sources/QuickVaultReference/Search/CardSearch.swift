/// Finds cards by a text (Req 7.1). A card matches if its title, a value of a field or a tag contains the trimmed
/// query, in upper or lower case. Labels are not searched. The empty query finds every card.
///
/// The search compares whole characters: it does not find "e" in "é", whether "é" is one scalar or two.
public struct CardSearch: Sendable {
  /// Whether a card matches one query.
  public typealias Matches = @Sendable (CardDTO) -> Bool

  private let query: [Character]
  /// The query's bytes if it is ASCII, nil otherwise.
  private let queryBytes: [UInt8]?

  /// Prepares a search: trims the query and makes it lower case.
  public init(_ query: String) {
    let text = BlankText.trimmed(query).lowercased()
    self.query = Array(text)
    queryBytes = text.utf8.allSatisfy { $0 < 0x80 } ? Array(text.utf8) : nil
  }

  /// Whether the title, a value of a field or a tag contains the query.
  @Sendable public func matches(_ card: CardDTO) -> Bool {
    query.isEmpty || isPart(of: card.title) || card.fields.contains { isPart(of: $0.value) }
      || card.tags.contains(where: isPart)
  }

  private func isPart(of text: String) -> Bool {
    // ASCII texts can be compared by their bytes, which is many times faster. CR LF is the only ASCII character of two
    // bytes, and it does not matter: a trimmed query neither begins nor ends inside one.
    if let queryBytes, text.utf8.allSatisfy({ $0 < 0x80 }) {
      return Self.contains(Array(text.lowercased().utf8), queryBytes)
    }
    return Self.contains(Array(text.lowercased()), query)
  }

  private static func contains<Element: Equatable>(_ whole: [Element], _ part: [Element]) -> Bool {
    guard whole.count >= part.count, let first = part.first else { return part.isEmpty }
    return (0...whole.count - part.count).contains { start in
      whole[start] == first && whole[start..<start + part.count].elementsEqual(part)
    }
  }
}
