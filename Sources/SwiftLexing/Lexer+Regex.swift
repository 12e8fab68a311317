// Regex literals, and how they are told from division.

extension Lexer {
  /// Where `#/…/#` ends; one that does not close ends with the line on which it began.
  mutating func endOfExtendedRegex(hashes: Int) -> Int {
    nesting.dropGenerics()
    let opening = position + hashes + 1
    // Nothing but a line end after the opening: it spans lines.
    var content = opening
    while let byte = byte(at: content), byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { content += 1 }
    let isMultiline = byte(at: content).map(isLineEnd) ?? false
    if isMultiline, hashes >= unclosed.regexHashes { return content }
    var index = isMultiline ? content : opening
    while let byte = byte(at: index), isMultiline || !isLineEnd(byte) {
      if byte == UInt8(ascii: "/"), has(hashes, hashesAt: index + 1) {
        index += 1 + hashes
        while self.byte(at: index) == UInt8(ascii: "#") { index += 1 }
        return index
      }
      index += 1
      if byte == UInt8(ascii: "\\"), let escaped = self.byte(at: index), isMultiline || !isLineEnd(escaped) {
        index += 1
      }
    }
    guard isMultiline else { return index }
    unclosed.regexHashes = hashes
    return content
  }

  /// Where the regex literal ends that begins at the first slash of an operator; nil if it is no regex.
  /// - Parameter slash: where the literal would begin.
  func endOfRegex(at slash: Int, ofOperator range: Range<Int>) -> Int? {
    let isLeftBound = isLeftBound(range.lowerBound)
    // A postfix operator, or the operator that is being declared.
    guard !isLeftBound, !isKeyword(last, "func"), !isKeyword(last, "operator") else { return nil }
    var isCertain = false
    if !isRightBound(range.upperBound, isLeftBound: isLeftBound) {
      isCertain = isAfterTry
      guard isCertain || expectsExpression else { return nil }
      // In an argument list an operator may stand alone.
      if !isAfterArgumentSeparator { isCertain = true }
    }
    return endOfRegex(from: slash, isCertain: isCertain)
  }

  private func endOfRegex(from slash: Int, isCertain: Bool) -> Int? {
    if slash > 0, bytes[slash - 1] == UInt8(ascii: "*") { return nil }
    switch byte(at: slash + 1) {
    case UInt8(ascii: " ")?, UInt8(ascii: "\t")?: if !isCertain { return nil }
    case UInt8(ascii: "*")?, UInt8(ascii: "/")?: return nil
    default: break
    }
    var index = slash + 1
    var groups = 0
    var classes = 0
    var lastBlank = -1
    while let byte = byte(at: index), !isLineEnd(byte) {
      switch byte {
      case UInt8(ascii: "/"):
        if let next = self.byte(at: index + 1), next == UInt8(ascii: "*") || next == UInt8(ascii: "/") {
          return isCertain ? index : nil
        }
        return lastBlank == index - 1 && !isCertain ? nil : index + 1
      case UInt8(ascii: "\\"):
        if let escaped = self.byte(at: index + 1), !isLineEnd(escaped) { index += 1 }
      case UInt8(ascii: "(") where classes == 0: groups += 1
      case UInt8(ascii: ")") where classes == 0:
        if groups == 0, !isCertain { return nil }
        groups = max(0, groups - 1)
      case UInt8(ascii: "["): classes += 1
      case UInt8(ascii: "]"): classes = max(0, classes - 1)
      case UInt8(ascii: " "), UInt8(ascii: "\t"): lastBlank = index
      default: break
      }
      index += 1
    }
    return isCertain ? index : nil
  }

  /// A `?` or `!` right after `try` stands before an expression, though it ends as an operand may.
  private var isAfterTry: Bool {
    guard let last, last.kind == .operatorSign, last.range.count == 1, isKeyword(lastButOne, "try"),
      lastButOne?.range.upperBound == last.range.lowerBound
    else { return false }
    return bytes[last.range.lowerBound] == UInt8(ascii: "!") || bytes[last.range.lowerBound] == UInt8(ascii: "?")
  }

  private var isAfterArgumentSeparator: Bool {
    guard let last else { return false }
    switch last.kind {
    case .stringHead, .stringMiddle: return true
    case .punctuation:
      return ["(", "[", ",", ":"].contains { bytes[last.range.lowerBound] == UInt8(ascii: $0) }
    default: return false
    }
  }

  /// Whether an operand may begin here, by the token before.
  private var expectsExpression: Bool {
    guard let last else { return tokens.first?.kind != .lineComment || bytes.first != UInt8(ascii: "#") }
    let first = bytes[last.range.lowerBound]
    switch last.kind {
    case .stringHead, .stringMiddle: return true
    case .punctuation:
      return last.range.count == 1
        && !["}", ")", "]", ".", "@", "#", "`", "\\"].contains { first == UInt8(ascii: $0) }
    case .operatorSign: return !isPostfixOrArrow(last)
    case .word: return isStatementKeyword(last)
    case .directive: return ["#if", "#else", "#elseif", "#endif"].contains(Substring(text(last)))
    case .blank, .newline, .lineComment, .blockComment, .escapedWord, .integer, .float, .string, .stringTail,
      .regex:
      return false
    }
  }

  private func isPostfixOrArrow(_ token: SwiftToken) -> Bool {
    let text = text(token)
    if text == "->" { return true }
    if text == "=" { return false }
    let isLeftBound = isLeftBound(token.range.lowerBound)
    return isLeftBound
      && (text == "!" || text == "?" || !isRightBound(token.range.upperBound, isLeftBound: isLeftBound))
  }

  /// A keyword that is no value of its own, such as `return`.
  private func isStatementKeyword(_ token: SwiftToken) -> Bool {
    token.range.count <= 15 && Self.statementKeywords.contains(text(token))
  }

  private func text(_ token: SwiftToken) -> String {
    String(decoding: bytes[token.range], as: UTF8.self)
  }

  private static let statementKeywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension", "fallthrough", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
    "internal", "is", "let", "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows",
    "return", "static", "struct", "subscript", "switch", "throw", "throws", "try", "typealias", "var", "where", "while",
  ]
}
