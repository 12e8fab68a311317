/// A mistake that somebody could make, as a review would show it: the lines as they are, and as the mistake has them.
///
/// In a file, entries are parted by empty lines; lines that begin with `#` are comments. An entry begins with the mistake's name, in
/// parentheses the tests that must notice it (without: any), and what the mistake is. A hunk is a file's path and its lines with - and +;
/// there may be several.
///
///     acceptsZero (balance): an amount of zero is appended
///     Sources/Ledger/Ledger.swift
///     - if amount > 0 { entries.append(amount) }
///     + if amount >= 0 { entries.append(amount) }
///
/// The lines with - stand once in the file, by their tokens: blanks and line ends do not matter. What changes lies in the body of one
/// function or in one property's first value; or else whole declarations are added, which then are there without the mistake, too.
public struct NamedEdit: Sendable, Hashable {
  public struct Hunk: Sendable, Hashable {
    /// Relative to the package.
    public let file: String
    /// Lines, without the signs.
    public let before: [String]
    public let after: [String]
    /// Where the hunk begins in its list, for errors.
    let place: String
  }

  public let name: String
  /// Empty: any test may notice it.
  public let tests: [String]
  public let says: String
  public let hunks: [Hunk]
  /// Where it stands, for errors: a list and a line.
  let place: String

  fileprivate init(_ block: [NumberedLine], _ list: String) throws {
    guard let head = block[0].text.wholeMatch(of: /([^\s:()]+)(?: +\(([^()]*)\))?: +(.+)/) else {
      throw MutationError(
        "\(list):\(block[0].number): an entry begins with “name: what the mistake is” or “name (tests): what the mistake is”, not “\(block[0].text)”")
    }
    place = "\(list):\(block[0].number)"
    name = String(head.1)
    tests = (head.2 ?? "").split(separator: ",").map { trimmed($0) }.filter { !$0.isEmpty }
    says = String(head.3)
    var hunks: [Hunk] = []
    var rest = block.dropFirst()
    while let path = rest.popFirst() {
      let lines = rest.prefix { $0.text.first == "-" || $0.text.first == "+" }
      rest = rest.dropFirst(lines.count)
      let side = { (sign: Character) in lines.filter { $0.text.first == sign }.map { trimmed($0.text.dropFirst()) } }
      guard path.text.hasSuffix(".swift"), !side("-").isEmpty else {
        throw MutationError(
          "\(list):\(path.number): a hunk is the path of a Swift file, and its lines with - and +"
            + (path.text.hasSuffix(".swift") ? "; this one has no line with -" : ", not “\(path.text)”"))
      }
      hunks.append(Hunk(file: path.text, before: side("-"), after: side("+"), place: "\(list):\(path.number)"))
    }
    guard !hunks.isEmpty else {
      throw MutationError("\(list):\(block[0].number): “\(name)” changes nothing: add the path of a Swift file, and its lines with - and +")
    }
    self.hunks = hunks
  }
}

/// Lists of them that people write.
public struct NamedEdits: Sendable, Hashable {
  public let edits: [NamedEdit]

  /// - Parameter lists: the text of each list, and the name of its file, for errors.
  /// - Throws: ``MutationError`` for an entry that lacks a part, a name that stands there twice, or no entry at all.
  public init(_ lists: [(text: String, name: String)]) throws {
    var names: Set<String> = []
    edits = try lists.flatMap { list in
      try paragraphs(of: list.text).map { block in
        let edit = try NamedEdit(block, list.name)
        guard names.insert(edit.name).inserted else {
          throw MutationError("\(edit.place): the name “\(edit.name)” stands there twice: give each mistake a name of its own")
        }
        return edit
      }
    }
    guard !edits.isEmpty else { throw MutationError("\(lists.map(\.name).joined(separator: ", ")) names no mistake") }
  }

  /// The names of the edits and what they are, by the tests that must notice them, in the order of the lists.
  public var byTest: [String: [(name: String, says: String)]] {
    edits.reduce(into: [:]) { byTest, edit in
      for test in edit.tests { byTest[test, default: []].append((edit.name, edit.says)) }
    }
  }

  /// The tests that the edits name; nil if one of them may be noticed by any.
  var tests: Set<String>? { edits.contains { $0.tests.isEmpty } ? nil : Set(edits.flatMap(\.tests)) }

  /// - Throws: ``MutationError`` for a test that an edit names, and that is not among `names`.
  func expectTests(among names: [String]) throws {
    for edit in edits {
      for test in edit.tests where !names.contains(test) {
        let some = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " …" : "")
        throw MutationError("\(edit.place): \(edit.name): no test is called “\(test)”; there are \(some)")
      }
    }
  }
}

/// A line of a list that people write, without the blanks around it.
struct NumberedLine {
  /// From 1.
  let number: Int
  let text: String
}

/// The lines that empty lines part, without comments: those that begin with `#`.
func paragraphs(of text: String) -> [[NumberedLine]] {
  var blocks: [[NumberedLine]] = []
  var block: [NumberedLine] = []
  for (index, line) in (text + "\n\n").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
    let line = trimmed(line)
    if !line.isEmpty {
      if !line.hasPrefix("#") { block.append(NumberedLine(number: index + 1, text: line)) }
    } else if !block.isEmpty {
      blocks.append(block)
      block = []
    }
  }
  return blocks
}
