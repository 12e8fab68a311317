// Operators: where one ends, and what a blank beside it means.

extension Lexer {
  mutating func readOperator() {
    switch bytes[position] {
    case UInt8(ascii: "!"), UInt8(ascii: "?"):
      // Right after an operand it stands alone, whatever follows: the compiler reads `a!=b` as an assignment to `a!`.
      if isLeftBound(position) { return append(.operatorSign, to: position + 1) }
    case UInt8(ascii: "<"):
      if starts(with: "<#"), let end = endOfPlaceholder(from: position) { return append(.word, to: end) }
    case UInt8(ascii: ">"):
      let closing = genericsClosed()
      if closing > 0 {
        for _ in 0..<closing { append(.operatorSign, to: position + 1) }
        return nesting.closeGenerics(closing)
      }
    case UInt8(ascii: "."):
      // In `\.?.name` the signs do not join.
      let isOfKeyPath = position == endOfKeyPath && (starts(with: ".?") || starts(with: ".!"))
      if isOfKeyPath || !continuesOperator(at: position + 1) {
        return append(.punctuation, to: position + 1)
      }
    default: break
    }
    readOperatorOrRegex()
  }

  private mutating func readOperatorOrRegex() {
    let start = position
    var end = endOfOperator()
    var slash = start
    while slash < end, bytes[slash] != UInt8(ascii: "/") { slash += 1 }
    if slash < end, let endOfRegex = endOfRegex(at: slash, ofOperator: start..<end) {
      nesting.dropGenerics()
      if slash > start { append(.operatorSign, to: slash) }
      return append(.regex, to: endOfRegex)
    }
    end = beforeComment(in: start..<end)
    end = beforeGenericParameters(in: start..<end)
    // `./**/name`, `.<#name#>`
    if end == start + 1, bytes[start] == UInt8(ascii: ".") { return append(.punctuation, to: end) }
    if !mayStandInGenerics(start..<end) { nesting.dropGenerics() }
    let named = opensGenerics(start..<end) ? last : nil
    append(.operatorSign, to: end)
    if let named { nesting.openGenerics(ofType: beginsWithCapital(named)) }
  }

  /// A dot inside an operator only if it begins with one.
  private func endOfOperator() -> Int {
    let beginsWithDot = bytes[position] == UInt8(ascii: ".")
    var end = position + scalar(at: position).length
    while let byte = byte(at: end) {
      if byte == UInt8(ascii: "."), !beginsWithDot { break }
      if byte == UInt8(ascii: "<"), starts(with: "<#", at: end), endOfPlaceholder(from: end) != nil { break }
      guard continuesOperator(at: end) else { break }
      end += scalar(at: end).length
    }
    return end
  }

  /// `a+//b` and `a+/*b*/c`: what begins a comment is no part of the operator.
  private func beforeComment(in range: Range<Int>) -> Int {
    guard range.count > 2 else { return range.upperBound }
    var index = range.lowerBound + 1
    while index + 1 < range.upperBound {
      let next = bytes[index + 1]
      if bytes[index] == UInt8(ascii: "/"), next == UInt8(ascii: "/") || next == UInt8(ascii: "*") { return index }
      index += 1
    }
    return range.upperBound
  }

  /// `func ==<T>(a: T, b: T)`: the last angle opens the parameters.
  private func beforeGenericParameters(in range: Range<Int>) -> Int {
    guard range.count > 1, bytes[range.upperBound - 1] == UInt8(ascii: "<"), isKeyword(last, "func"),
      beginsWord(at: range.upperBound)
    else { return range.upperBound }
    return range.upperBound - 1
  }

  private func continuesOperator(at index: Int) -> Bool {
    guard let byte = byte(at: index) else { return false }
    return byte < 0x80 ? isOperator(byte) : scalar(at: index).continuesOperator
  }

