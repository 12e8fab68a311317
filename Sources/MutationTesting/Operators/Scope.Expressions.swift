import SwiftLexing

/// Changes of calls, literals and their parts.
extension Scope {
  // MARK: Calls

  /// `.name(…)`, `.name { … }` and both, taken out of a chain; of a property, `.name`.
  func callsDropped(_ names: Set<String>) -> [Edit] {
    unit.tokens.compactMap { index in
      guard code.isWord(index, in: names), code.isSign(index - 1, ".", "?."), index - 1 > unit.tokens.lowerBound,
        isMember(index)
      else { return nil }
      var end = index + 1
      if code.isSign(end, "("), code.isJoinedToLast(end) { end = code.after(end) }
      if code.isSign(end, "{"), !code.beginsLine(end), !opensBlock(end) { end = code.after(end) }
      return Edit(bytes: code.bytes((index - 1)..<end), replacement: "", token: index)
    }
  }

  private func isMember(_ index: Int) -> Bool {
    code.isJoinedToLast(index - 1) || code.beginsLine(index - 1)
  }

  /// Whether this brace begins the block of an `if` or a loop.
  private func opensBlock(_ brace: Int) -> Bool {
    blocks.contains { $0.role != .closure && $0.tokens.lowerBound == brace + 1 }
      && conditions.contains { $0.upperBound == brace }
      || isHeadOfLoop(brace)
  }

  private func isHeadOfLoop(_ brace: Int) -> Bool {
    guard
      let statement = blocks.last(where: { $0.tokens.contains(brace) })?.statements.first(where: { $0.contains(brace) }
      ),
      code.isWord(statement.lowerBound, "for", "switch")
    else { return false }
    return code.first(in: statement, where: { code.isSign($0, "{") }) == brace
  }

  func argumentsExchanged() -> [Edit] {
    unit.tokens.flatMap { open -> [Edit] in
      guard code.isSign(open, "("), code.isJoinedToLast(open), code.kind(open - 1) == .word,
        let close = code.partners[open]
      else { return [] }
      let arguments = code.elements(of: (open + 1)..<close).map { element -> (label: String, value: Range<Int>) in
        guard code.kind(element.lowerBound) == .word, code.isSign(element.lowerBound + 1, ":") else {
          return ("_", element)
        }
        return (code.text(element.lowerBound), (element.lowerBound + 2)..<element.upperBound)
      }
      let types = package.types(of: code.text(open - 1), arguments.map(\.label))
      guard types.count == arguments.count, arguments.count > 1 else { return [] }
      return arguments.indices.dropLast().compactMap { index in
        let (one, other) = (arguments[index].value, arguments[index + 1].value)
        guard types[index] == types[index + 1], !one.isEmpty, !other.isEmpty, code.text(one) != code.text(other) else {
          return nil
        }
        let between = code.text(inBytes: code.bytes(one).upperBound..<code.bytes(other).lowerBound)
        return Edit(
          bytes: code.bytes(one).lowerBound..<code.bytes(other).upperBound,
          replacement: code.text(other) + between + code.text(one), token: one.lowerBound)
      }
    }
  }

  // MARK: Tables

  /// An element of an array or dictionary that is written out, with two or more.
  func rowsDropped() -> [Edit] {
    unit.tokens.flatMap { open -> [Edit] in
      guard code.isSign(open, "["), let close = code.partners[open], isLiteral(open) else { return [] }
      let rows = code.elements(of: (open + 1)..<close)
      guard rows.count > 1, !code.isWord(rows[0].lowerBound, "weak", "unowned", "self") else { return [] }
      return rows.indices.map { index in
        let row = code.bytes(rows[index])
        // With the comma after it; the last with the one before.
        let isLast = index + 1 == rows.count
        let start = isLast ? code.bytes(rows[index - 1]).upperBound : row.lowerBound
        let end = isLast ? row.upperBound : code.bytes(rows[index + 1]).lowerBound
        return Edit(bytes: start..<end, replacement: "", token: rows[index].lowerBound)
      }
    }
  }

  /// No subscript and no list of what a closure captures.
  private func isLiteral(_ open: Int) -> Bool {
    guard !code.isSign(open - 1, "{") else { return false }
    guard code.isJoinedToLast(open) else { return true }
    return code.isSign(open - 1, "(", "[", ",", "!", "&")
  }

  // MARK: Text

  func textsEmptied() -> [Edit] {
    unit.tokens.flatMap { index -> [Edit] in
      guard !isArgument(index, of: ["fatalError", "precondition", "preconditionFailure", "assert", "assertionFailure"])
      else { return [] }
      switch code.kind(index) {
      case .string: return [replace(index, by: Self.otherText(code.text(index)))]
      case .stringHead:
        guard let tail = code.partners[index] else { return [] }
        // A closure whose argument is nowhere in it is another type.
        let usesArgument = (index...tail).contains { code.kind($0) == .word && code.text($0).hasPrefix("$") }
        return usesArgument
          ? [] : [replace(index..<(tail + 1), by: "\"\"")] + interpolationsDropped(from: index, to: tail)
      default: return []
      }
    }
  }

  private func interpolationsDropped(from head: Int, to tail: Int) -> [Edit] {
    let hashes = code.text(head).prefix { $0 == "#" }.count
    var pieces = code.all(in: (head + 1)..<tail) { code.kind($0) == .stringMiddle }
    pieces.append(tail)
    var last = head
    return pieces.map { piece in
      defer { last = piece }
      // From the backslash to the parenthesis that closes.
      return Edit(
        bytes: (code.tokens[last].range.upperBound - 2 - hashes)..<(code.tokens[piece].range.lowerBound + 1),
        replacement: "",
        token: last + 1)
    }
  }

  /// Empty, or not so if it was. One character stays one, since it may be a `Character` or a `Unicode.Scalar`.
  private static func otherText(_ literal: String) -> String {
    let content = literal.drop { $0 == "#" }.dropFirst().reversed().drop { $0 == "#" }.dropFirst().reversed()
    let isCharacter =
      content.count == 1 || (content.starts(with: "\\u{") && content.firstIndex(of: "}") == content.indices.last)
      || (content.first == "\\" && content.count == 2)
    if isCharacter { return String(content) == "x" ? "\"y\"" : "\"x\"" }
    return literal.allSatisfy { $0 == "#" || $0 == "\"" } ? "\"mutant\"" : "\"\""
  }
}
