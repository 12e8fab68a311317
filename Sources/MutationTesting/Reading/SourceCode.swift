import SwiftLexing

/// The tokens of a Swift source that are code, with their brackets paired: what operators and planting read.
///
/// Positions are indices of ``tokens`` unless they say bytes.
struct SourceCode: Sendable {
  let source: LexedSource
  /// Without blanks, line ends and comments.
  let tokens: [SwiftToken]
  /// Of an opening bracket its closing one, and the other way around; nil where none fits. A string's first piece
  /// opens, its last one closes.
  let partners: [Int?]
  /// Of each token the opening bracket that it stands in; nil outside of all.
  let enclosing: [Int?]

  init(_ text: String) {
    source = LexedSource(text)
    tokens = source.tokens.filter { !$0.kind.isTrivia }
    partners = Self.pair(tokens, source)
    enclosing = Self.enclose(partners)
  }

  private static func enclose(_ partners: [Int?]) -> [Int?] {
    var open: [Int] = []
    return partners.indices.map { index in
      if let last = open.last, partners[last] == index { open.removeLast() }
      let enclosing = open.last
      if let partner = partners[index], partner > index { open.append(index) }
      return enclosing
    }
  }

  private static func pair(_ tokens: [SwiftToken], _ source: LexedSource) -> [Int?] {
    var partners = [Int?](repeating: nil, count: tokens.count)
    var open: [(index: Int, closing: String)] = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .stringHead: open.append((index, ""))
      case .stringTail:
        // Whatever was left open inside of an interpolation ends with it.
        while let last = open.popLast() {
          guard last.closing.isEmpty else { continue }
          partners[last.index] = index
          partners[index] = last.index
          break
        }
      case .punctuation:
        let text = source.text(of: token)
        if let closing = ["(": ")", "[": "]", "{": "}"][text] {
          open.append((index, closing))
        } else if [")", "]", "}"].contains(text), let last = open.last, last.closing == text {
          open.removeLast()
          partners[last.index] = index
          partners[index] = last.index
        }
      default: break
      }
    }
    return partners
  }

  // MARK: One token

  func text(_ index: Int) -> String {
    tokens.indices.contains(index) ? source.text(of: tokens[index]) : ""
  }

  func kind(_ index: Int) -> SwiftToken.Kind? { tokens.indices.contains(index) ? tokens[index].kind : nil }

  func isWord(_ index: Int, _ words: String...) -> Bool { kind(index) == .word && words.contains(text(index)) }

  func isWord(_ index: Int, in words: Set<String>) -> Bool { kind(index) == .word && words.contains(text(index)) }

  func isSign(_ index: Int, _ signs: String...) -> Bool {
    guard let kind = kind(index), kind == .punctuation || kind == .operatorSign else { return false }
    return signs.contains(text(index))
  }

  func isSign(_ index: Int, in signs: Set<String>) -> Bool {
    guard let kind = kind(index), kind == .punctuation || kind == .operatorSign else { return false }
    return signs.contains(text(index))
  }

  /// Whether nothing stands between this token and the one before it.
  func isJoinedToLast(_ index: Int) -> Bool {
    index > 0 && tokens[index - 1].range.upperBound == tokens[index].range.lowerBound
  }

  func isJoinedToNext(_ index: Int) -> Bool { index + 1 < tokens.count && isJoinedToLast(index + 1) }

  /// Whether this token is the first on its line.
  func beginsLine(_ index: Int) -> Bool {
    index == 0
      || source.bytes[tokens[index - 1].range.upperBound..<tokens[index].range.lowerBound].contains {
        $0 == 10 || $0 == 13
      }
  }

  /// An operator between two operands: blanks on both sides, or on neither.
  func isInfix(_ index: Int) -> Bool {
    guard kind(index) == .operatorSign, index > 0, index + 1 < tokens.count else { return false }
    return !isJoinedToLast(index) && !isJoinedToNext(index)
  }

  // MARK: Several

  /// Past this token, or past the bracket that it opens.
  func after(_ index: Int) -> Int {
    if let partner = partners[index], partner > index { return partner + 1 }
    return index + 1
  }

  /// The first index in `range`, outside of the brackets that open in it, of which this holds.
  func first(in range: Range<Int>, where holds: (Int) -> Bool) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if holds(index) { return index }
      index = after(index)
    }
    return nil
  }

  /// All of them.
  func all(in range: Range<Int>, where holds: (Int) -> Bool) -> [Int] {
    var found: [Int] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if holds(index) { found.append(index) }
      index = after(index)
    }
    return found
  }

  /// `range`, cut at each comma that is outside of its brackets.
  func elements(of range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    for comma in all(in: range, where: { isSign($0, ",") }) {
      parts.append(start..<comma)
      start = comma + 1
    }
    parts.append(start..<range.upperBound)
    return parts.filter { !$0.isEmpty }
  }

  /// Where a range of tokens lies in the text.
  func bytes(_ range: Range<Int>) -> Range<Int> {
    guard let first = range.first, let last = range.last else {
      let place =
        tokens.indices.contains(range.lowerBound) ? tokens[range.lowerBound].range.lowerBound : source.bytes.count
      return place..<place
    }
    return tokens[first].range.lowerBound..<tokens[last].range.upperBound
  }

  func text(_ range: Range<Int>) -> String { text(inBytes: bytes(range)) }

  func text(inBytes range: Range<Int>) -> String { String(decoding: source.bytes[range], as: UTF8.self) }
}

extension SwiftToken.Kind {
  var isTrivia: Bool {
    switch self {
    case .blank, .newline, .lineComment, .blockComment: true
    default: false
    }
  }
}
