import PropertyTesting
import SwiftLexing

/// Writes a Swift source token by token, so that its boundaries are known without reading it.
///
/// It writes what reads like a program, and what lexers get wrong: strings in interpolations in strings, raw and over
/// lines, division beside regex literals, generics that close together, operators without blanks around them.
struct SourceWriter {
  private(set) var pieces: [Piece] = []
  var source: Source
  /// In an interpolation of a string of one line: no line may end.
  var isOnOneLine = false
  /// How much more may be nested.
  var budget: Int
  let newlines: [String]

  init(_ source: Source, budget: Int, newlines: [String]) {
    self.source = source
    self.budget = budget
    self.newlines = newlines
  }

  static let generator = Generator<DrawnSource> { source in
    let newlines = try source(.element(of: [["\n"], ["\r\n"], ["\n", "\r\n", "\r"]]))
    let budget = try source(.int(in: 0...40))
    var writer = SourceWriter(source, budget: budget, newlines: newlines)
    if try writer.draw(.int(in: 0...19)) == 19 { writer.write(.lineComment, "#!/usr/bin/swift"); try writer.newline() }
    for _ in 0..<(try writer.draw(.int(in: 1...6))) { try writer.statement() }
    source = writer.source
    return DrawnSource(writer.pieces)
  }

  // MARK: Tools

  mutating func draw<Value>(_ generator: Generator<Value>) throws -> Value { try source(generator) }

  mutating func pick<Value: Sendable>(_ values: Value...) throws -> Value { try source(.element(of: values)) }

  mutating func chance(_ one: Int) throws -> Bool { try source(.int(in: 0...(one - 1))) == one - 1 }

  mutating func write(_ kind: SwiftToken.Kind, _ text: String) { pieces.append(Piece(kind, text)) }

  mutating func word(_ text: String) { write(.word, text) }
  mutating func sign(_ text: String) { write(.operatorSign, text) }
  mutating func mark(_ text: String) { write(.punctuation, text) }

  mutating func newline() throws { write(.newline, try draw(.element(of: newlines))) }

  /// What separates two tokens: a blank, now and then a comment, and where a line may end, its end.
  mutating func blank() throws {
    write(.blank, try draw(.frequency((8, .constant(" ")), (1, .constant("\t")), (1, .constant("  ")))))
    guard try chance(12) else { return }
    if !isOnOneLine, try chance(3) {
      write(.lineComment, try pick("// x", "//", "/// \"x /*", "// 🐶 `"))
      try newline()
      write(.blank, " ")
    } else {
      write(
        .blockComment,
        try pick("/**/", "/* x */", "/*/* \" */ ' */", "/***/", "/* // */", "/*/**//**/*/", "/* \\( */"))
      write(.blank, " ")
    }
  }

  mutating func spaced(_ body: (inout Self) throws -> Void) throws {
    try blank()
    try body(&self)
    try blank()
  }

  // MARK: Statements

  private mutating func statement() throws {
    switch try draw(.int(in: 0...13)) {
    case 0...3:
      try declaration()
    case 4, 5: try expression()
    case 6:
      word("return")
      try blank()
      try expression()
    case 7:
      word(try pick("a", "count"))
      try spaced { $0.sign(try $0.pick("=", "+=", "/=", "<<=", "&*=")) }
      try expression()
    case 8: try function()
    case 9:
      word(try pick("if", "while"))
      try blank()
      try comparison()
      try blank()
      try block()
    case 10:
      write(.directive, "#if")
      try blank()
      word("DEBUG")
      if try chance(2) { try spaced { $0.sign("||") }; sign("!"); word("os"); mark("("); word("Linux"); mark(")") }
      try newline()
      try declaration()
      try newline()
      write(.directive, try pick("#else", "#endif"))
      if pieces.last?.text == "#else" { try newline(); try newline(); write(.directive, "#endif") }
    case 11: try operatorDeclaration()
    case 12:
      mark("@")
      word("available")
      mark("(")
      word("macOS")
      try blank()
      write(.float, "15.1")
      if try chance(2) { mark("."); write(.integer, "2") }
      mark(",")
      try blank()
      sign("*")
      mark(")")
      try blank()
      try function()
    default:
      write(.lineComment, try pick("// a", "/// `b` \"", "//*/ #"))
    }
    let endsLine = try pieces.last?.kind == .lineComment || !chance(8)
    guard endsLine else {
      mark(";")
      return try blank()
    }
    try newline()
  }

  private mutating func declaration() throws {
    word(try pick("let", "var"))
    try blank()
    try name()
    if try chance(2) {
      mark(":")
      try blank()
      try type()
      // `let a: Set<Int>=[]`
      if pieces.last?.text != "!", pieces.last?.text != "?", try chance(6) {
        sign("=")
        return try operand()
      }
    }
    try spaced { $0.sign("=") }
    try expression()
  }

  private mutating func function() throws {
    word("func")
    try blank()
    if try chance(3) { sign(try pick("==", "<", "+", "/", "<>", "..<", "∘", ".+")) } else { try name() }
    if try chance(2) {
      sign("<")
      word("T")
      if try chance(2) { mark(":"); try blank(); word("Q"); sign("<"); word("Int"); sign(">") }
      sign(">")
    }
    mark("(")
    word("a")
    mark(":")
    try blank()
    try type()
    if try chance(4) { sign("...") }
    mark(")")
    if try chance(2) {
      try spaced { $0.sign("->") }
      try type()
    }
    try blank()
    try block()
  }

  private mutating func operatorDeclaration() throws {
    word(try pick("infix", "prefix", "postfix"))
    try blank()
    word("operator")
    try blank()
    sign(try pick("+++", "/^/", "<>", ".+.", "≤", "∘", "|>", "⊕⊕"))
  }

  mutating func block() throws {
    mark("{")
    try blank()
    if budget > 0 { try expression() }
    try blank()
    mark("}")
  }

  // MARK: Names and types

  mutating func name() throws {
    if try chance(6) {
      write(.escapedWord, try pick("`class`", "`a b`", "`x / \"y`", "`1`"))
    } else {
      word(try pick("a", "count", "_x1", "naïve", "🐶", "e\u{301}", "名前", "value", "\u{1F469}\u{200D}\u{1F680}"))
    }
  }

  mutating func type() throws {
    budget -= 1
    switch budget > 0 ? try draw(.int(in: 0...7)) : 0 {
    case 0, 1: word(try pick("Int", "String", "T"))
    case 2, 3:
      word(try pick("Set", "Array", "Result"))
      sign("<")
      try type()
      if try chance(3) { mark(","); try blank(); try type() }
      sign(">")
    case 4:
      mark("[")
      try type()
      if try chance(2) { mark(":"); try blank(); try type() }
      mark("]")
    case 5:
      mark("(")
      try type()
      mark(")")
      if try chance(3) {
        sign("->")
      } else {
        try spaced { $0.sign("->") }
      }
      word("Void")
    case 6:
      word("Swift")
      mark(".")
      word("Int")
    default:
      word("T")
      if try chance(2) { sign("&") } else { try spaced { $0.sign("&") } }
      word("Q")
    }
    if try chance(6), pieces.last?.text != "Void", pieces.last?.text != "Q" { sign("?") }
  }
}
