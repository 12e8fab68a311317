import Foundation
import Testing

@testable import PropertyWriting

/// What is proposed for declarations, read through the compiler as for a package. Whether proposals find mistakes is shown by `make write`.
@Suite struct ProposalTests {
  @Test func aPairOfFunctions() throws {
    let names = try proposed(
      """
      public func encode(_ text: String) -> [UInt8] { [] }
      public func decode(_ bytes: [UInt8]) -> String? { nil }
      public func decodeAll(_ bytes: [UInt8]) -> String? { nil }
      """, .roundTrip)
    #expect(names == ["decodeUndoesEncode"])
  }

  @Test func aDescriptionThatIsRead() throws {
    let type = """
      public struct A: Equatable, Sendable, CustomStringConvertible {
        public let value: Int
        public init(value: Int) { self.value = value }
        public init?(_ text: String) { nil }
        public var description: String { "" }
        public var count: Int { 0 }
      }
      """
    #expect(try proposed(type, .roundTrip) == ["valueIsReadBackByInitValue", "descriptionIsReadBackByInit"])
    #expect(try proposed(type, .stored) == ["keepsValue"])
    #expect(try proposed(type, .bounds) == ["countWithinBounds"])
    // What cannot be compared is written alike once more.
    #expect(try proposed(type.replacingOccurrences(of: "Equatable, ", with: ""), .roundTrip) == ["descriptionIsReadBackByInit"])
  }

  @Test func wrongGuessesAreNotMade() throws {
    let type = """
      public struct A: Equatable, Sendable, CustomStringConvertible {
        public var depth: Int
        public var name: String { "" }
        public init(depth: Int, name: String) { self.depth = depth }
        public init(_ text: String) { depth = 0 }
        public var description: String { "" }
      }
      """
    // Stored: it has whatever it was given. Computed: it need not be what was given. No refusal: it is no reader.
    #expect(try proposed(type, .bounds) == [])
    #expect(try proposed(type, .stored) == ["keepsDepthName"])
    #expect(try proposed(type, .roundTrip) == [])
    // An address that is made of parts may be written otherwise than the one that was taken apart.
    let parts = """
      public struct D: Equatable { public var host = ""; public var url: String { get { "" } set {} }; public init(url: String) {} }
      """
    #expect(try proposed(parts, .stored) == [] && proposed(parts, .roundTrip).isEmpty)
    let raw = """
      public enum B: String, CustomStringConvertible, Sendable { case a; public var description: String { "" } }
      public struct C: Equatable, Sendable { public var a: Int; public var b: Int; public init(a: Int) { self.a = a; b = 1 } }
      """
    #expect(try proposed(raw, .roundTrip) == [])
    #expect(try proposed("/// Only use this for tests.\npublic func root(of n: Int) -> Int { n }", .sameAnswer) == [])
  }

  @Test func whatMakesSomethingNewEachTime() {
    let body = ["let first = f(n)", "trial.label(\"accepted\", if: first != nil)", "try expect(\"again\", f(n) == first)"]
    let proposal = Proposal(kind: .sameAnswer, subject: "A", name: "t", because: "", inputs: [], body: body, about: [])
    let property = WrittenProperty(proposal: proposal, suite: "S", test: "t")
    func makesSomethingNew(_ report: String, accepted: Int) -> Bool {
      property.makesSomethingNew(
        RunResults.Result(
          place: "", verdict: "falsified", reason: nil, report: report, cases: 3, classes: accepted > 0 ? ["accepted": accepted] : [:]))
    }
    #expect(makesSomethingNew("✘ check t\n  falsified at case 2, seed 1", accepted: 0))
    // One accepted value had the same answer; and of a saved case nothing is known.
    #expect(!makesSomethingNew("✘ check t\n  falsified at case 2, seed 1", accepted: 1))
    #expect(!makesSomethingNew("✘ check t\n  falsified by a saved counterexample, before any generated case", accepted: 0))
  }

