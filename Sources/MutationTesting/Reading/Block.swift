import SwiftLexing

/// The statements between two braces.
struct Block: Sendable {
  enum Role: Sendable, Equatable {
    /// A function's, `if`'s, loop's … own.
    case statements
    /// The `else` of a `guard`: it has to leave.
    case guardElse
    /// A branch of an `if` or `switch` that is an expression, a closure, or a function in a function that is one expression.
    case closure
  }

  let role: Role
  let tokens: Range<Int>
  let statements: [Range<Int>]
  /// Whether it is what follows a `case` of a `switch`: it has to have a statement.
  var isSection = false
  /// What `return` gives here, where it is known.
  let returns: String?

  /// Whether another statement may be put before one of these: not where a single expression is the value.
  var takesStatements: Bool { role != .closure || statements.count > 1 }
}

/// The blocks of a unit, outer ones first.
struct BlockReader {
  private(set) var blocks: [Block] = []
  /// The conditions of `if`, `guard` and `while`, without the keyword.
  private(set) var conditions: [Range<Int>] = []
  /// The patterns of `case` in a `switch`.
  private(set) var patterns: [Range<Int>] = []
  private let code: SourceCode
  /// Whether the statement that comes next is the value of its function.
  private var isValue = false

  init(_ code: SourceCode, _ unit: Unit) {
    self.code = code
    switch unit.form {
    case .body(let type):
      isValue = Self.isImplicitReturn(code, unit)
      readBlock(unit.tokens, .statements, returns: type)
    case .value: readExpression(unit.tokens)
    }
  }

  /// Whether a body is one expression, so that its value is returned without the word.
  static func isImplicitReturn(_ code: SourceCode, _ unit: Unit) -> Bool {
    guard case .body(let type?) = unit.form, type != "Void", type != "()", type != "Never" else { return false }
    let statements = self.statements(code, unit.tokens)
    guard statements.count == 1, let first = statements.first?.lowerBound else { return false }
    if code.isWord(first, "if", "switch") {
      // As a statement it leaves by words of its own.
      return !unit.tokens.contains { code.isWord($0, "return", "fallthrough") }
    }
    if code.isWord(first, "fatalError", "preconditionFailure") { return false }
    return !code.isWord(
      first, in: ["return", "throw", "while", "for", "repeat", "do", "guard", "defer", "let", "var", "yield", "_"])
      && code.kind(first) != .directive && !code.isSign(first, "@")
  }

  // MARK: Statements

  /// `range`, cut where a statement ends: at a line's end or a semicolon.
  static func statements(_ code: SourceCode, _ range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      if code.isSign(index, ";") {
        parts.append(start..<index)
        start = index + 1
        index = start
        continue
      }
      if index > start, code.beginsLine(index), !continues(code, index, from: start) {
        parts.append(start..<index)
        start = index
      }
      index = min(code.after(index), range.upperBound)
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts.filter { !$0.isEmpty }
  }

  private static func continues(_ code: SourceCode, _ index: Int, from start: Int) -> Bool {
    if code.kind(index) == .directive, ["#if", "#else", "#elseif", "#endif"].contains(code.text(index)) {
      return false
    }
    if code.isWord(index, "while"), code.isWord(start, "repeat") { return true }
    // An attribute belongs to what comes next.
    if code.isSign(start, "@"), code.after(start + 1) >= index { return true }
    return continuesExpression(code, index)
  }

  private mutating func readBlock(
    _ range: Range<Int>, _ role: Block.Role, isSection: Bool = false, returns type: String?
  ) {
    let statements = Self.statements(code, range)
    blocks.append(Block(role: role, tokens: range, statements: statements, isSection: isSection, returns: type))
    for statement in statements { readStatement(statement, returns: type) }
  }

