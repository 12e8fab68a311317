import Testing

@testable import MutationTesting

/// What each operator makes of a piece of source: the whole statement that it changes, after the change.
@Suite struct OperatorTests {
  /// The lines that changes of this kind leave, by the alphabet.
  private func changes(_ kind: MutationOperator, _ text: String) -> [String] {
    let finder = MutationFinder([SourceFile(path: "A.swift", text: text)])
    return finder.sites(count: nil, seed: 1).filter { $0.mutation.kind == kind }.map { trimmed($0.mutation.after) }
      .sorted()
  }

  private func inFunction(_ body: String, returns type: String = "") -> String {
    "func f()\(type.isEmpty ? "" : " -> \(type)") {\n  \(body)\n  done()\n}\n"
  }

  @Test(arguments: [
    ("use(a < b)", ["use(a <= b)"]),
    ("use(a >= b)", ["use(a > b)"]),
    ("for i in 0..<n { use(i) }", ["for i in 0...n { use(i) }"]),
    ("use(Array<Int>())", []),
    ("let x: Dictionary<Int, String> = y", []),
    ("use(x[1...])", []),
    ("use(case: a)", []),
  ])
  func border(_ body: String, _ expected: [String]) {
    #expect(changes(.border, inFunction(body)) == expected.sorted())
  }

  @Test(arguments: [
    ("use(a && b || c)", ["use(a || b || c)", "use(a && b && c)"]),
    ("use(!a)", ["use(a)"]),
    ("use(a!)", []),
    ("use(x!.y)", []),
    ("use([!a])", ["use([a])"]),
  ])
  func logic(_ body: String, _ expected: [String]) {
    #expect(changes(.logic, inFunction(body)) == expected.sorted())
  }

  @Test(arguments: [
    ("if a { use(1) }", ["if !(a) { use(1) }"]),
    ("if let a, b(a) { use(a) }", ["if let a, !(b(a)) { use(a) }", "if let a, true { use(a) }"]),
    ("guard a else { return }", ["guard !(a) else { return }"]),
    ("while a.b { use(1) }", ["while !(a.b) { use(1) }"]),
    ("use(a ? b : c)", ["use(a ? c : b)"]),
    ("if #available(macOS 15, *) { use(1) }", []),
    ("if case .a = b { use(1) }", []),
    ("let x = [a ? b : c]", ["let x = [a ? c : b]"]),
  ])
  func condition(_ body: String, _ expected: [String]) {
    #expect(changes(.condition, inFunction(body)) == expected.sorted())
  }

  @Test(arguments: [
    ("use(41)", ["use(42)", "use(40)"]),
    ("use(0)", ["use(1)"]),
    ("use(-1)", ["use(-2)", "use(-0)"]),
    ("use(x.0)", []),
    ("use(true)", ["use(false)"]),
    ("use(1_000)", ["use(1001)", "use(999)"]),
    ("use(0xff)", ["use(256)", "use(254)"]),
    ("use(2.5)", ["use(3.5)", "use(1.25)"]),
    ("x.reserveCapacity(10)", []),
  ])
  func constant(_ body: String, _ expected: [String]) {
    #expect(changes(.constant, inFunction(body)) == expected.sorted())
  }

  @Test(arguments: [
    ("use(a)", [""]),
    ("a.b = c", [""]),
    ("if a { throw b }", ["if a {  }"]),
    ("guard a else { throw b }", []),
    ("let x = y", []),
    ("self.init(a)", []),
    ("switch a {\n  case .b: use(b)\n  default: break\n  }", ["case .b: break"]),
    ("if a { b = 0; return }", ["if a {  return }", "if a { b = 0;  }"]),
    ("assert(a)", []),
    ("items.map { use($0) }", [""]),
    ("items.forEach { item in\n    use(item)\n    keep(item)\n  }", ["", "", ""]),
  ])
  func statement(_ body: String, _ expected: [String]) {
    // The last is that of `done()`.
    #expect(changes(.statement, inFunction(body)) == (expected + [""]).sorted())
  }