  /// The name of a test may stand on a line of its own, where a layout breaks lines.
  @Test func linesBelongToPropertiesInAnyLayout() {
    func property(_ test: String) -> WrittenProperty {
      let proposal = Proposal(kind: .laws, subject: "A", name: test, because: "", inputs: [], body: ["f()"], about: [])
      return WrittenProperty(proposal: proposal, suite: "S", test: test)
    }
    let text =
      "struct S {\n  @Test func first() throws {\n    second(1)\n  }\n\n  @Test\n  func\n    second()\n    throws\n  {\n    f()\n  }\n}\n"
    let file = WrittenPackage.File(path: "S.swift", text: text, properties: [property("first"), property("second")])
    #expect(
      (1...12).map { file.property(at: $0)?.test }
        == [nil] + Array(repeating: "first", count: 6) + Array(repeating: "second", count: 5))
  }

  @Test func twoForms() throws {
    let type = """
      public struct A: Equatable, Sendable {
        public init(value: Int) {}
        public mutating func trim(by count: Int) {}
        public func trimmed(by count: Int) -> A { self }
        public mutating func formUnion(_ other: A) {}
        public func union(_ other: A) -> A { self }
        public mutating func clear() {}
        public func removing(_ other: A) -> A { self }
      }
      """
    #expect(Set(try proposed(type, .forms)) == ["trimByAgreesWithTrimmedBy", "formUnionAgreesWithUnion"])
    #expect(Set(try proposed(type, .algebra)) == ["unionEitherWayRound", "unionInAnyGroups"])
  }

  @Test func aDocumentedDemandIsNoMistake() throws {
    #expect(try proposed("/// - Precondition: `n > 0`\npublic func root(of n: Int) -> Int { n }", .sameAnswer) == [])
    #expect(try proposed("/// The root.\npublic func root(of n: Int) -> Int { n }", .sameAnswer) == ["rootOfAgain"])
    #expect(try proposed("public func randomRoot(of n: Int) -> Int { n }", .sameAnswer) == [])
  }

  @Test func genericTypesStandForConcreteOnes() throws {
    let api = try api(
      """
      public struct Box<Element: Hashable>: Equatable { public init(_ element: Element) {}; public var all: [Element] { [] } }
      public struct Typed<Element: Hasher2> { public init() {} }
      public protocol Hasher2 {}
      public func largest<S: Sequence>(of items: S) -> Int where S.Element == Double { 0 }
      public func made<T: Decodable>(_ count: Int) -> T? { nil }
      """)
    #expect(api.types.map(\.type.description) == ["Box<Int>"])
    #expect(api.types.first?.members.first { $0.name == "all" }?.result.description == "[Int]")
    #expect(api.functions.map { $0.parameters.map(\.type.description) } == [["[Double]"]])
    #expect(Set(api.leftOut.map(\.name)) == ["Subject.Typed", "Subject.made(_:)"])
  }

  /// What the compiler would refuse: pairs have no `==`, and neither has a raw value of a type that does not say so.
  @Test func lawsOfWhatCannotBeComparedAreNotProposed() throws {
    let source = """
      public struct Map: RandomAccessCollection, Sendable {
        public init() {}
        public var startIndex: Int { 0 }
        public var endIndex: Int { 0 }
        public subscript(place: Int) -> (key: Int, value: String) { (0, "") }
      }
      public struct Bare: Sendable { public init() {} }
      public struct Raw: RawRepresentable, Sendable { public init(rawValue: Bare) {}; public var rawValue: Bare { Bare() } }
      public struct Code: RawRepresentable, Sendable { public var rawValue: CInt; public init(rawValue: CInt) { self.rawValue = rawValue } }
      """
    #expect(try proposed(source, .laws) == ["rawRepresentableLaws"])
  }

  @Test func typesInsideOthersHaveTheirPaths() throws {
    let api = try api(
      """
      public struct Response { public struct Status { public init(code: Int) {} }; public init(status: Status, all: [Response.Status]) {} }
      public struct Other { public typealias Code = Int; public func status(_ code: Code) -> Response.Status? { nil } }
      """)
    let response = api.types.first { $0.path == "Response" }?.members.first
    #expect(response?.parameters.map(\.type.description) == ["Response.Status", "[Response.Status]"])
    let status = api.types.first { $0.path == "Other" }?.members.first
    #expect(status?.parameters.map(\.type.description) == ["Int"] && status?.result.description == "Response.Status?")
  }

  @Test func aTypeInsideItselfHasAnEnd() throws {
    var plan = GeneratorPlan(
      try api(
        """
        public indirect enum Tree: Equatable { case leaf(Int), node([Tree]), pair(Tree, Tree) }
        public struct Endless { public init(_ next: Endless) {} }
        """))
    #expect(plan.generator(of: .named("Tree")) == ".tree")
    #expect(plan.declarations().first?.recipes.filter { !$0.isRecursive }.map(\.title) == ["Tree.leaf(_:)"])
    #expect(plan.declarations().first?.recipes.filter(\.isRecursive).map(\.title) == ["Tree.node(_:)", "Tree.pair(_:_:)"])
    #expect(plan.generator(of: .named("Endless")) == nil)
  }

  @Test func decodingIsTheLastWay() throws {
    var plan = GeneratorPlan(
      try api(
        """
        public struct Answer: Codable, Equatable { public let code: Int }
        public struct Count: Codable, Equatable { private let sizes: [Int]; public init(_ next: @escaping () -> Int) { sizes = [next()] } }
        """))
    #expect(plan.generator(of: .named("Answer")) == ".answer")
    #expect(plan.generator(of: .named("Count")) == nil)
  }

  @Test func textsOfTestsAreUsed() throws {
    let corpus = TextCorpus(["@Test func reads() { #expect(Version(\"1.2.3\") != nil); _ = Version(\"\\(1)\") }"])
    var plan = GeneratorPlan(try api("public struct Version { public init?(_ text: String) { nil } }"), corpus: corpus)
    _ = plan.generator(of: .named("Version"))
    let recipe = try #require(plan.declarations().first?.recipes.first)
    #expect(recipe.expression.contains(".near([\"1.2.3\"])"), "\(recipe.expression)")
    let api = try api("public func read(_ text: String) -> Int { 0 }; public func write(_ text: String) -> Int { 0 }")
    var context = ProposalContext(api, GeneratorPlan(api, corpus: TextCorpus(["_ = read(\"12\"); print([\"x\"])"])))
    let generators = context.callables.compactMap { context.inputs(of: $0)?.first?.generator }
    #expect(generators == [".near([\"12\"])", ".someText"])
    #expect(TextCorpus(["_ = read(\"12\"); print([\"x\", \"12\"])"]).sample == ["\"12\"", "\"x\""])
  }

  @Test func whatHasADefaultIsGivenToo() throws {
    let type = """
      public struct A: Equatable, Sendable {
        public let name: String, size: Int
        public init(name: String, size: Int = 3, file: String = #file) { (self.name, self.size) = (name, size) }
      }
      """
    #expect(try proposed(type, .stored) == ["keepsName", "keepsNameSize"])
    let api = try api(type)
    var plan = GeneratorPlan(api)
    #expect(plan.generator(of: api.types[0].type) == ".a")
    #expect(plan.declarations()[0].recipes.map(\.expression).sorted() == [
      "Generator { source in A(name: try source(.someText)) }",
      "Generator { source in A(name: try source(.someText), size: try source(.int(in: 0...20))) }",
    ])
  }

  @Test func anInitializerThatEndsTheProcessIsTriedFirst() throws {
    let api = try api("public struct Share { public init(of count: Int) {} }; public struct Till { public init() {} }")
    let first = try #require(api.types.first { $0.path == "Share" }?.members.first)
    var plan = GeneratorPlan(api, rejecting: [first.identity])
    #expect(plan.generator(of: .named("Share")) == ".share" && plan.generator(of: .named("Till")) == ".till")
    let call = "Share(of: drawn)"
    #expect(plan.declarations()[0].recipes[0].expression.hasSuffix(
      ".compactMap { drawn in Isolation.survives { _ = \(call) } ? (\(call)) : nil }"))
    #expect(plan.makesOneValue(".till") && !plan.makesOneValue(".share"))
  }

  @Test func whyATypeHasNoValues() throws {
    let api = try api(
      """
      public actor Counter { public init() {} }
      public final class Hidden { init() {} }
      public struct Watcher { public init(_ see: @escaping (Int) -> Void) {} }
      public struct Plain { public init() {} }
      """)
    var plan = GeneratorPlan(api)
    let reasons = Dictionary(uniqueKeysWithValues: api.types.compactMap { type in plan.obstacle(of: type).map { (type.path, $0) } })
    #expect(reasons["Plain"] == nil)
    #expect(reasons["Counter"] == "an actor" && reasons["Hidden"] == "nothing public makes its values")
    #expect(reasons["Watcher"]?.hasPrefix("no values can be made of ") == true)
  }

  @Test func asynchronousFunctions() throws {
    let api = try api(
      """
      public func encode(_ text: String) async -> String { text }
      public func decode(_ text: String) async throws -> String { text }
      public struct A: Equatable { public init(a: Int) async {}; public init(b: Int) {}; public func load() async throws -> Int { 1 } }
      """)
    var context = ProposalContext(api, GeneratorPlan(api))
    let trip = try #require(RoundTrips().propose(&context).first { $0.name == "decodeUndoesEncode" })
    #expect(trip.body.first == "let written = await encode(text)" && trip.body[1].contains("try await decode(written)"))
    let lines = WrittenProperty(proposal: trip, suite: "S", test: "t").lines
    #expect(lines.contains("  @Test func t() async throws {") && lines.contains { $0.hasPrefix("    try await check(forAll: ") })
    let names = SameAnswer().propose(&context).map(\.name)
    #expect(Set(names).isSuperset(of: ["decodeAgain", "loadAgain", "initAOfInt", "initBOfInt"]))
    // Generators make values without waiting.
    #expect(context.plan.declarations().first { $0.type.path == "A" }?.recipes.map(\.title) == ["A.init(b:)"])
  }

  /// A parser's functions change it. `removeFirst` demands an element, as everybody knows.
  @Test func whatChangesItsValueIsAskedOfACopy() throws {
    let api = try api(
      """
      public struct Parser: Sendable {
        public init(_ text: String) {}
        public mutating func number() throws -> Int { 0 }
        public mutating func rest() -> [Parser]? { nil }
        public mutating func removeFirst() -> Int { 0 }
      }
      """)
    var context = ProposalContext(api, GeneratorPlan(api))
    let bodies = SameAnswer().propose(&context).filter { $0.kind == .sameAnswer }.map(\.body)
    #expect(bodies == [
      ["var one = value", "var other = value", "let first = try? one.number()", "trial.label(\"accepted\", if: first != nil)",
        "try expect(\"\\(describe(first)) again\", isSame(try? other.number(), first))"],
      ["var one = value", "_ = one.rest()", "try expect(\"[Parser]? is made\", true)"],
    ])
  }

  @Test func onlyWhatMayRefuseIsAskedNearTheEnds() throws {
    let source = """
      public struct A { public init?(of n: Int) { nil }; public init(b: Int) {} }
      public func name(of n: UInt32) -> String { "" }
      public func root(of n: Int) -> Int? { nil }
      public func next2(to n: Int) -> Int { n + 1 }
      public func bytes(_ n: UInt8) -> String { "" }
      """
    #expect(Set(try proposed(source, .ends)) == ["initOfNearTheEnds", "nameOfNearTheEnds", "rootOfNearTheEnds"])
  }

  /// A `check` takes four generators.
  @Test func fiveValuesAreDrawnTogether() throws {
    let api = try api("public func date(year: Int, month: Int, day: Int, hour: Int, minute: Int) -> Int { 0 }")
    var context = ProposalContext(api, GeneratorPlan(api))
    let proposal = try #require(SameAnswer().propose(&context).first)
    let lines = WrittenProperty(proposal: proposal, suite: "S", test: "t").lines
    #expect(lines.contains { $0.hasSuffix("{ (values: (Int, Int, Int, Int, Int)) in") })
    #expect(lines.contains("      let (year, month, day, hour, minute) = values"))
    #expect(lines.contains { $0.contains("Generator<Int>.usually(1...12)") })
  }

  @Test func twoOverloadsMayBothRefuse() throws {
    let api = try api("public func read(_ text: String) throws -> Int { 0 }; public func read(_ text: Substring) throws -> Int { 0 }")
    var context = ProposalContext(api, GeneratorPlan(api))
    let proposal = try #require(Overloads().propose(&context).first)
    #expect(proposal.body.contains { $0.contains("try? read(") } && proposal.body.contains { $0.contains("Discard") })
  }

  @Test func aWholeNumberIsNoOverloadButForAnInitializer() throws {
    let source = """
      public func power(_ x: Double, _ n: Int) -> Double { x }
      public func power(_ x: Double, _ n: Double) -> Double { x }
      public struct A: Equatable { public init(_ n: Int) {}; public init(_ n: Double) {} }
      """
    #expect(try proposed(source, .overloads) == ["initOverloadsOfIntAndDouble"])
  }

  @Test func valuesThatAreAcceptedAreLabelled() throws {
    let api = try api("public func read(_ text: String) throws -> Int { 0 }; public func size(_ text: String) -> Int { 0 }")
    var context = ProposalContext(api, GeneratorPlan(api))
    let lines = SameAnswer().propose(&context).map { WrittenProperty(proposal: $0, suite: "S", test: "t").lines.joined() }
    let labels = ["{ (text: String, trial: Trial) in", "trial.label(\"accepted\", if: first != nil)"]
    #expect(lines.map { line in labels.allSatisfy { line.contains($0) } } == [true, false])
  }

  func proposed(_ source: String, _ kind: Proposal.Kind) throws -> [String] {
    let api = try api(source)
    var context = ProposalContext(api, GeneratorPlan(api))
    return WriteRun.proposers.flatMap { $0.init().propose(&context) }.filter { $0.kind == kind }.map(\.name)
  }

  func api(_ source: String) throws -> PublicAPI {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("property-writing-\(UUID().uuidString)")
      .resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Subject.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    let compiled = try Shell.run([
      "swiftc", "-parse-as-library", "-emit-module", "-module-name", "Subject", "-emit-module-path",
      folder.appendingPathComponent("Subject.swiftmodule").path,
      "-emit-symbol-graph", "-emit-symbol-graph-dir", folder.path, "-symbol-graph-skip-synthesized-members", file.path,
    ])
    try #require(compiled.status == 0, "\(compiled.errors)")
    // Its own declarations first, then what it adds to types of other modules.
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".symbols.json") }
    let graphs = try names.sorted { $0.count < $1.count }.map { name in
      try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: folder.appendingPathComponent(name)))
    }
    return PublicAPI(module: "Subject", graphs: graphs, folder: folder.path, sources: folder.path)
  }
}