  private func isOperator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"),
      UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "!"), UInt8(ascii: "&"),
      UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "."), UInt8(ascii: "?"):
      true
    default: false
    }
  }

  /// `<#name#>` on one line.
  private func endOfPlaceholder(from start: Int) -> Int? {
    var index = start + 2
    while let byte = byte(at: index), !isLineEnd(byte) {
      if byte == UInt8(ascii: "<"), self.byte(at: index + 1) == UInt8(ascii: "#") { return nil }
      if byte == UInt8(ascii: "#"), self.byte(at: index + 1) == UInt8(ascii: ">") { return index + 2 }
      index += 1
    }
    return nil
  }

  // MARK: What stands beside it

  /// Whether the token that begins here touches an operand before it.
  func isLeftBound(_ start: Int) -> Bool {
    guard start > 0 else { return false }
    switch bytes[start - 1] {
    case UInt8(ascii: " "), UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "("),
      UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), 0:
      return false
    case UInt8(ascii: "/"): return start < 2 || bytes[start - 2] != UInt8(ascii: "*")
    case 0xA0: return start < 2 || bytes[start - 2] != 0xC2
    default: return true
    }
  }

  /// Whether the token that ends here touches an operand after it.
  func isRightBound(_ end: Int, isLeftBound: Bool) -> Bool {
    switch byte(at: end) {
    case nil, UInt8(ascii: " "), UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: ")"),
      UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), 0:
      return false
    case UInt8(ascii: "."): return !isLeftBound
    case UInt8(ascii: "/"):
      return byte(at: end + 1) != UInt8(ascii: "/") && byte(at: end + 1) != UInt8(ascii: "*")
    case 0xC2: return byte(at: end + 1) != 0xA0
    default: return true
    }
  }

  private func beginsWithCapital(_ token: SwiftToken) -> Bool {
    let first = bytes[token.range.lowerBound]
    return token.kind == .word && first >= UInt8(ascii: "A") && first <= UInt8(ascii: "Z")
  }

  // MARK: Generics

  /// Whether a `<` may open a list of generic arguments: nothing separates it from what follows, and before it stands a
  /// name, `init?`, or the operator that is being declared.
  private func opensGenerics(_ range: Range<Int>) -> Bool {
    guard range.count == 1, bytes[range.lowerBound] == UInt8(ascii: "<"), let last,
      let next = byte(at: range.upperBound), next > 32
    else { return false }
    switch last.kind {
    case .word, .escapedWord, .directive: return !isKeyword(last, "func")
    case .operatorSign: return isKeyword(lastButOne, "func") || isKeyword(lastButOne, "init")
    default: return false
    }
  }

  /// How many lists of generic arguments the `>` at this place close: 0 where they are an operator.
  private func genericsClosed() -> Int {
    var end = position
    while byte(at: end) == UInt8(ascii: ">") { end += 1 }
    let count = end - position
    // `f(a<b, c<d, e >> g)`
    if count > 1, !isLeftBound(position), !isRightBound(end, isLeftBound: false) { return 0 }
    guard let isType = nesting.isTypeOfGenerics(count) else { return 0 }
    guard continuesOperator(at: end), let next = byte(at: end), !starts(with: "//", at: end),
      !starts(with: "/*", at: end)
    else { return count }
    switch next {
    case UInt8(ascii: "."), UInt8(ascii: "?"), UInt8(ascii: "!"): return count
    case UInt8(ascii: "="), UInt8(ascii: "&"): return isType ? count : 0
    case UInt8(ascii: "-"): return isType && byte(at: end + 1) == UInt8(ascii: ">") ? count : 0
    default: return 0
    }
  }

  /// The operators of types: `&`, `->`, `...`, `~`, `?`, `==` in a `where`, `-` before a number.
  private func mayStandInGenerics(_ range: Range<Int>) -> Bool {
    switch range.count {
    case 1: "&?!<~-".utf8.contains(bytes[range.lowerBound])
    case 2: starts(with: "->", at: range.lowerBound) || starts(with: "==", at: range.lowerBound)
    case 3: starts(with: "...", at: range.lowerBound)
    default: false
    }
  }
}
