/// Reads Swift source into tokens, every branch of `#if` alike.
///
/// It never fails: source that no compiler takes is read as far as it makes sense, and what an unfinished
/// literal or comment would hide is at most the rest of its line, or of the file where it may span lines.
/// Nesting costs no stack, however deep.
struct SwiftLexer {
  /// A string literal whose interpolation is being read.
  private struct Interpolation {
    let literal: Delimiter
    /// Parentheses open inside the interpolation.
    var depth = 0
  }

  struct Delimiter {
    let hashes: Int
    let isMultiline: Bool
  }

  let bytes: [UInt8]
  var position = 0
  private var line = 1
  private var lineStart = 0
  private var endOfLast = -1
  private var interpolations: [Interpolation] = []
  private(set) var tokens: [SourceToken] = []

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  static func tokens(of text: String) -> [SourceToken] {
    var lexer = SwiftLexer([UInt8](text.utf8))
    if lexer.starts(with: "\u{FEFF}") {
      lexer.position = 3
      lexer.lineStart = 3
    }
    if lexer.starts(with: "#!") { lexer.skipLine() }
    while lexer.position < lexer.bytes.count { lexer.readNext() }
    return lexer.tokens
  }

  // MARK: What comes next

  private mutating func readNext() {
    let byte = bytes[position]
    switch byte {
    case 10, 13: skipNewline()
    case 0...32: position += 1
    case UInt8(ascii: "/"): readSlash()
    case UInt8(ascii: "\""): readString(hashes: 0)
    case UInt8(ascii: "#"): readHash()
    case UInt8(ascii: "`"): readEscapedWord()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): readNumber()
    case UInt8(ascii: "("):
      if !interpolations.isEmpty { interpolations[interpolations.count - 1].depth += 1 }
      read(.punctuation, to: position + 1)
    case UInt8(ascii: ")"): readClosingParenthesis()
    case UInt8(ascii: "."):
      self.byte(at: position + 1) == byte ? readOperator() : read(.punctuation, to: position + 1)
    case _ where Self.isWordStart(byte):
      read(.word, to: end(of: Self.isWordPart, from: position + 1))
    case _ where Self.isOperator(byte): readOperator()
    default: read(.punctuation, to: position + 1)
    }
  }

  private mutating func readClosingParenthesis() {
    guard let innermost = interpolations.last, innermost.depth == 0 else {
      if !interpolations.isEmpty { interpolations[interpolations.count - 1].depth -= 1 }
      return read(.punctuation, to: position + 1)
    }
    interpolations.removeLast()
    position += 1
    readText(innermost.literal, from: position)
  }

  private mutating func readSlash() {
    if starts(with: "//") {
      skipLine()
    } else if starts(with: "/*") {
      skipBlockComment()
    } else if let end = endOfRegex() {
      read(.text, to: end, as: "/")
    } else {
      readOperator()
    }
  }

  private mutating func readHash() {
    let afterHashes = end(of: { $0 == UInt8(ascii: "#") }, from: position)
    switch byte(at: afterHashes) {
    case UInt8(ascii: "\""): readString(hashes: afterHashes - position)
    case UInt8(ascii: "/"): readExtendedRegex(hashes: afterHashes - position)
    case let byte? where Self.isWordStart(byte):
      position = afterHashes - 1
      read(.directive, to: end(of: Self.isWordPart, from: afterHashes))
    // All at once: a line of them is read once, and not once for each.
    default: read(.punctuation, to: afterHashes)
    }
  }

  private mutating func readEscapedWord() {
    let close = end(of: { $0 != UInt8(ascii: "`") && $0 != 10 && $0 != 13 }, from: position + 1)
    guard byte(at: close) == UInt8(ascii: "`") else { return read(.punctuation, to: position + 1) }
    read(
      .escapedWord, to: close + 1,
      as: String(decoding: bytes[(position + 1)..<close], as: UTF8.self))
  }

  /// `1`, `0xFF`, `1_000.5e-3`; after a dot, the number of a part of a tuple, which has no fraction.
  private mutating func readNumber() {
    if tokens.last?.isPunctuation(".") == true, endOfLast == position {
      return read(.integer, to: end(of: Self.isWordPart, from: position))
    }
    let isHex = starts(with: "0x")
    var end = end(of: Self.isWordPart, from: position)
    var isFloat = false
    if byte(at: end) == UInt8(ascii: "."), let next = byte(at: end + 1),
      isHex ? Self.isHexDigit(next) : Self.isDigit(next), isHex || !hasRadix
    {
      isFloat = true
      end = self.end(of: Self.isWordPart, from: end + 1)
    }
    let exponents = isHex ? [UInt8(ascii: "p"), UInt8(ascii: "P")] : [UInt8(ascii: "e"), UInt8(ascii: "E")]
    if isHex || !hasRadix, bytes[position..<end].contains(where: exponents.contains) {
      isFloat = true
      // The sign of the exponent is no letter: it has stopped the reading.
      if let last = bytes[position..<end].last, exponents.contains(last),
        let sign = byte(at: end), sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+")
      {
        end = self.end(of: Self.isWordPart, from: end + 1)
      }
    }
    read(isFloat ? .float : .integer, to: end)
  }

  private var hasRadix: Bool { ["0x", "0o", "0b"].contains { starts(with: $0) } }

  private mutating func readOperator() {
    // `x!` and `x?`: signs of their own, whatever follows, but for `x!=y`.
    let first = bytes[position]
    if first == UInt8(ascii: "!") || first == UInt8(ascii: "?"), endOfLast == position,
      tokens.last?.endsOperand == true, byte(at: position + 1) != UInt8(ascii: "=")
    {
      return read(.operatorSign, to: position + 1)
    }
    // The brackets of generics do not join with what follows them.
    if first == UInt8(ascii: "<") || first == UInt8(ascii: ">"), endOfLast == position {
      return read(.operatorSign, to: position + 1)
    }
    var end = position + 1
    while let byte = byte(at: end), Self.isOperator(byte) || (byte == first && byte == UInt8(ascii: ".")) {
      let next = self.byte(at: end + 1)
      if byte == UInt8(ascii: "/"), next == UInt8(ascii: "/") || next == UInt8(ascii: "*") { break }
      end += 1
    }
    read(.operatorSign, to: end)
  }

  // MARK: Literals

  private mutating func readString(hashes: Int) {
    let start = position
    position += hashes
    let isMultiline = starts(with: "\"\"\"") && !(hashes > 0 && closesOnItsLine(hashes: hashes))
    position += isMultiline ? 3 : 1
    readText(Delimiter(hashes: hashes, isMultiline: isMultiline), from: start)
  }

  /// `#"""#` is a quote in a string of one line: the delimiter comes again before the line ends.
  private func closesOnItsLine(hashes: Int) -> Bool {
    var index = position + 1
    while let byte = byte(at: index), byte != 10, byte != 13 {
      if byte == UInt8(ascii: "\""), hasHashes(hashes, at: index + 1) { return true }
      index += 1
    }
    return false
  }

  /// Reads on inside a literal, to its end or to its next interpolation.
  private mutating func readText(_ literal: Delimiter, from start: Int) {
    append(.text, "\"", from: start)
    defer { endOfLast = position }
    let quotes = literal.isMultiline ? 3 : 1
    while let byte = byte(at: position) {
      switch byte {
      case 10, 13:
        guard literal.isMultiline else { return }
        skipNewline()
      case UInt8(ascii: "\""):
        let isClosing = !literal.isMultiline || starts(with: "\"\"\"")
        if isClosing, hasHashes(literal.hashes, at: position + quotes) {
          position += quotes + literal.hashes
          return
        }
        position += 1
      case UInt8(ascii: "\\") where hasHashes(literal.hashes, at: position + 1):
        position += 1 + literal.hashes
        guard let escaped = self.byte(at: position), escaped != 10, escaped != 13 else { continue }
        position += 1
        if escaped == UInt8(ascii: "(") {
          interpolations.append(Interpolation(literal: literal))
          return
        }
      default: position += 1
      }
    }
  }

  private func hasHashes(_ count: Int, at index: Int) -> Bool {
    index + count <= bytes.count && bytes[index..<(index + count)].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  private mutating func readExtendedRegex(hashes: Int) {
    append(.text, "/", from: position)
    position += hashes + 1
    // Nothing but a line end after the opening: it spans lines.
    let content = end(of: { $0 == 32 || $0 == 9 }, from: position)
    let isMultiline = byte(at: content).map { $0 == 10 || $0 == 13 } ?? false
    while let byte = byte(at: position) {
      if byte == 10 || byte == 13 {
        guard isMultiline else { break }
        skipNewline()
      } else if byte == UInt8(ascii: "/"), hasHashes(hashes, at: position + 1) {
        position += 1 + hashes
        break
      } else {
        position += byte == UInt8(ascii: "\\") && self.byte(at: position + 1).map { $0 > 13 } == true ? 2 : 1
      }
    }
    endOfLast = position
  }

  /// Where the regex literal ends that begins at this slash; nil where the slash is an operator. As in the
  /// language: it opens where an operand may, and closes on its line, with no blank inside of either slash
  /// and its parentheses balanced.
  private func endOfRegex() -> Int? {
    let before = position == 0 ? 32 : bytes[position - 1]
    guard before <= 32 || "([{,;:".utf8.contains(before), let first = byte(at: position + 1), first > 32
    else { return nil }
    var index = position + 1
    var depth = 0
    while let byte = byte(at: index), byte != 10, byte != 13 {
      switch byte {
      case UInt8(ascii: "/"): return bytes[index - 1] > 32 && depth == 0 ? index + 1 : nil
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth < 0 { return nil }
      default: break
      }
      index += 1
    }
    return nil
  }

  // MARK: Comments and lines

  private mutating func skipLine() {
    position = end(of: { $0 != 10 && $0 != 13 }, from: position)
  }

  private mutating func skipBlockComment() {
    var depth = 0
    while let byte = byte(at: position) {
      if starts(with: "/*") {
        depth += 1
        position += 2
      } else if starts(with: "*/") {
        depth -= 1
        position += 2
        if depth == 0 { return }
      } else if byte == 10 || byte == 13 {
        skipNewline()
      } else {
        position += 1
      }
    }
  }

  private mutating func skipNewline() {
    position += starts(with: "\r\n") ? 2 : 1
    line += 1
    lineStart = position
  }

  // MARK: Bytes

  private mutating func read(_ kind: SourceToken.Kind, to end: Int, as text: String? = nil) {
    append(kind, text ?? String(decoding: bytes[position..<end], as: UTF8.self), from: position)
    position = end
    endOfLast = end
  }

  private mutating func append(_ kind: SourceToken.Kind, _ text: String, from start: Int) {
    tokens.append(
      SourceToken(
        kind: kind, text: text, line: line, column: start - lineStart + 1,
        followsDirectly: start == endOfLast))
  }

  private func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private func starts(with text: StaticString) -> Bool {
    guard position + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { $0.elementsEqual(bytes[position..<(position + $0.count)]) }
  }

  private func end(of isPart: (UInt8) -> Bool, from start: Int) -> Int {
    var index = start
    while index < bytes.count, isPart(bytes[index]) { index += 1 }
    return index
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 32)
  }

  /// Everything that is not ASCII counts as a letter: no rule looks for an operator beyond it.
  private static func isWordStart(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  private static func isWordPart(_ byte: UInt8) -> Bool { isWordStart(byte) || isDigit(byte) }

  private static func isOperator(_ byte: UInt8) -> Bool { "/=-+!*%<>&|^~?".utf8.contains(byte) }
}

extension SourceToken {
  /// Whether a value may end here, so that a `!` right after it unwraps that value.
  var endsOperand: Bool {
    switch kind {
    case .word, .escapedWord, .integer, .float, .text, .directive: true
    case .punctuation: [")", "]", "}"].contains(text)
    case .operatorSign: ["!", "?", ">"].contains(text)
    }
  }
}
