/// Reads a text from its beginning to its end, a token at a time. The rules are those of `Lexer.cpp` in the compiler
/// and of `Cursor.swift` in swift-syntax.
struct Lexer {
  let bytes: [UInt8]
  var position = 0
  private(set) var tokens: [SwiftToken] = []
  /// Of the line that is being read.
  private var line = 1
  private var lineStart = 0
  /// The last token that is no trivia, and the one before it.
  private(set) var last: SwiftToken?
  private(set) var lastButOne: SwiftToken?
  var nesting = Nesting()
  /// Literals that are known not to close: see ``UnclosedLiterals``.
  var unclosed = UnclosedLiterals()
  /// Where the run of `#` ends that is being read, which is looked for once.
  var endOfHashes = 0
  /// Where the last key path ended, as far as it has been read: `\.name?.count`.
  private(set) var endOfKeyPath = -1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tokens.reserveCapacity(bytes.count / 3)
  }

  mutating func readAll() {
    if starts(with: "\u{FEFF}") {
      append(.blank, to: 3)
      lineStart = 3
    }
    if starts(with: "#!") { append(.lineComment, to: endOfLine(from: position)) }
    while position < bytes.count { readNext() }
  }

  private mutating func readNext() {
    switch bytes[position] {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): readNewline()
    case 0...32, 127: append(.blank, to: endOfBlanks(from: position))
    case UInt8(ascii: "/"): readSlash()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): readString(hashes: 0)
    case UInt8(ascii: "#"): readHash()
    case UInt8(ascii: "`"): readEscapedWord()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): append(endOfNumber())
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "$"):
      append(.word, to: endOfWord(from: position + 1))
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): readOpening()
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): readClosing()
    case UInt8(ascii: ":"):
      append(.punctuation, to: position + (starts(with: "::") ? 2 : 1))
    case UInt8(ascii: ";"):
      nesting.dropGenerics()
      append(.punctuation, to: position + 1)
    case UInt8(ascii: ","), UInt8(ascii: "@"), UInt8(ascii: "\\"): append(.punctuation, to: position + 1)
    case 0..<0x80: readOperator()
    default: readBeyondASCII()
    }
  }

  /// A letter, an operator, a quote of typography, or what separates.
  private mutating func readBeyondASCII() {
    let scalar = scalar(at: position)
    if scalar.separates {
      append(.blank, to: endOfBlanks(from: position))
    } else if scalar.continuesWord {
      append(.word, to: endOfWord(from: position + scalar.length))
    } else if scalar.beginsOperator {
      readOperator()
    } else {
      append(.punctuation, to: position + scalar.length)
    }
  }

  // MARK: Words

  func endOfWord(from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        guard isWordPart(byte) else { break }
        index += 1
      } else {
        let scalar = scalar(at: index)
        guard scalar.continuesWord else { break }
        index += scalar.length
      }
    }
    return index
  }

  private mutating func readEscapedWord() {
    var close = position + 1
    while let byte = byte(at: close), byte != UInt8(ascii: "`"), !isLineEnd(byte) { close += 1 }
    // An unclosed one is looked for again at no later place of its line: there is no second backtick.
    byte(at: close) == UInt8(ascii: "`")
      ? append(.escapedWord, to: close + 1) : append(.punctuation, to: position + 1)
  }

  /// `#` before a string, a regex or a name; otherwise on its own.
  private mutating func readHash() {
    if endOfHashes <= position {
      endOfHashes = position
      while byte(at: endOfHashes) == UInt8(ascii: "#") { endOfHashes += 1 }
    }
    switch byte(at: endOfHashes) {
    case UInt8(ascii: "\""): readString(hashes: endOfHashes - position)
    case UInt8(ascii: "/"): append(.regex, to: endOfExtendedRegex(hashes: endOfHashes - position))
    case _? where endOfHashes == position + 1 && beginsWord(at: endOfHashes):
      append(.directive, to: endOfWord(from: endOfHashes))
    default: append(.punctuation, to: position + 1)
    }
  }

  // MARK: Trivia

  private mutating func readNewline() {
    nesting.endLine()
    append(.newline, to: position + (starts(with: "\r\n") ? 2 : 1))
  }

  private mutating func readSlash() {
    if starts(with: "//") {
      append(.lineComment, to: endOfLine(from: position))
    } else if starts(with: "/*") {
      append(.blockComment, to: endOfBlockComment())
    } else {
      readOperator()
    }
  }

  func endOfLine(from start: Int) -> Int {
    var index = start
    while let byte = byte(at: index), !isLineEnd(byte) { index += 1 }
    return index
  }

  private func endOfBlockComment() -> Int {
    var depth = 1
    var index = position + 2
    while let byte = byte(at: index) {
      index += 1
      if byte == UInt8(ascii: "*"), self.byte(at: index) == UInt8(ascii: "/") {
        index += 1
        depth -= 1
        if depth == 0 { break }
      } else if byte == UInt8(ascii: "/"), self.byte(at: index) == UInt8(ascii: "*") {
        index += 1
        depth += 1
      }
    }
    return index
  }

  private func endOfBlanks(from start: Int) -> Int {
    var index = start
    while let byte = byte(at: index) {
      if byte <= 32 || byte == 127 {
        if isLineEnd(byte) { break }
        index += 1
      } else {
        guard byte >= 0x80 else { break }
        let scalar = scalar(at: index)
        guard scalar.separates else { break }
        index += scalar.length
      }
    }
    return index
  }

  // MARK: Tokens and bytes

  mutating func append(_ token: (kind: SwiftToken.Kind, end: Int)) {
    append(token.kind, to: token.end)
  }

  mutating func append(_ kind: SwiftToken.Kind, to end: Int) {
    let token = SwiftToken(kind: kind, range: position..<end, line: line, column: position - lineStart + 1)
    tokens.append(token)
    if kind.maySpanLines { countLines(to: end) }
    position = end
    if !kind.isTrivia {
      if continuesKeyPath(token) { endOfKeyPath = end }
      lastButOne = last
      last = token
    }
  }

  private func continuesKeyPath(_ token: SwiftToken) -> Bool {
    let start = token.range.lowerBound
    if token.kind == .punctuation, bytes[start] == UInt8(ascii: "\\") { return true }
    guard start == endOfKeyPath else { return false }
    return token.kind == .word
      || token.range.count == 1 && [".", "?", "!"].contains { bytes[start] == UInt8(ascii: $0) }
  }

  private mutating func countLines(to end: Int) {
    for index in position..<end {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && self.byte(at: index + 1) != UInt8(ascii: "\n")
      else { continue }
      line += 1
      lineStart = index + 1
    }
  }

  func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  func starts(with text: StaticString, at index: Int? = nil) -> Bool {
    let start = index ?? position
    guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { buffer in
      for offset in buffer.indices where buffer[offset] != bytes[start + offset] { return false }
      return true
    }
  }

  func has(_ count: Int, hashesAt index: Int) -> Bool {
    guard index + count <= bytes.count else { return false }
    var next = index
    while next < index + count, bytes[next] == UInt8(ascii: "#") { next += 1 }
    return next == index + count
  }

  func isKeyword(_ token: SwiftToken?, _ text: StaticString) -> Bool {
    guard let token, token.kind == .word, token.range.count == text.utf8CodeUnitCount else { return false }
    return starts(with: text, at: token.range.lowerBound)
  }

  func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte | 32 >= UInt8(ascii: "a") && byte | 32 <= UInt8(ascii: "f")
  }

  func isWordPart(_ byte: UInt8) -> Bool {
    byte | 32 >= UInt8(ascii: "a") && byte | 32 <= UInt8(ascii: "z") || isDigit(byte) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$")
  }

  func beginsWord(at index: Int) -> Bool {
    guard let byte = byte(at: index) else { return false }
    if byte < 0x80 { return isWordPart(byte) && !isDigit(byte) }
    return scalar(at: index).beginsWord
  }
}

extension SwiftToken.Kind {
  fileprivate var maySpanLines: Bool {
    switch self {
    case .newline, .blockComment, .string, .stringHead, .stringMiddle, .stringTail, .regex: true
    case .blank, .lineComment, .word, .escapedWord, .integer, .float, .punctuation, .operatorSign, .directive: false
    }
  }
}
