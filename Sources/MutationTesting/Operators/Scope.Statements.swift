import SwiftLexing

/// Changes of statements, conditions and what is returned.
extension Scope {
  // MARK: Conditions

  func conditionsChanged() -> [Edit] {
    conditions.flatMap { condition -> [Edit] in
      let clauses = code.elements(of: condition)
      let plain = clauses.filter { !isBinding($0) }
      // One of several is dropped as well as negated.
      let dropped = plain.filter { _ in clauses.count > 1 }.map { replace($0, by: "true") }
      return plain.map { replace($0, by: "!(\(code.text($0)))") } + dropped
    }
  }

  private func isBinding(_ clause: Range<Int>) -> Bool {
    let first = clause.lowerBound
    return code.isWord(first, "let", "var", "case") || code.kind(first) == .directive
      || code.isWord(first, "true", "false")
  }

  /// `a ? b : c` as `a ? c : b`.
  func branchesExchanged() -> [Edit] {
    unit.tokens.compactMap { sign in
      guard code.isSign(sign, "?"), code.isInfix(sign),
        let colon = matchingColon(of: sign), let end = endOfBranch(from: colon + 1)
      else { return nil }
      let (yes, no) = (code.text((sign + 1)..<colon), code.text((colon + 1)..<end))
      guard yes != no else { return nil }
      return Edit(
        bytes: code.bytes((sign + 1)..<end), replacement: "\(no) : \(yes)", token: sign)
    }
  }

  private func matchingColon(of sign: Int) -> Int? {
    var depth = 0
    var index = sign + 1
    while index < unit.tokens.upperBound, !code.isSign(index, ")", "]", "}", ",", ";") {
      if code.isSign(index, "?"), code.isInfix(index) { depth += 1 }
      if code.isSign(index, ":") {
        if depth == 0 { return index }
        depth -= 1
      }
      index = code.after(index)
    }
    return nil
  }

  private func endOfBranch(from start: Int) -> Int? {
    var index = start
    while index < unit.tokens.upperBound {
      if code.isSign(index, ")", "]", "}", ",", ";", ":", "?") || code.kind(index) == .stringTail
        || code.kind(index) == .stringMiddle
      {
        break
      }
      if index > start, code.beginsLine(index), !continuesExpression(code, index) { break }
      // `if a ? b : c {`: what follows is the block.
      if code.isSign(index, "{") { return nil }
      index = code.after(index)
    }
    // A chain of them is exchanged at its last link only.
    return index > start && !code.isSign(index, "?") ? index : nil
  }

  // MARK: Statements

  func statementsDropped(thatAwait: Bool) -> [Edit] {
    blocks.flatMap { block -> [Edit] in
      guard block.takesStatements, !(isSoleExpression(block)) else { return [] }
      return block.statements.filter { isDroppable($0, in: block) && awaits($0) == thatAwait }
        .map { drop($0, from: block) }
    }
  }

  private func drop(_ statement: Range<Int>, from block: Block) -> Edit {
    if block.isSection, block.statements.count == 1 { return replace(statement, by: "break") }
    // A semicolon alone is no statement.
    return remove(
      statement.lowerBound..<(code.isSign(statement.upperBound, ";") ? statement.upperBound + 1 : statement.upperBound))
  }

  /// The value of a function that says no `return`.
  private func isSoleExpression(_ block: Block) -> Bool {
    block.tokens == unit.tokens && BlockReader.isImplicitReturn(code, unit)
  }

  private func awaits(_ statement: Range<Int>) -> Bool {
    code.first(in: statement) { code.isWord($0, "await") } != nil
  }

