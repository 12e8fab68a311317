/// Pieces of Swift in which every finding of a rule is marked: «rule|token», or «rule|token|as written».
enum RuleSnippets {
  static let traps = [
    "«fatal-error|fatalError»()", "Swift.«fatal-error|fatalError»(\"a\")", "queue.fatalError()", "func fatalError() {}",
    "f(fatalError: 1)", "let f = «fatal-error|fatalError»", "enum E { case fatalError }", "let fatalError = 1",
    "«precondition-failure|preconditionFailure»()", "queue.preconditionFailure()", "f(preconditionFailure: 1)",
    "Swift.«precondition-failure|preconditionFailure»()", "func f() { var fatalError = 1 }", "«force-try|try!» f()",
    "try !f()", "try? f()", "`try`«force-unwrap|!» + 1", "a «force-cast|as!» B", "a as? B", "x«force-unwrap|!»",
    "x«force-unwrap|!».y«force-unwrap|!»[0]«force-unwrap|!»", "!x", "a != b && !c", "f()«force-unwrap|!»",
    "x?.y«force-unwrap|!»", "x«force-unwrap|!»«force-unwrap|!»", "let x: Int«force-unwrap|!»",
    "let x: [Int]«force-unwrap|!»", "let x: Set<Int>«force-unwrap|!»", "\"\\(x«force-unwrap|!»)\"", "\"x!\"", "\"x\"«force-unwrap|!»",
    "a«force-unwrap|!» = 1", "if a!=b {}", "x /* why */ !", "{ $0«force-unwrap|!» }", "{ 1 }«force-unwrap|!»", "a?«force-unwrap|!»",
    "// try! f()", "/* fatalError() */",
  ]

  static let sharing = [
    "«nonisolated-unsafe|nonisolated(unsafe)» let a = 1", "nonisolated let a = 1", "nonisolated(nonsending) let a = 1",
    "struct A: «unchecked-sendable|@unchecked Sendable» {}", "struct A: Sendable {}", "struct A: @unchecked Other {}",
    "struct A: «unchecked-sendable|@unchecked Sendable|@unchecked Swift.Sendable» {}", "@MainActor public «global-var|var» a: Int? = nil",
    "«global-var|var» a = 1", "var a: [String: Int] { [:] }", "«global-var|var» a: Int\n«global-var|var» b: Int",
    "struct A { var b = 1 }", "func f() { var b = 1 }", "f(var: 1)", "let a = [1]; «global-var|var» c = 2",
    "f { var b = 1 }; «global-var|var» c = 2", "#if A\n«global-var|var» a = 1\n#endif", "let a = 1",
    "«global-var|var» (a, b) = (1, 2)", "«global-var|var» a = 1 { didSet {} }", "var a: @Sendable () -> Void { {} }",
    "«global-var|var» a: Int\n@MainActor var b: Int { 1 }", "var a: (Int, [Int]) { (1, []) }", "«global-var|var» a: Int; let b = { 1 }",
    "let c = `var`", "«global-var|var» a: [Int]\nlet b: Int",
  ]

  static let observation = [
    "final class Feed: «observable-object|ObservableObject» {}", "struct S { «published|@Published» var a = 1 }",
    "struct S { «state-object|@StateObject» var a = A() }", "struct S { «observed-object|@ObservedObject» var a: A }",
    "struct S { «environment-object|@EnvironmentObject» var a: A }", "feed.«object-will-change|objectWillChange».send()",
    "«import-combine|import Combine|import» Combine", "«import-combine|import Combine|import» struct Combine.Just",
    "import CombineExtras", "import struct Swift.Int", "typealias Stored<Value> = «published|@Published|Published»<Value>",
    "@Observable final class Feed {}",
  ]

  /// Pieces around one name.
  /// - Parameters:
  ///   - type: a floating-point type, marked for the case that the name is about money; `literal` likewise.
  ///   - member: the rule for a member, for the same case.
  ///   - anyType: a floating-point type that no name gives to money; `anyLiteral` likewise. `moneyType` is one that
  ///     belongs to money in any case.
  static func money(
    _ name: String, type: String, literal: String, member: String, anyType: String, anyLiteral: String, moneyType: String
  ) -> [String] {
    [
      "let \(name): \(type)", "let `\(name)`: \(type)", "struct S { var \(name): \(type)? = nil }", "let \(name): Decimal",
      "let \(name): Decimal = \(literal)", "let \(name) = \(literal)", "let \(name): \(type) = \(anyLiteral)", "let \(name) = 9",
      "f(\(name): \(literal), width: «double-money|2.5»)", "f(\(name): -\(literal))", "f(\(name): +\(literal))",
      "\(name) *= \(literal)", "\(name) > \(literal)", "\(literal) * \(name)", "\(literal) * order.\(name)", "\(name) + -\(literal)",
      "\(type)(\(name))", "\(type)(order.\(name))", "\(type)(truncating: \(name))", "\(name).«\(member)|doubleValue»",
      "order.\(name).«\(member)|floatValue»", "NSDecimalNumber(decimal: \(name)).«\(member)|doubleValue»",
      "func \(name)(of a: Int) throws -> \(type) { 0 }", "func \(name)() async -> \(type) { 0 }",
      "func pay(_ \(name): \(type), at time: \(anyType)) {}", "let \(name): [String: \(type)]", "let \(name): Set<\(type)>",
      "let \(name): [\(type)]", "func \(name)<Item: Sized<Int>>(of a: Item) throws(MoneyError) -> \(type) { 0 }",
      "func width<\(name)>(of a: \(name)) -> \(anyType) { 0 }", "enum Event { case \(name)(\(type)) }",
      "enum Event { case \(name)(String, \(type)), width(\(anyType)) }", "struct Money { let value: \(moneyType) }",
      "struct TotalPrice { let value: \(moneyType) }", "extension Money { var value: \(moneyType) { 0 } }",
      "struct Money { let width: \(anyType) }", "struct Moneyball { let value: \(anyType) }",
      "struct Money { struct Chart { let value: \(anyType) } }", "struct Money { struct A { }; let value: \(moneyType) }",
      "let t = \(name).0.1", "let \(name) = pair.0", "// \(name): Double", "\"\(name): Double\"", "let d = x as «double-money|NSNumber»",
      "let v: \(anyType); \(name)()", "let v = \(anyLiteral)", "let v: \(anyType) = 1; let \(name) = 2",
    ]
  }
}
