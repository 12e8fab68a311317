/// What is open at a place: brackets, interpolations, and what may be lists of generic arguments. A stack of its own,
/// so that depth costs no stack of the thread.
struct Nesting {
  private enum Open {
    case bracket(UInt8)
    case interpolation
    /// After a `<`; `isType` if the name before it begins with a capital letter.
    case generics(isType: Bool)
  }

  private struct Interpolation {
    let literal: StringDelimiter
    /// Its place in `open`.
    let index: Int
  }

  private var open: [Open] = []
  /// Those in `open`, innermost last.
  private var interpolations: [Interpolation] = []

  // MARK: Brackets and interpolations

  mutating func open(_ bracket: UInt8) { open.append(.bracket(bracket)) }

  mutating func open(_ interpolated: StringDelimiter) {
    interpolations.append(Interpolation(literal: interpolated, index: open.count))
    open.append(.interpolation)
  }

  /// Closes what a bracket closes. A bracket that fits nothing closes nothing, but in an interpolation a parenthesis
  /// leaves brackets of other kinds unclosed: in `"\([a)"` it ends the interpolation.
  /// - Returns: the literal that goes on, if an interpolation ends.
  mutating func close(_ bracket: UInt8) -> StringDelimiter? {
    dropGenerics()
    guard bracket == UInt8(ascii: ")"), !interpolations.isEmpty else {
      let opening = bracket == UInt8(ascii: ")") ? UInt8(ascii: "(") : bracket - 2
      if case .bracket(opening)? = open.last { open.removeLast() }
      return nil
    }
    while let innermost = open.popLast() {
      switch innermost {
      case .bracket(UInt8(ascii: "(")): return nil
      case .interpolation: return interpolations.popLast()?.literal
      case .bracket, .generics: break
      }
    }
    return nil
  }

  /// An interpolation in a string of one line ends with the line, and the string with it.
  mutating func endLine() {
    while let innermost = interpolations.last, !innermost.literal.isMultiline {
      open.removeSubrange(innermost.index...)
      interpolations.removeLast()
    }
  }

  // MARK: Generics

  mutating func openGenerics(ofType isType: Bool) { open.append(.generics(isType: isType)) }

  /// Whether this many lists are open, innermost of all: then, whether the outermost of them is that of a type.
  func isTypeOfGenerics(_ count: Int) -> Bool? {
    guard count > 0, count <= open.count else { return nil }
    for case .bracket in open.suffix(count) { return nil }
    for case .interpolation in open.suffix(count) { return nil }
    guard case .generics(let isType) = open[open.count - count] else { return nil }
    return isType
  }

  mutating func closeGenerics(_ count: Int) { open.removeLast(min(count, open.count)) }

  /// What follows stands in no list of generic arguments.
  mutating func dropGenerics() {
    while case .generics? = open.last { open.removeLast() }
  }
}

extension Lexer {
  mutating func readOpening() {
    if bytes[position] == UInt8(ascii: "{") { nesting.dropGenerics() }
    nesting.open(bytes[position])
    append(.punctuation, to: position + 1)
  }

  mutating func readClosing() {
    guard let literal = nesting.close(bytes[position]) else { return append(.punctuation, to: position + 1) }
    readText(after: literal)
  }
}
