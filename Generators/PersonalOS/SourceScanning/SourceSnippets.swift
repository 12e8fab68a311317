/// Pieces of Swift in which every token that a rule forbids is marked: «token», or «token|as written». The scanner must find
/// nothing else, however similar it looks.
enum SourceSnippets {
  /// The rules by their tokens. All other tokens are money in binary floating point.
  static let rules = [
    "ObservableObject": "observable-object", "@Published": "published", "@StateObject": "state-object",
    "@ObservedObject": "observed-object", "@EnvironmentObject": "environment-object", "objectWillChange": "object-will-change",
    "import Combine": "import-combine", "fatalError": "fatal-error", "preconditionFailure": "precondition-failure",
    "try!": "force-try", "as!": "force-cast", "!": "force-unwrap", "nonisolated(unsafe)": "nonisolated-unsafe",
    "@unchecked Sendable": "unchecked-sendable", "var": "global-var",
  ]

  // MARK: What Observation replaced

  static let harmless = [
    "let a = 1", "", "import Foundation", "@Observable final class Feed { var items: [Int] = [] }", "struct ObservableObjectList {}",
    "let isObservableObject = true", "import CombineExtras", "import struct Swift.Int", "enum Status { case draft, Published }",
    "func objectWillChangeSoon() {}", "struct Screen: View { @State private var open = false; @Environment(Feed.self) var feed }",
    "@PublishedLater var b = 2", "let c = 6 / 2 / 3, d = (/)", "let e = f(a / b, c / d)", "let g = x < y && y > z",
    "if a != b, !c { d = e! }", "let 猫 = \"é\"", "#warning(\"later\")", "let h = \"\" + \"\\\"\" + #\"\\\"#",
    "let i = 0x1p-3 + 1.5e-10 + t.0.1", "var j: Int? { k ?? 3 }",
  ]

  static let violations: KeyValuePairs<String, [String]> = [
    "a plain use": [
      "final class Feed: «ObservableObject» {}", "«@Published» var items: [Int] = []",
      "struct Screen: View { «@StateObject» private var feed = Feed() }", "struct Screen: View { «@ObservedObject» var feed: Feed }",
      "struct Screen: View { «@EnvironmentObject» var feed: Feed }", "feed.«objectWillChange».send()",
      "«import Combine|import» Combine", "@preconcurrency «import Combine|import» Combine",
      "«import Combine|import» class Combine.AnyCancellable", "final class Feed: NSObject, «ObservableObject», Sendable {}",
      "final class Feed: «ObservableObject|`ObservableObject`» {}", "let type = (any «ObservableObject»).self",
      "func watch<Feed: «ObservableObject»>(_ feed: Feed) {}", "let 猫 = \"e\u{301}\"; «@Published» var a = 1",
      "let a: [Feed] = [/* é */«ObservableObject».self]",
    ],
    "a qualified name": [
      "final class Feed: Combine.«ObservableObject» {}", "final class Feed: Combine . «ObservableObject» {}",
      "final class Feed: Combine/* here */.«ObservableObject» {}", "«@Published|@Combine.Published» var a = 1",
      "«@StateObject|@SwiftUI.StateObject» var feed = Feed()",
    ],
    "a typealias": [
      "typealias Watched = «ObservableObject»", "typealias Watched = Combine.«ObservableObject»",
      "typealias Stored<Value> = «@Published|Published»<Value>", "public typealias Kept = SwiftUI.«@StateObject|StateObject»",
    ],
    "split over lines": [
      "final class Feed:\n  «ObservableObject»\n{}", "final class Feed: Combine\n  .«ObservableObject» {}",
      "«@Published|@Combine\n  .Published» var a = 1", "«import Combine|import\n  Combine»",
      "«@StateObject|@SwiftUI. // the old one\n  StateObject» var feed = Feed()",
      "«import Combine|import /*\n*/ class\n  Combine.AnyCancellable»",
      "typealias Watched\n  = Combine // the old one\n  .«ObservableObject»",
    ],
    "two on a line": [
      "final class A: «ObservableObject» {}; final class B: «ObservableObject» {}", "«@Published» var a = 1; «@Published» var b = 2",
    ],
    "interpolated": [
      #"let a = "\(feed.«objectWillChange»)""#, ##"let b = #"\#(feed.«objectWillChange»)"#"##,
      #"let c = "\(f("ObservableObject", «objectWillChange»)) objectWillChange""#,
      "let d = \"\"\"\n  \\(«objectWillChange».map { \"\\($0) @Published\" })\n  objectWillChange\n  \"\"\"",
      #"let e = "\("\("\(«objectWillChange»)")") @StateObject""#,
    ],
    "behind a literal that looks open": [
      "let a = #\"\"\"#; final class Feed: «ObservableObject» {}", "let b = \"//\"; final class Feed: «ObservableObject» {}",
      "let c = \"/*\"; «@Published» var d = \"*/\"", "/**/ «@Published» var e = 0 // @Published",
      "let f = \"\\\\\"; «@Published» var g = \"\"", "let h = #\"\\\"#; «@Published» var i = 1",
      "let j = #/\"/#; «@Published» var k = 1", "let l = /\"/; «@Published» var m = 1",
      "let n = \"\"\"\n  \\\"\"\" \"\n  \"\"\"; «@Published» var o = 1",
    ],
  ]