  private mutating func readStatement(_ range: Range<Int>, returns type: String?) {
    var index = range.lowerBound
    if code.isWord(index, "func"), let open = code.first(in: range, where: { code.isSign($0, "{") }),
      let close = code.partners[open]
    {
      let type = code.first(in: range.lowerBound..<open) { code.isSign($0, "->") }.map { code.text(($0 + 1)..<open) }
      let inside = (open + 1)..<close
      let isValue = Self.isImplicitReturn(code, Unit(form: .body(returns: type), tokens: inside, name: ""))
      return readBlock(inside, isValue ? .closure : .statements, returns: type)
    }
    // As a value, a branch is one expression.
    let branchRole: Block.Role =
      !isValue && code.isWord(index, "if", "switch", "guard", "for", "while", "do", "repeat", "defer")
      ? .statements : .closure
    isValue = false
    var pending: String?
    var conditionStart = index
    while index < range.upperBound {
      if code.kind(index) == .word, !code.isSign(index - 1, "."), !code.isSign(index + 1, ":") {
        let word = code.text(index)
        if ["if", "guard", "while", "for", "switch", "do", "repeat", "else", "catch", "defer"].contains(word) {
          if pending == "guard", word == "else" {
            conditions.append(conditionStart..<index)
            pending = "guard else"
          } else {
            pending = word
            conditionStart = index + 1
          }
        }
      }
      guard code.isSign(index, "{"), let close = code.partners[index], close <= range.upperBound else {
        if let close = code.partners[index], close > index, close <= range.upperBound {
          readExpression((index + 1)..<close)
          index = close + 1
        } else {
          index += 1
        }
        continue
      }
      let inside = (index + 1)..<close
      switch pending {
      case "switch": readSwitch(inside, branchRole, returns: type)
      case "if", "while":
        conditions.append(conditionStart..<index)
        readBlock(inside, branchRole, returns: type)
      case "guard else": readBlock(inside, .guardElse, returns: type)
      case .some(let word) where word != "guard": readBlock(inside, branchRole, returns: type)
      default: readClosure(inside)
      }
      pending = nil
      index = close + 1
    }
  }

  private mutating func readSwitch(_ range: Range<Int>, _ role: Block.Role, returns type: String?) {
    var labels = code.all(in: range) { index in
      (code.isWord(index, "case") || (code.isWord(index, "default") && code.isSign(index + 1, ":")))
        && (code.beginsLine(index) || code.isSign(index - 1, ";", "{"))
    }
    labels.append(range.upperBound)
    for (label, next) in zip(labels, labels.dropFirst()) {
      guard let colon = code.first(in: label..<next, where: { code.isSign($0, ":") }) else { continue }
      patterns.append(label..<colon)
      readExpression(label..<colon)
      var end = next
      // `@unknown default`
      if code.isSign(end - 2, "@") { end -= 2 }
      if colon + 1 < end { readBlock((colon + 1)..<end, role, isSection: true, returns: type) }
    }
  }

  /// Closures, wherever they stand in an expression.
  private mutating func readExpression(_ range: Range<Int>) {
    for part in Self.statements(code, range) { readStatement(part, returns: nil) }
  }

  private mutating func readClosure(_ range: Range<Int>) {
    readBlock(startOfStatements(in: range)..<range.upperBound, .closure, returns: nil)
  }

  /// Past `[weak self] (a: Int) -> Bool in`.
  private func startOfStatements(in range: Range<Int>) -> Int {
    var index = range.lowerBound
    while index < range.upperBound {
      if code.isWord(index, "in") { return index + 1 }
      let isHeader =
        code.isSign(index, in: ["(", "[", ",", ":", "->", "?", "@", ".", "<", ">", "!"])
        || (code.kind(index) == .word && !code.isWord(index, in: Self.notInHeader)) || code.kind(index) == .escapedWord
      guard isHeader, index == range.lowerBound || !code.beginsLine(index) else { break }
      index = code.after(index)
    }
    return range.lowerBound
  }

  private static let notInHeader: Set<String> = [
    "for", "if", "guard", "let", "var", "return", "switch", "try", "await", "throw", "while", "do", "repeat", "defer",
  ]
}
