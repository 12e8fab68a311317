/// Whether a card is what the user looks for (Req 7.1): the query, trimmed, is part of the title, of a field's value or of
/// a tag, whatever the case of letters. Labels are not searched; the empty query finds everything.
///
/// Parts are whole characters: "e" is not found in "é", however that is written.
public struct CardSearch: Sendable {
  private let query: [Character]
  /// The query's bytes if it is ASCII.
  private let queryBytes: [UInt8]?

  public init(_ query: String) {
    let text = BlankText.trimmed(query).lowercased()
    self.query = Array(text)
    queryBytes = text.utf8.allSatisfy { $0 < 0x80 } ? Array(text.utf8) : nil
  }

  public func matches(_ card: CardDTO) -> Bool {
    query.isEmpty || isPart(of: card.title) || card.fields.contains { isPart(of: $0.value) }
      || card.tags.contains(where: isPart)
  }

  private func isPart(of text: String) -> Bool {
    // Of ASCII texts the bytes can be compared, which is many times faster. The one character of two bytes among them, a
    // CR LF, does not matter: a trimmed query neither begins nor ends within one.
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