  @Test(arguments: [
    ("await save()", [""]),
    ("try await save()", ["", "try? await save()"]),
    ("try save()", ["try? save()"]),
    ("let x = try await load()", []),
  ])
  func effect(_ body: String, _ expected: [String]) {
    #expect(changes(.effect, inFunction(body)) == expected.sorted())
  }

  @Test(arguments: [
    ("Bool", "a == b", ["true", "false"]),
    ("Int", "a.count", ["0"]),
    ("String", "a.name", ["\"\""]),
    ("[Int]", "a.all", ["[]"]),
    ("[Int: String]", "a.all", ["[:]"]),
    ("Money", "a.price", []),
  ])
  func result(_ type: String, _ body: String, _ expected: [String]) {
    #expect(changes(.result, "func f() -> \(type) {\n  \(body)\n}") == expected.sorted())
    #expect(
      changes(.result, "var f: \(type) {\n  let a = b\n  return \(body)\n}") == expected.map { "return \($0)" }.sorted()
    )
  }

  @Test func absence() {
    #expect(changes(.absence, "func f() -> Int? {\n  a.first\n}") == ["nil"])
    #expect(changes(.absence, "func f() -> Int? {\n  let g = { return 3 }\n  return g()\n}") == ["return nil"])
    #expect(changes(.absence, "func f() -> Int? {\n  nil\n}").isEmpty)
  }

  @Test func arguments() {
    let declared = "func move(from: Int, to: Int, by: String) {}\n"
    #expect(
      changes(.arguments, declared + inFunction("move(from: a, to: b + 1, by: c)")) == [
        "move(from: b + 1, to: a, by: c)"
      ])
    #expect(changes(.arguments, declared + inFunction("move(a, b)")).isEmpty)
    let initializer = "struct P { init(_ x: Int, _ y: Int) { self.x = x; self.y = y } }\n"
    #expect(changes(.arguments, initializer + inFunction("use(P(1, 2))")) == ["use(P(2, 1))"])
    // Two functions of one name whose types differ: the compiler would have to say.
    #expect(
      changes(
        .arguments,
        declared + "func move(from: Int, to: String, by: String) {}\n" + inFunction("move(from: a, to: b, by: c)")
      ).isEmpty)
  }

  @Test(arguments: [
    ("use(a.first)", ["use(a.last)"]),
    ("use(a.min())", ["use(a.max())"]),
    ("use(min(a, b))", ["use(max(a, b))"]),
    ("use(Int.max)", []),
    ("use(first: a)", []),
    ("use(a.prefix(3))", ["use(a.suffix(3))"]),
  ])
  func end(_ body: String, _ expected: [String]) {
    #expect(changes(.end, inFunction(body)) == expected.sorted())
  }

  @Test(arguments: [
    ("use(a.sorted())", ["use(a)"]),
    ("use(a.sorted { $0.b < $1.b }.first)", ["use(a.first)", "use(a.sorted { $0.b > $1.b }.first)"]),
    ("for x in a.reversed() { use(x) }", ["for x in a { use(x) }"]),
    ("let x = a\n    .sorted(by: b)\n    .first", [""]),
  ])
  func order(_ body: String, _ expected: [String]) {
    #expect(changes(.order, inFunction(body)) == expected.sorted())
  }

  @Test(arguments: [
    ("use(a.filter { $0.b })", ["use(a)"]),
    ("for x in a where x.b { use(x) }", ["for x in a { use(x) }"]),
    ("for x in a.filter(b) { use(x) }", ["for x in a { use(x) }"]),
    ("switch a {\n  case let b where b > 1: use(b)\n  default: use(a)\n  }", ["case let b : use(b)"]),
  ])
  func filter(_ body: String, _ expected: [String]) {
    #expect(changes(.filter, inFunction(body)).map { $0.replacing("a  {", with: "a {") } == expected.sorted())
  }

  @Test(arguments: [
    ("use([a, b])", ["use([b])", "use([a])"]),
    ("use([a: 1, b: 2])", ["use([b: 2])", "use([a: 1])"]),
    ("use([a])", []),
    ("use(a[b, c])", []),
    ("use { [weak a, b] in c() }", []),
  ])
  func table(_ body: String, _ expected: [String]) {
    #expect(changes(.table, inFunction(body)) == expected.sorted())
  }

  @Test(arguments: [
    (#"use("ab")"#, [#"use("")"#]),
    (#"use("a")"#, [#"use("x")"#]),
    (
      #"use("x", "\n", "\u{20}")"#,
      [#"use("y", "\n", "\u{20}")"#, #"use("x", "x", "\u{20}")"#, #"use("x", "\n", "x")"#]
    ),
    (#"use(a.map { "\($0)" })"#, []),
    (#"use("")"#, [#"use("mutant")"#]),
    (#"use("a \(b) c \(d)")"#, [#"use("")"#, #"use("a  c \(d)")"#, #"use("a \(b) c ")"#]),
    (##"use(#"a \#(b)"#)"##, [##"use("")"##, ##"use(#"a "#)"##]),
    (#"fatalError("a")"#, []),
  ])
  func text(_ body: String, _ expected: [String]) {
    #expect(changes(.text, inFunction(body)) == expected.sorted())
  }

  @Test(arguments: [
    ("use(a.lowercased())", ["use(a)"]),
    ("use(a.trimmingCharacters(in: .whitespaces).count)", ["use(a.count)"]),
    ("round(&a, &b, 2, .plain)", ["round(&a, &b, 2, .bankers)", "round(&a, &b, 2, .down)"]),
  ])
  func normalization(_ body: String, _ expected: [String]) {
    #expect(changes(.normalization, inFunction(body)) == expected.sorted())
  }

  @Test func alternative() {
    let declared = "enum Side { case buy, sell\n case swap(Int) }\n"
    #expect(changes(.alternative, declared + inFunction("use(.buy)")) == ["use(.sell)"])
    #expect(changes(.alternative, declared + inFunction("use(a.buy)")).isEmpty)
    #expect(changes(.alternative, declared + inFunction("switch a {\n  case .buy: b()\n  default: c()\n  }")).isEmpty)
    // A name of two enumerations could be either's.
    #expect(changes(.alternative, declared + "enum Order { case buy, hold }\n" + inFunction("use(.buy)")).isEmpty)
  }

  @Test func nothingTwice() {
    // Dropping either of two equal rows is one program; so is what two operators make of one place.
    #expect(changes(.table, inFunction("use([a, a])")) == ["use([a])"])
    let finder = MutationFinder([
      SourceFile(path: "A.swift", text: "func f() -> Bool { a < b ? c(1, 1) : [d, d].sorted().isEmpty }")
    ])
    let sites = finder.sites(count: nil, seed: 1)
    #expect(Set(sites.map { $0.mutation.after.filter { !$0.isWhitespace } }).count == sites.count)
  }

  @Test func whatIsLeftAlone() {
    let text = """
      #if DEBUG
        func debug() { use(1) }
      #endif
      protocol P { var a: Int { get } ; func f(x: Int) -> Bool }
      enum E: Int { case a = 1, b = 2 }
      @available(macOS 15, *) struct S {
        func hash(into hasher: inout Hasher) { hasher.combine(1) }
      }
      func random() {
        #if canImport(Security)
          #if DEBUG
            use(1)
          #endif
          use(2)
        #else
          use(3)
        #endif
      }
      """
    let finder = MutationFinder([SourceFile(path: "A.swift", text: text)])
    #expect(finder.sites(count: nil, seed: 1).map(\.mutation.after) == [])
  }
}
