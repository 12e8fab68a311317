/// Mutants that no test can kill, since the program does the same with them: each with a reason, in a file that
/// people write.
///
/// Entries are parted by empty lines. An entry is the file and the place, the lines as they are and as they become,
/// as a report shows a survivor, and the reason; lines that begin with `#` are comments.
///
///     Sources/Ledger/Ledger.swift Ledger.append
///     - if amount < 0 { return }
///     + if amount <= 0 { return }
///     because an amount of zero changes nothing either way
public struct EquivalentMutants: Sendable {
  public struct Entry: Sendable, Hashable {
    public let file: String
    public let place: String
    /// Lines without the blanks around them.
    public let before: [String]
    public let after: [String]
    public let reason: String
    /// Of the file in which it is listed, from 1.
    public let line: Int
  }

  public let entries: [Entry]

  public static let none = EquivalentMutants(entries: [])

  private init(entries: [Entry]) { self.entries = entries }

  /// - Parameter name: of the file, for its errors.
  /// - Throws: ``MutationError`` for an entry that lacks a part.
  public init(_ text: String, name: String) throws {
    self.init(entries: try paragraphs(of: text).map { try Self.entry($0, name) })
  }

  private static func entry(_ block: [NumberedLine], _ name: String) throws -> Entry {
    let rest = block.dropFirst()
    let head = block[0].text.split(separator: " ", maxSplits: 1).map(String.init)
    let because = rest.firstIndex { $0.text.hasPrefix("because ") }
    guard head.count == 2, let because else {
      throw MutationError(
        "\(name):\(block[0].number): an entry has a file and a place, lines with - and +, and “because” with a reason; this one has no "
          + (head.count == 2 ? "“because”" : "place"))
    }
    let changes = block[1..<because]
    for line in changes where !line.text.hasPrefix("-") && !line.text.hasPrefix("+") {
      throw MutationError("\(name):\(line.number): “\(line.text)” is neither a line with - or + nor “because”")
    }
    let lines = { (sign: Character) in
      changes.filter { $0.text.first == sign }.map { trimmed($0.text.dropFirst()) }.filter { !$0.isEmpty }
    }
    guard !lines("-").isEmpty else {
      throw MutationError("\(name):\(block[0].number): the entry has no line with -, which quotes the source")
    }
    return Entry(
      file: head[0], place: head[1], before: lines("-"), after: lines("+"),
      reason: ([String(block[because].text.dropFirst(8))] + block[(because + 1)...].map(\.text)).joined(separator: " "),
      line: block[0].number)
  }

  /// The entry that lists this mutant.
  public func entry(for mutation: Mutation) -> Entry? {
    entries.first {
      $0.file == mutation.file && $0.place == mutation.place && $0.before == Self.lines(mutation.before)
        && $0.after == Self.lines(mutation.after)
    }
  }

  /// Those of files that a run changes: one list serves runs over some folders of a package.
  public func limited(to isChanged: (_ file: String) -> Bool) -> Self {
    Self(entries: entries.filter { isChanged($0.file) })
  }

  /// Entries whose lines do not stand in the sources.
  public func stale(in sources: [String: String]) -> [Entry] {
    entries.filter { entry in
      guard let text = sources[entry.file] else { return true }
      let lines = Self.lines(text)
      return !lines.indices.contains { lines[$0...].starts(with: entry.before) }
    }
  }

  private static func lines(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map(trimmed).filter { !$0.isEmpty }
  }
}

/// Without the blanks around it.
func trimmed(_ text: some StringProtocol) -> String {
  var text = text[...]
  while text.first?.isWhitespace == true { text = text.dropFirst() }
  while text.last?.isWhitespace == true { text = text.dropLast() }
  return String(text)
}
