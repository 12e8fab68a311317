import PropertyTesting
import SwiftLexing

extension SourceWriter {
  mutating func expression() throws {
    budget -= 1
    guard budget > 0 else { return word("x") }
    switch try draw(.int(in: 0...9)) {
    case 0...2: try primary()
    case 3, 4: try comparison()
    case 5:
      // No blank on either side.
      try operand()
      sign(try pick("+", "-", "*", "/", "%", "&&", "..<", "...", "<=", ">=", "==", "<", "<<", ">>", ".+", "∘", "&+", "|"))
      // `<#` would begin a placeholder.
      if pieces.last?.text.hasSuffix("<") == true { word("b") } else { try simple() }
    case 6:
      sign(try pick("-", "!", "~", "...", "&"))
      try operand()
    case 7:
      word("try")
      if try chance(2) { sign(try pick("?", "!")) }
      try blank()
      try primary()
    case 8:
      try operand()
      try blank()
      word("as")
      if try chance(2) { sign(try pick("?", "!")) }
      try blank()
      try type()
    default:
      try operand()
      try spaced { $0.sign("?") }
      try operand()
      try spaced { $0.mark(":") }
      try operand()
    }
  }

  /// `a / b`, with blanks on both sides.
  mutating func comparison() throws {
    try operand()
    for _ in 0..<(try draw(.int(in: 1...3))) {
      try spaced {
        $0.sign(try $0.pick("+", "/", "==", "<", ">", ">>", "??", "...", "./", "%%", "≤", "|>", "!=", "-/-", "&"))
      }
      try operand()
    }
  }

  /// What a regex literal may stand for.
  mutating func primary() throws {
    if try chance(5) { try regex() } else { try operand() }
  }

  /// Begins with no operator.
  mutating func operand() throws {
    budget -= 1
    try simple()
    guard budget > 0 else { return }
    for _ in 0..<(try draw(.int(in: 0...3))) {
      let isNumber = pieces.last?.kind == .integer || pieces.last?.kind == .float
      switch try draw(.int(in: 0...6)) {
      case 0, 1:
        mark(".")
        // Not "fp" alone: 0xFF.fp+1 is a number to the parser, and a wrong one.
        word(try pick("count", "self", "e", "fpValue"))
      case 2 where !isNumber: try call()
      case 3 where !isNumber:
        mark("[")
        try expression()
        mark("]")
      case 4 where !isNumber:
        sign(try pick("!", "?"))
        if pieces.last?.text == "?" { mark("."); word("y") }
      case 5 where !isNumber:
        mark(".")
        write(.integer, "0")
        if try chance(2) { mark("."); write(.integer, "1") }
      default: break
      }
    }
  }

  private mutating func call() throws {
    mark("(")
    for index in 0..<(try draw(.int(in: 0...2))) {
      if index > 0 { mark(","); try blank() }
      if try chance(3) { word("of"); mark(":"); try blank() }
      try expression()
    }
    mark(")")
    if try chance(8) { try blank(); try block() }
  }

  private mutating func simple() throws {
    switch try draw(.int(in: 0...10)) {
    case 0, 1: try name()
    case 2: try number()
    case 3, 4: try string()
    case 5:
      mark("(")
      try expression()
      mark(")")
    case 6:
      mark("[")
      try expression()
      mark(",")
      try blank()
      try expression()
      mark("]")
    case 7:
      word("Set")
      sign("<")
      try type()
      sign(">")
      mark("(")
      mark(")")
    case 8:
      // In parentheses: the parser takes `??` after a key path for part of it.
      mark("(")
      mark("\\")
      mark(".")
      word("name")
      if try chance(2) { sign(try pick("?", "!")); mark("."); word("count") }
      mark(")")
    case 9: write(.directive, try pick("#line", "#fileID", "#function"))
    default: word(try pick("self", "nil", "x", "$0"))
    }
  }

  private mutating func number() throws {
    if try chance(2) {
      write(.integer, try pick("0", "12", "1_000", "0xFF", "0b1_01", "0o17", "0xa_F"))
    } else {
      write(.float, try pick("1.5", "1e9", "1.5e-3", "0x1.8p3", "0xAp-2", "1_0.0_1E+1"))
    }
  }

  private mutating func regex() throws {
    let hashes = try draw(.int(in: 0...2))
    let sign = String(repeating: "#", count: hashes)
    let parts: Generator<String> = .element(
      of: ["a", "(b|c)*", "\\/", "\\d+", "\"", "'", "[a-z(]", "\\(", "#\"x", "{2}", "\\\\", ".", "`"]
        + (hashes > 0 ? ["/b", " ", ")"] : ["a b"]))
    var pattern = try draw(.array(of: parts, count: 1...4)).joined()
    // A slash and signs would close it.
    if hashes > 0, pattern.hasSuffix("\\") { pattern += "d" }
    if hashes > 0, !isOnOneLine, try chance(4) {
      let newline = try draw(.element(of: newlines))
      pattern = newline + pattern + " # comment" + newline
    }
    write(.regex, "\(sign)/\(pattern)/\(sign)")
  }

  // MARK: Strings

  mutating func string() throws {
    let hashes = try draw(.frequency((4, .constant(0)), (2, .constant(1)), (1, .constant(2))))
    let isMultiline = try !isOnOneLine && chance(4)
    let signs = String(repeating: "#", count: hashes)
    var text = signs + (isMultiline ? "\"\"\"" + newlines[0] : "\"")
    var kind = SwiftToken.Kind.string
    budget -= 1
    for _ in 0..<(try draw(.int(in: 0...4))) {
      if budget > 0, try chance(3) {
        write(kind == .string ? .stringHead : .stringMiddle, text + "\\" + signs + "(")
        let wasOnOneLine = isOnOneLine
        if !isMultiline { isOnOneLine = true }
        try expression()
        isOnOneLine = wasOnOneLine
        (kind, text) = (.stringTail, ")")
      } else {
        text += try draw(atom(signs: signs, isMultiline: isMultiline))
      }
    }
    text += isMultiline ? newlines[0] + "\"\"\"" : "\""
    write(kind, text + signs)
  }

  /// A part of a string that does not close it.
  private func atom(signs: String, isMultiline: Bool) -> Generator<String> {
    var atoms = [
      "a", " ", "'", "//", "/*", "é🐶", "{", ")", "`", "#if", "\\\(signs)\"", "\\\(signs)n", "\\\(signs)u{1F600}",
      "\\\(signs)\\",
    ]
    if !signs.isEmpty { atoms += ["\"x", "\\(x", "\\x", "\"\(signs.dropLast())x", "\"\"x"] }
    if isMultiline {
      atoms += ["\"x", "\"\"x", newlines[0], newlines[0] + "  ", "\\\(signs)\"\"\"x", "\\\(signs)" + newlines[0]]
      if !signs.isEmpty { atoms += ["\"\(signs)", "\"\"\"x"] }
    }
    return .element(of: atoms)
  }
}
