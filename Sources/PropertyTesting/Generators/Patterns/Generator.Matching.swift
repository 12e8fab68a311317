extension Generator where Value == String {
  /// Texts that match the whole of a regular expression: `.text(matching: "[a-z]{2,5}(-[0-9]+)?")`.
  ///
  /// The pattern is a text, because a `Regex` does not say what it is made of. It may have literals, `.`, classes (`[a-z_]`, `[^,]`,
  /// `[[:alpha:]]`, one class inside the other), `\d \w \s \h` and their opposites, general categories (`\p{Lu}`), escapes (`\n`, `\x41`,
  /// `\u{1F600}`), groups, alternation, and the quantifiers `? * + {2} {2,} {2,5}`, lazy or not. `^`, `$`, `\A` and `\z` may stand at the
  /// ends. What depends on the text around it (`\b`, lookarounds, back references) or has another meaning of characters (`(?i)`) is an
  /// error: then the verdict is errored, and the reason gives the place in the pattern.
  ///
  /// `\d`, `\w` and `\s` become ASCII, and `\D`, `\W` and `\S` nothing that Unicode counts as such. A quantifier without an upper bound
  /// repeats at most 20 times more than its lower one. The text shrinks to the first alternative, the fewest
  /// repeats and the simplest characters: letters first.
  public static func text(matching pattern: String) -> Generator {
    let parsed = Result { () throws(PatternError) in try PatternParser.parse(pattern) }
    return Generator { source in
      var text = String.UnicodeScalarView()
      try parsed.get().draw(from: &source, into: &text)
      return String(text)
    }
  }
}

/// What a pattern is made of.
indirect enum PatternNode: Sendable {
  case characters(CharacterClass)
  case sequence([PatternNode])
  case oneOf([PatternNode])
  case repeated(PatternNode, count: ClosedRange<Int>)

  func draw(from source: inout Source, into text: inout String.UnicodeScalarView) throws {
    switch self {
    case .characters(let characters): text.append(characters.draw(from: &source))
    case .sequence(let nodes):
      for node in nodes { try node.draw(from: &source, into: &text) }
    case .oneOf(let nodes):
      let place = source.drawUniformly(.branch, upTo: UInt64(nodes.count - 1))
      try source.span(.draw) { source in try nodes[Int(truncatingIfNeeded: place)].draw(from: &source, into: &text) }
    case .repeated(let node, let count):
      let parts: [String.UnicodeScalarView] = try source.elements(count: count, limit: .max) { parts, source in
        var part = String.UnicodeScalarView()
        try node.draw(from: &source, into: &part)
        parts.append(part)
      }
      for part in parts { text.append(contentsOf: part) }
    }
  }
}

/// Why a pattern cannot be used.
struct PatternError: Error, CustomStringConvertible, CounterexampleDescribable {
  let pattern: String
  /// In scalars, from 0.
  let place: Int
  let reason: String

  var description: String {
    "\(reason), at character \(place + 1) of the pattern \(describe(pattern))"
  }

  var counterexampleDescription: String { description }
}
