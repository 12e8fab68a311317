// String literals: of one line and of several, raw, with interpolations at any depth.

/// What opened a string literal, and so what closes it.
struct StringDelimiter {
  /// `"`, or `'`, which the compiler reads as a string and then refuses.
  let quote: UInt8
  let hashes: Int
  let isMultiline: Bool

  var quotes: Int { isMultiline ? 3 : 1 }
}

/// What was looked for in vain, so that it is not looked for again from each further place of the same line or text.
/// A literal with more signs closes nowhere that one with fewer does not.
struct UnclosedLiterals {
  /// The fewest signs of a raw string that does not close on the line that ends here.
  var stringHashes = Int.max
  var stringLineEnd = -1
  /// The fewest signs of a regex over lines that does not close in the rest of the text.
  var regexHashes = Int.max
}

extension Lexer {
  mutating func readString(hashes: Int) {
    nesting.dropGenerics()
    let opening = position + hashes
    let quote = bytes[opening]
    let isMultiline =
      quote == UInt8(ascii: "\"") && starts(with: "\"\"\"", at: opening)
      && (hashes == 0 || !closesOnItsLine(hashes: hashes, from: opening + 2))
    let literal = StringDelimiter(quote: quote, hashes: hashes, isMultiline: isMultiline)
    readText(literal, from: opening + literal.quotes, isFirst: true)
  }

  /// Reads on after the parenthesis that closes an interpolation.
  mutating func readText(after interpolated: StringDelimiter) {
    readText(interpolated, from: position + 1, isFirst: false)
  }

  /// One piece of a literal: up to its end or to its next interpolation.
  private mutating func readText(_ literal: StringDelimiter, from start: Int, isFirst: Bool) {
    let (end, isInterpolated) = endOfText(literal, from: start)
    append(
      isInterpolated ? (isFirst ? .stringHead : .stringMiddle) : (isFirst ? .string : .stringTail), to: end)
    if isInterpolated { nesting.open(literal) }
  }

  private func endOfText(_ literal: StringDelimiter, from start: Int) -> (end: Int, isInterpolated: Bool) {
    var index = start
    while let byte = byte(at: index) {
      if byte == literal.quote {
        if !literal.isMultiline || starts(with: "\"\"\"", at: index) {
          let close = index + literal.quotes
          if has(literal.hashes, hashesAt: close) {
            return (literal.hashes == 0 ? close : endOfHashes(from: close), false)
          }
        }
        index += 1
      } else if byte == UInt8(ascii: "\\"), has(literal.hashes, hashesAt: index + 1) {
        index += 1 + literal.hashes
        if self.byte(at: index) == UInt8(ascii: "(") { return (index + 1, true) }
        if let escaped = self.byte(at: index), !isLineEnd(escaped) { index += 1 }
      } else if isLineEnd(byte), !literal.isMultiline {
        break
      } else {
        index += 1
      }
    }
    return (index, false)
  }

  /// Signs beyond those that are needed belong to the delimiter too, as they do for the compiler.
  private func endOfHashes(from start: Int) -> Int {
    var index = start
    while byte(at: index) == UInt8(ascii: "#") { index += 1 }
    return index
  }

  /// `#"""#` is a quote in a string of one line: the delimiter comes again before the line ends.
  private mutating func closesOnItsLine(hashes: Int, from start: Int) -> Bool {
    if start < unclosed.stringLineEnd, hashes >= unclosed.stringHashes { return false }
    var index = start
    while let byte = byte(at: index), !isLineEnd(byte) {
      if byte == UInt8(ascii: "\""), has(hashes, hashesAt: index + 1) { return true }
      index += 1
    }
    unclosed.stringHashes = hashes
    unclosed.stringLineEnd = index
    return false
  }
}