  static let decoys: KeyValuePairs<String, [String]> = [
    "in a comment": [
      "// ObservableObject", "/// See `ObservableObject` and @Published.", "let a = 1 // import Combine",
      "/* @StateObject\n   @ObservedObject */", "let b = \"\\\\\" // objectWillChange",
    ],
    "in a nested comment": [
      "/* one /* two */ ObservableObject */", "/*/* @Published */ @Published\n/**/ import Combine */",
    ],
    "in a string": [
      "let a = \"@Published\"", "let b = \"say \\\"ObservableObject\\\" twice\"", "let d = f(\"a\", \"objectWillChange\")",
      "let c = \"\"\"\n  @Published \"\" ObservableObject\n  import Combine\n  \"\"\"", "let e = /@Published/",
    ],
    "in a raw string": [
      "let a = #\"say \"ObservableObject\" twice\"#", "let b = ##\"x \"# @StateObject \"##", "let c = #\"\\(objectWillChange)\"#",
      "let d = #\"\"\"\n  \"\"\" ObservableObject \\(import Combine)\n  \"\"\"#", "let e = #/ \" ObservableObject /#",
    ],
  ]

  // MARK: All rules, each piece outside of types and functions

  static let traps = [
    "«fatalError»()", "Swift.«fatalError»(\"a\")", "queue.fatalError()", "func fatalError() {}", "f(fatalError: 1)",
    "let f = «fatalError»", "enum E { case fatalError }", "let fatalError = 1", "«preconditionFailure»()",
    "queue.preconditionFailure()", "f(preconditionFailure: 1)", "Swift.«preconditionFailure»()", "func f() { var fatalError = 1 }",
    "«try!» f()", "try !f()", "try? f()", "`try`«!» + 1", "a «as!» B", "a as? B", "x«!»", "x«!».y«!»[0]«!»", "!x", "a != b && !c",
    "f()«!»", "x?.y«!»", "x«!»«!»", "let x: Int«!»", "let x: [Int]«!»", "let x: Set<Int>«!»", "\"\\(x«!»)\"", "\"x!\"",
    "\"x\"«!»", "a«!» = 1", "if a!=b {}", "x /* why */ !", "{ $0«!» }", "{ 1 }«!»", "a?«!»", "// try! f()", "/* fatalError() */",
  ]

  static let sharing = [
    "«nonisolated(unsafe)» let a = 1", "nonisolated let a = 1", "nonisolated(nonsending) let a = 1",
    "struct A: «@unchecked Sendable» {}", "struct A: Sendable {}", "struct A: @unchecked Other {}",
    "struct A: «@unchecked Sendable|@unchecked Swift.Sendable» {}", "@MainActor public «var» a: Int? = nil", "«var» a = 1",
    "var a: [String: Int] { [:] }", "«var» a: Int\n«var» b: Int", "struct A { var b = 1 }", "func f() { var b = 1 }", "f(var: 1)",
    "let a = [1]; «var» c = 2", "f { var b = 1 }; «var» c = 2", "#if A\n«var» a = 1\n#endif", "let a = 1", "«var» (a, b) = (1, 2)",
    "«var» a = 1 { didSet {} }", "var a: @Sendable () -> Void { {} }", "«var» a: Int\n@MainActor var b: Int { 1 }",
    "var a: (Int, [Int]) { (1, []) }", "«var» a: Int; let b = { 1 }", "let c = `var`", "«var» a: [Int]\nlet b: Int",
  ]

  /// One for each rule: ``violations`` are for their shapes.
  static let observation = [
    "final class Feed: «ObservableObject» {}", "struct S { «@Published» var a = 1 }", "struct S { «@StateObject» var a = A() }",
    "struct S { «@ObservedObject» var a: A }", "struct S { «@EnvironmentObject» var a: A }", "feed.«objectWillChange».send()",
    "«import Combine|import» Combine",
  ]

  /// Pieces around one name, `$`, with a floating-point type, `T`, and a literal, `L`. They are money if the name is. After a `+`
  /// they are money whatever the name is, and after a `-` no name makes them money.
  static let money = [
    "let $: «T»", "let `$`: «T»", "struct S { var $: «T»? = nil }", "let $: Decimal", "let $: Decimal = «L»", "let $ = «L»",
    "let $: «T» = «-L»", "let $ = 9", "f($: «L», width: «-2.5»)", "f($: -«L»)", "f($: +«L»)", "$ *= «L»", "$ > «L»", "«L» * $",
    "«L» * order.$", "$ + -«L»", "«T»($)", "«T»(order.$)", "«T»(truncating: $)", "$.«doubleValue»", "order.$.«floatValue»",
    "NSDecimalNumber(decimal: $).«doubleValue»", "func $(of a: Int) throws -> «T» { 0 }", "func $() async -> «T» { 0 }",
    "func pay(_ $: «T», at time: «-T») {}", "let $: [String: «T»]", "let $: Set<«T»>", "let $: [«T»]",
    "func $<Item: Sized<Int>>(of a: Item) throws(MoneyError) -> «T» { 0 }", "func width<$>(of a: $) -> «-T» { 0 }",
    "enum Event { case $(«T») }", "enum Event { case $(String, «T»), width(«-T») }", "struct Money { let value: «+T» }",
    "struct TotalPrice { let value: «+T» }", "extension Money { var value: «+T» { 0 } }", "struct Money { let width: «-T» }",
    "struct Moneyball { let value: «-T» }", "struct Money { struct Chart { let value: «-T» } }",
    "struct Money { struct A { }; let value: «+T» }", "let t = $.0.1", "let $ = pair.0", "// $: Double", "\"$: Double\"",
    "let d = x as «-NSNumber»", "let v: «-T»; $()", "let v = «-L»", "let v: «-T» = 1; let $ = 2",
  ]
}
