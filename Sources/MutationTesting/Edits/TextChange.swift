import SwiftLexing

/// What a hunk comes to in a source: the least piece whose tokens differ.
struct TextChange {
  let bytes: Range<Int>
  let replacement: String
  /// Whether no token goes.
  let isInsertion: Bool

  private init(bytes: Range<Int>, replacement: String, isInsertion: Bool) {
    self.bytes = bytes
    self.replacement = replacement
    self.isInsertion = isInsertion
  }

  /// - Throws: ``MutationError`` if the lines with - do not stand in the source exactly once, or nothing differs.
  init(_ hunk: NamedEdit.Hunk, in code: SourceCode) throws {
    let before = SourceCode(hunk.before.joined(separator: "\n"))
    let after = SourceCode(hunk.after.joined(separator: "\n"))
    let starts = code.starts(of: before)
    guard let start = starts.first else { throw MutationError("its lines with - do not stand in \(hunk.file)") }
    guard starts.count == 1 else {
      let lines = starts.map { String(code.tokens[$0].line) }.joined(separator: ", ")
      throw MutationError("its lines with - stand in \(hunk.file) more than once, in lines \(lines): add lines around them")
    }
    let (old, new) = (before.texts, after.texts)
    let whole = Self.common(old, new)
    // By whole lines first: so a declaration that is added begins where a line does.
    let lines = Self.common(hunk.before, hunk.after)
    var head = min(whole.head, before.tokens.count { $0.line <= lines.head })
    var tail = min(
      Self.common(Array(old.dropFirst(head)), Array(new.dropFirst(head))).tail,
      before.tokens.count { $0.line > hunk.before.count - lines.tail })
    let inner = Self.common(Array(old[head..<(old.count - tail)]), Array(new[head..<(new.count - tail)]))
    head += inner.head
    tail += inner.tail
    guard head + tail < max(old.count, new.count) else { throw MutationError("it changes nothing: its lines with - and + have the same tokens") }
    self.init(
      bytes: code.bytes((start + head)..<(start + old.count - tail), within: start..<(start + old.count)),
      replacement: after.text(inBytes: after.bytes(head..<(new.count - tail), within: 0..<new.count)), isInsertion: head + tail == old.count)
  }

  var beginsLine: Bool { replacement.prefix { $0.isWhitespace }.contains { $0.isNewline } }

  /// A declaration that it adds, on lines of its own.
  var onLinesOfItsOwn: TextChange {
    TextChange(bytes: bytes.lowerBound..<bytes.lowerBound, replacement: "\n\(trimmed(replacement))\n", isInsertion: true)
  }

  /// Where it stands once declarations were added.
  func moved(by added: [TextChange]) -> TextChange {
    let shift = added.filter { $0.bytes.lowerBound < bytes.upperBound }.reduce(0) { $0 + $1.replacement.utf8.count }
    return TextChange(
      bytes: (bytes.lowerBound + shift)..<(bytes.upperBound + shift), replacement: replacement, isInsertion: isInsertion)
  }

  /// How many elements two lists have in common at their beginnings, and then at their ends.
  private static func common<Element: Equatable>(_ left: [Element], _ right: [Element]) -> (head: Int, tail: Int) {
    let head = zip(left, right).prefix { $0 == $1 }.count
    let tail = zip(left.dropFirst(head).reversed(), right.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    return (head, tail)
  }
}

extension SourceCode {
  var texts: [String] { tokens.indices.map { text($0) } }

  /// The tokens at which a sequence of tokens stands.
  func starts(of sought: SourceCode) -> [Int] {
    let (own, sought) = (texts, sought.texts)
    guard !sought.isEmpty, own.count >= sought.count else { return [] }
    return (0...(own.count - sought.count)).filter { start in
      own[start] == sought[0] && own[start..<(start + sought.count)].elementsEqual(sought)
    }
  }

  /// Where tokens lie, with what stands between them and their neighbours among `quoted`: it goes with a change.
  func bytes(_ changed: Range<Int>, within quoted: Range<Int>) -> Range<Int> {
    let all = bytes(quoted)
    let lower = changed.lowerBound > quoted.lowerBound ? tokens[changed.lowerBound - 1].range.upperBound : all.lowerBound
    let upper = changed.upperBound < quoted.upperBound ? tokens[changed.upperBound].range.lowerBound : all.upperBound
    return lower..<upper
  }

  /// The text with changes made to it.
  func text(with changes: [TextChange]) -> String {
    var text = ""
    var done = 0
    for change in changes.sorted(by: { $0.bytes.lowerBound < $1.bytes.lowerBound }) {
      text += self.text(inBytes: done..<change.bytes.lowerBound) + change.replacement
      done = change.bytes.upperBound
    }
    return text + self.text(inBytes: done..<source.bytes.count)
  }
}
