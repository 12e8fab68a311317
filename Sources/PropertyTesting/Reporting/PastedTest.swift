import Foundation

extension PropertyResult {
  /// The failing case as a test to paste: a whole `@Test` with the value written out as Swift, and the body of the `check` that failed.
  ///
  /// Nil if the property held, if the value has no literal form (an object, a closure), or if the result is not that of a `check`. The value
  /// is what the generator made; draws of the property itself are drawn anew. If the source of the `check` cannot be read, the test says where
  /// it stands in place of its body.
  public var swiftTest: String? {
    guard id == Property<Void>.idInPlace, let found = verdict.counterexample, let value = found.swiftValue else { return nil }
    let source = SourceText(path: location.filePath)
    let body = source?.body(ofCallOnLine: location.line)
      ?? "{ value in\n  // The claim of \(relative(location.filePath)):\(location.line).\n}"
    // Without its schedules, a case that needs one passes.
    let schedules = source?.argument("scheduled", ofCallOnLine: location.line).map { ", scheduled: \($0)" } ?? ""
    let isAsynchronous = body.contains("await ") || !schedules.isEmpty
    // Without a title: one that another check of the file has would share its saved counterexamples.
    let call = "try \(isAsynchronous ? "await " : "")check(forAll: .constant(value)\(schedules)) \(body)"
    let claim = found.message.split(separator: "\n").first.map(String.init) ?? ""
    return """
      // \(verdict.name), seed \(String(seed, radix: 16)): \(claim)
      @Test func \(name)() \(isAsynchronous ? "async " : "")throws {
        let value\(found.swiftType.map { ": \($0)" } ?? "") = \(value)
        \(call.replacingOccurrences(of: "\n", with: "\n  "))
      }
      """
  }

  /// The title in camel case: "sorting keeps every element" is sortingKeepsEveryElementCase, since a function with the title's name may be there.
  private var name: String {
    let words = title.split { !($0.isLetter || $0.isNumber) }
    let joined = words.enumerated().map { $0.offset == 0 ? $0.element.prefix(1).lowercased() + $0.element.dropFirst() : $0.element.capitalizedFirst }
    let name = joined.joined() + "Case"
    return name.first?.isLetter == true ? name : "case" + name
  }
}

extension Substring {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// A source file, as far as a call in it is looked for.
struct SourceText {
  private let characters: [Character]
  private let lines: [Int]

  init?(path: String) {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    self.init(text)
  }

  init(_ text: String) {
    let characters = Array(text)
    self.characters = characters
    lines = [0] + characters.indices.filter { characters[$0].isNewline }.map { $0 + 1 }
  }

  /// The trailing closure of the `check` on a line, from its brace to the other one; nil: there is none. In the closure of a macro, the
  /// compiler counts from the line of the macro, so that it may be one of the next lines.
  func body(ofCallOnLine line: Int) -> String? {
    guard let (call, end) = parentheses(ofCallOnLine: line),
      let brace = characters.indices[(end + 1)...].first(where: { !characters[$0].isWhitespace }), characters[brace] == "{",
      let last = closing(from: brace)
    else { return nil }
    return dedented(String(characters[brace...last]), by: indent(of: call))
  }

  /// What stands behind a label among the arguments of the `check` on a line; nil: there is no such label.
  func argument(_ label: String, ofCallOnLine line: Int) -> String? {
    guard let (call, end) = parentheses(ofCallOnLine: line) else { return nil }
    let word = Array(label + ":")
    var index = call + 1
    var start: Int?
    while index <= end {
      if let start, index == end || characters[index] == "," {
        return String(characters[start..<index]).trimmingCharacters(in: .whitespacesAndNewlines)
      }
      if start == nil, characters[index...].starts(with: word), [" ", "(", ",", "\n"].contains(characters[index - 1]) { start = index + word.count }
      switch characters[index] {
      case "(", "[", "{": index = closing(from: index) ?? end
      case "\"": index = endOfText(from: index) ?? end
      default: break
      }
      index += 1
    }
    return nil
  }

  /// The parentheses of the `check` on a line.
  private func parentheses(ofCallOnLine line: Int) -> (call: Int, end: Int)? {
    guard lines.indices.contains(line - 1) else { return nil }
    let start = lines[line - 1]
    let word = Array("check(")
    guard let call = characters.indices[start...].first(where: { characters[$0...].starts(with: word) }),
      call < (lines.indices.contains(line + 3) ? lines[line + 3] : characters.count),
      let end = closing(from: call + word.count - 1)
    else { return nil }
    return (call + word.count - 1, end)
  }

  /// The bracket that closes the one at `place`, past texts and comments.
  private func closing(from place: Int) -> Int? {
    var (depth, index) = (0, place)
    while index < characters.count {
      switch characters[index] {
      case "(", "[", "{": depth += 1
      case ")", "]", "}":
        depth -= 1
        if depth == 0 { return index }
      case "\"":
        guard let end = endOfText(from: index) else { return nil }
        index = end
      case "/" where characters[index...].starts(with: Array("//")):
        index = characters[index...].firstIndex { $0.isNewline } ?? characters.count
      default: break
      }
      index += 1
    }
    return nil
  }

  /// The last quote of the text that begins at `place`.
  private func endOfText(from place: Int) -> Int? {
    let isLong = characters[place...].starts(with: Array("\"\"\""))
    var index = place + (isLong ? 3 : 1)
    while index < characters.count {
      switch characters[index] {
      case "\\" where index + 1 < characters.count && characters[index + 1] == "(":
        guard let end = closing(from: index + 1) else { return nil }
        index = end + 1
        continue
      case "\\": index += 2
        continue
      case "\"" where !isLong: return index
      case "\"" where characters[index...].starts(with: Array("\"\"\"")): return index + 2
      default: index += 1
      }
    }
    return nil
  }

  /// That of the line which has `place`.
  private func indent(of place: Int) -> Int {
    let start = lines.last { $0 <= place } ?? 0
    return characters[start...].prefix { $0 == " " }.count
  }

  private func dedented(_ text: String, by indent: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { number, line in
      number == 0 ? line : line.dropFirst(min(indent, line.prefix { $0 == " " }.count))
    }.joined(separator: "\n")
  }
}