  private func isDroppable(_ statement: Range<Int>, in block: Block) -> Bool {
    let first = statement.lowerBound
    if code.isWord(first, "throw", "break", "continue") || (code.isWord(first, "return") && statement.count == 1) {
      // The `else` of a guard has to leave, and a section of a switch has to say something.
      return block.role != .guardElse && !(code.isWord(first, "break") && block.statements.count == 1)
    }
    if code.isWord(first, "defer") { return true }
    guard code.kind(first) == .word || code.isSign(first, "(", "."), !code.isWord(first, in: Self.notCalls) else {
      return false
    }
    if code.first(in: statement, where: { code.isSign($0, in: Self.assignments) && code.isInfix($0) }) != nil {
      // What is not given its first value is no program.
      return !(unit.name.hasSuffix("init") && block.tokens == unit.tokens)
    }
    guard let last = statement.last, code.isSign(last, ")", "}") else { return false }
    // Without it, an initialiser makes nothing.
    if code.first(in: statement, where: { code.isWord($0, "self", "super") && code.isWord($0 + 2, "init") }) != nil {
      return false
    }
    return code.first(
      in: statement, where: { code.isWord($0, "assert", "assertionFailure", "reserveCapacity", "precondition") }) == nil
  }

  private static let assignments: Set<String> = [
    "=", "+=", "-=", "*=", "/=", "%=", "&+=", "&-=", "|=", "&=", "^=", "<<=", ">>=",
  ]
  private static let notCalls: Set<String> = [
    "let", "var", "func", "if", "guard", "switch", "for", "while", "repeat", "do", "return", "throw", "struct", "class",
    "enum", "actor",
    "typealias", "fatalError", "preconditionFailure", "yield", "case", "default", "import", "static", "async",
    "fallthrough",
  ]

  func errorsSwallowed() -> [Edit] {
    blocks.flatMap { block -> [Edit] in
      guard block.takesStatements, !isSoleExpression(block) else { return [] }
      return block.statements.filter { code.isWord($0.lowerBound, "try") && !code.isSign($0.lowerBound + 1, "?", "!") }
        .map { replace($0.lowerBound, by: "try?") }
    }
  }

  func wheresDropped() -> [Edit] {
    unit.tokens.compactMap { index in
      guard code.isWord(index, "where"), !code.isSign(index + 1, ":"), !code.isSign(index - 1, ",", "(") else {
        return nil
      }
      // Of a loop, up to its block; of a case, up to its colon.
      let pattern = patterns.first { $0.contains(index) }
      let end = pattern?.upperBound ?? code.first(in: index..<unit.tokens.upperBound) { code.isSign($0, "{") }
      guard let end, pattern != nil || isLoop(index) else { return nil }
      return remove(index..<end)
    }
  }

  private func isLoop(_ index: Int) -> Bool {
    guard
      let statement = blocks.last(where: { $0.tokens.contains(index) })?.statements.first(where: { $0.contains(index) })
    else { return false }
    return code.isWord(statement.lowerBound, "for")
  }

  // MARK: What is returned

  func resultsReplaced() -> [Edit] {
    results().flatMap { expression, type in
      Self.simpleValues(of: type).filter { $0 != code.text(expression) }.map { replace(expression, by: $0) }
    }
  }

  func resultsRemoved() -> [Edit] {
    results().filter { $0.type.hasSuffix("?") && code.text($0.expression) != "nil" }.map {
      replace($0.expression, by: "nil")
    }
  }

  /// The expressions that are returned, where the type is known.
  private func results() -> [(expression: Range<Int>, type: String)] {
    var found: [(Range<Int>, String)] = []
    if case .body(let type?) = unit.form, BlockReader.isImplicitReturn(code, unit) { found.append((unit.tokens, type)) }
    for block in blocks {
      guard let type = block.returns else { continue }
      for statement in block.statements where code.isWord(statement.lowerBound, "return") && statement.count > 1 {
        found.append((statement.dropFirst().startIndex..<statement.upperBound, type))
      }
    }
    return found.map { (expression: $0.0, type: $0.1) }
  }

  private static func simpleValues(of type: String) -> [String] {
    switch type {
    case "Bool": ["true", "false"]
    case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float",
      "Decimal":
      ["0"]
    case "String", "Substring": ["\"\""]
    case "Duration", "TimeInterval": type == "Duration" ? [".zero"] : ["0"]
    case _ where type.hasSuffix("?"): []
    case _ where type.hasPrefix("["): [type.contains(":") ? "[:]" : "[]"]
    case _ where type.hasPrefix("Set<") || type.hasPrefix("Array<"): ["[]"]
    default: []
    }
  }
}
