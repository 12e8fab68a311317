/// A printed value taken apart, so that the part of it that a choice stands for can be found and named: by what
/// changes in print when the choice does.
struct PrintedText: Equatable {
  let lexemes: [String]

  init(_ text: String) {
    var lexemes: [String] = []
    var rest = text[...]
    while let first = rest.first {
      let end: Substring.Index
      if "()[],".contains(first) || first == ":" {
        end = rest.index(after: rest.startIndex)
      } else if first == "\"" {
        end = Self.endOfQuoted(rest)
      } else if first == " " || first == "\n" {
        end = rest.firstIndex { $0 != " " && $0 != "\n" } ?? rest.endIndex
      } else {
        end = Self.endOfWord(rest)
      }
      lexemes.append(String(rest[..<end]))
      rest = rest[end...]
    }
    self.lexemes = lexemes
  }

  private static func endOfQuoted(_ text: Substring) -> Substring.Index {
    var index = text.index(after: text.startIndex)
    while index < text.endIndex, text[index] != "\"" {
      if text[index] == "\\" { index = text.index(after: index) }
      if index < text.endIndex { index = text.index(after: index) }
    }
    return index < text.endIndex ? text.index(after: index) : text.endIndex
  }

  /// A colon ends a word where a blank follows it, as after a label; the one in a time of day does not.
  private static func endOfWord(_ text: Substring) -> Substring.Index {
    var index = text.startIndex
    while index < text.endIndex, !"()[], \n\"".contains(text[index]) {
      let next = text.index(after: index)
      if text[index] == ":", next == text.endIndex || text[next] == " " { return index }
      index = next
    }
    return index
  }

  /// - Throws: ``NoSuchStretch`` if the text has no such part.
  func text(_ range: Range<Int>) throws -> String {
    guard range.lowerBound >= 0, range.upperBound <= lexemes.count else {
      throw NoSuchStretch(from: range.lowerBound, upTo: range.upperBound, count: lexemes.count)
    }
    return lexemes[range].joined()
  }

  /// Where this text differs from another; nil where it does not.
  func difference(from other: PrintedText) -> Range<Int>? {
    if self == other { return nil }
    let least = min(lexemes.count, other.lexemes.count)
    var start = 0
    while start < least, lexemes[start] == other.lexemes[start] { start += 1 }
    var end = 0
    while end < least - start, lexemes[lexemes.count - 1 - end] == other.lexemes[other.lexemes.count - 1 - end] {
      end += 1
    }
    return start..<lexemes.count - end
  }

  /// The part that has a name and holds `range`: several fields of a struct are the struct, several elements of an array the array.
  func named(_ range: Range<Int>) -> Range<Int> {
    var range = range
    while !isOnePart(range), let start = opening(before: range.lowerBound) {
      let end = closing(of: start)
      let isCalled = start > 0 && lexemes[start - 1].last.map { !"()[],: \n".contains($0) } ?? false
      range = (isCalled ? start - 1 : start)..<max(range.upperBound, end)
    }
    return range
  }

  /// Whether a range has no comma but within brackets of its own.
  private func isOnePart(_ range: Range<Int>) -> Bool {
    var depth = 0
    for lexeme in lexemes[range] {
      switch lexeme {
      case "(", "[": depth += 1
      case ")", "]":
        depth -= 1
        if depth < 0 { return false }
      case "," where depth == 0: return false
      default: break
      }
    }
    return depth == 0
  }

  /// The bracket around a place; nil: there is none.
  private func opening(before place: Int) -> Int? {
    var depth = 0
    for index in lexemes[..<place].indices.reversed() {
      switch lexemes[index] {
      case ")", "]": depth += 1
      case "(", "[":
        if depth == 0 { return index }
        depth -= 1
      default: break
      }
    }
    return nil
  }

  /// The place behind the bracket that closes the one at `start`.
  private func closing(of start: Int) -> Int {
    var depth = 0
    for index in lexemes[start...].indices {
      switch lexemes[index] {
      case "(", "[": depth += 1
      case ")", "]":
        depth -= 1
        if depth == 0 { return index + 1 }
      default: break
      }
    }
    return lexemes.count
  }

  /// How one would write the way to a part: `[1]`, `cap`, `steps[0].date`; in words where it has no name: `part 2`,
  /// `part 2 of steps[0]`; in a sentence, with the words in front of it: `“a queue of 0”`. Empty for the whole value.
  func path(to range: Range<Int>) throws -> String {
    struct Frame {
      let isList: Bool
      let hasSeveral: Bool
      var index = 0
      var label: String?
    }
    var frames: [Frame] = []
    for (place, lexeme) in lexemes.prefix(max(0, range.lowerBound)).enumerated() {
      switch lexeme {
      case "(", "[":
        let inside = place + 1..<max(place + 1, closing(of: place) - 1)
        frames.append(Frame(isList: lexeme == "[", hasSeveral: !isOnePart(inside)))
      case ")", "]": _ = frames.popLast()
      case ",":
        guard let top = frames.indices.last else { break }
        frames[top].index += 1
        frames[top].label = nil
      case ":" where place > 0:
        guard let top = frames.indices.last else { break }
        frames[top].label = lexemes[place - 1]
      default: break
      }
    }
    if frames.isEmpty { return try sentence(upTo: range) }
    return frames.reduce("") { whole, frame in
      let path = whole.hasPrefix("part ") && (frame.label != nil || frame.isList) ? "(\(whole))" : whole
      if let label = frame.label {
        let isName = label.first.map { $0.isLetter || $0 == "_" } ?? false
        return isName ? (path.isEmpty ? label : "\(path).\(label)") : "\(path)[\(label)]"
      }
      if frame.isList { return "\(path)[\(frame.index)]" }
      return frame.hasSeveral ? "part \(frame.index + 1)" + (path.isEmpty ? "" : " of \(path)") : path
    }
  }

  /// A part with up to three words in front of it, quoted; empty if there are none.
  private func sentence(upTo range: Range<Int>) throws -> String {
    var start = range.lowerBound
    var words = 0
    while start > 0, words < 3, !"()[],:".contains(lexemes[start - 1]) {
      start -= 1
      if !lexemes[start].allSatisfy(\.isWhitespace) { words += 1 }
    }
    let text = try text(start..<range.upperBound)
    return words == 0 ? "" : "“\(text.drop(while: \.isWhitespace))”"
  }
}
