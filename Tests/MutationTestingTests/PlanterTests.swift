import Testing

@testable import MutationTesting

/// What planted text looks like: the code as it was must be in it, and each change in a copy of its own.
@Suite struct PlanterTests {
  private func plant(_ text: String, _ wanted: (Mutation) -> Bool = { _ in true }) -> Planter.Planted {
    let file = SourceFile(path: "A.swift", text: text)
    let sites = MutationFinder([file]).sites(count: nil, seed: 1).filter { wanted($0.mutation) }.enumerated().map {
      index, site in
      let old = site.mutation
      let mutation = Mutation(
        id: index + 1, kind: old.kind, file: old.file, place: old.place, line: old.line, column: old.column,
        endLine: old.endLine,
        endColumn: old.endColumn, original: old.original, replacement: old.replacement, before: old.before,
        after: old.after)
      return Site(mutation: mutation, unit: site.unit, edit: site.edit)
    }
    return Planter(names: MutantSwitch(module: 7), path: "/p/A.swift").plant(sites, in: file)
  }

  @Test func aFunctionsBody() {
    let planted = plant("func f(a: Int) {\n  if a < 3 {\n    use(a)\n  }\n}\n") {
      $0.kind == .border || $0.original == "use(a)"
    }
    #expect(
      planted.text
        == """
        func f(a: Int) { switch touchstoneMutant7 {
        case 1: do {
        #sourceLocation(file: "touchstone-mutant-1.swift", line: 1)

          if a <= 3 {
            use(a)
          }

        }
        case 2: do {
        #sourceLocation(file: "touchstone-mutant-2.swift", line: 1)

          if a < 3 {
            \n  }

        }
        default: do {
        #sourceLocation(file: "/p/A.swift", line: 1)

          touchstoneReached7(1); if a < 3 {
            touchstoneReached7(2); use(a)
          }
        } }}

        """.replacing("\\n", with: "\n"))
  }

  @Test func oneExpressionIsReturned() {
    let planted = plant("var a: Bool { b == c }\n") { $0.kind == .equality }
    #expect(planted.text.contains("return b != c"))
    #expect(planted.text.contains("touchstoneReached7(1); return b == c"))
  }

  /// A branch that is a value takes no statement before it.
  @Test func aSwitchThatIsAValue() {
    let planted = plant("var a: Int {\n  switch b {\n  case .c: 1\n  default: 2\n  }\n}\n") { $0.replacement == "3" }
    #expect(planted.text.contains("return switch b {\n  case .c: 1\n  default: 3"))
    #expect(planted.text.contains("touchstoneReached7(1); return switch b {\n  case .c: 1"))
  }

  /// A function in a function, of one expression: a statement before it would make it return nothing.
  @Test func aFunctionInAFunctionThatIsAValue() {
    let planted = plant("func f(a: Int) -> Bool {\n  func g() -> Bool {\n    .init(a == 1)\n  }\n  return g()\n}\n") { $0.kind == .equality }
    #expect(planted.text.contains("touchstoneReached7(1); func g() -> Bool {\n    .init(a == 1)"))
  }

  @Test func aValueIsChosen() {
    let planted = plant("struct S {\n  static let a = [\n    1,  // one\n    2,\n  ]\n}\n") { $0.replacement == "3" }
    #expect(
      planted.text.contains(
        "static let a = touchstoneIsOn7(1) ? ([     1,        3,   ]) : ([\n    1,  // one\n    2,\n  ])\n}"))
    let place = planted.values.first
    #expect(place?.line == 2)
    #expect(place?.columns.lowerBound == 40)
  }

  /// Of everything that is planted in this project's own sources, the default branches together are the sources.
  @Test func defaultsAreTheSources() throws {
    let text = """
      final class Counter {
        private(set) var count = 0 { didSet { print(count) } }
        var isEmpty: Bool { count == 0 }
        var double: Int { get { count * 2 } set { count = newValue / 2 } }
        subscript(index: Int) -> Int { index + count }
        init(count: Int = 3) { self.count = count }
        func add(_ n: Int = 1) throws -> Int {
          guard n > 0 else { throw E.negative }
          count += n  // more
          defer { log("added") }
          return items.filter { $0 > n }.map { item in
            let twice = item * 2
            return twice + 1
          }.first ?? 0
        }
      }
      """
    let planted = plant(text).text
    var kept: [Substring] = []
    var isKept = true
    for line in planted.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("case "), line.hasSuffix(": do {") { isKept = false }
      if line.hasPrefix("default: do {") { isKept = true }
      if isKept, !line.hasPrefix("#sourceLocation"), !line.hasPrefix("default: do {") { kept.append(line) }
    }
    let values = kept.joined().replacing(/= (touchstoneIsOn7\([0-9]+\) \? \([^()]*\) : )+\(([^()]*)\)/) { "= \($0.2)" }
    let squeezed = values.replacing(/touchstoneReached7\([0-9]+\); (return )?/, with: "").replacing(
      /\ switch touchstoneMutant7 \{/, with: ""
    )
    .replacing("} }}", with: "}").filter { !$0.isWhitespace }
    #expect(squeezed.replacing("return", with: "") == text.replacing("return", with: "").filter { !$0.isWhitespace })
  }
}
