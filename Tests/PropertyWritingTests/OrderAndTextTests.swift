import Testing

@testable import PropertyWriting

/// Proposals about orders, indices, names from mathematics, and texts; and what the values for them are made of.
@Suite struct OrderAndTextTests {
  @Test func indicesOfCollectionsFarAway() throws {
    let source = """
      public struct A: RandomAccessCollection {
        public init(items: [Int]) {}
        public var startIndex: Int { 0 }
        public var endIndex: Int { 0 }
        public subscript(place: Int) -> Int { 0 }
      }
      """
    let proposals = try proposals(source, FarIndices())
    #expect(proposals.map(\.name) == ["hasNoIndexFarAway"])
    #expect(proposals[0].body.map { $0.contains("-distance") } == [false, true])
  }

  @Test func functionsWithNamesFromMathematics() throws {
    let source = """
      public struct A: Equatable {
        public static func cos(_ angle: Double) -> Double { 0 }
        public static func cosh(_ angle: A) -> A { angle }
      }
      public func sinh(_ angle: Double) -> Double { angle }
      public func cosine(_ angle: Double) -> Double { angle }
      """
    #expect(Set(try proposals(source, Symmetry()).map(\.name)) == ["cosIsEven", "sinhIsOdd"])
  }

  /// Inside a generic type, its name alone is the type with its own parameters.
  @Test func aGenericTypeIsNamedWithoutItsParameters() throws {
    let source = """
      public struct Pair<Number: FloatingPoint>: Equatable, Hashable {
        public init(first: Number) {}
        public static func sum(_ one: Pair, _ other: Pair) -> Pair { one }
      }
      """
    let api = try subject.api(source)
    let sum = try #require(api.types[0].members.first { $0.name == "sum" })
    #expect("\(sum.result)" == "Pair<Double>" && sum.required.map { "\($0.type)" } == ["Pair<Double>", "Pair<Double>"])
  }

  @Test func anOrderIsKept() throws {
    let source = """
      public struct Timeout: Comparable {
        public init(_ duration: Duration) {}
        public init(_ text: String) {}
        public init(number: Int) {}
        public static func < (a: Timeout, b: Timeout) -> Bool { false }
      }
      """
    let proposals = try proposals(source, KeptOrder())
    #expect(proposals.map(\.name) == ["initOfDurationKeepsTheOrder"])
    #expect(proposals[0].inputs[0].generator.contains("secondsComponent"))
  }

  @Test func aNumberOfTheStandardLibraryInAText() throws {
    let source = """
      public extension UInt64 { init(parameter: String) throws { self = 0 }; init?(hex: String) { nil } }
      """
    let proposals = try proposals(source, ReadNumbers())
    #expect(proposals.map(\.name) == ["UInt64ParameterReadsNumbers"])
    #expect(proposals[0].body == ["try expect(\"read\", try? UInt64(parameter: text), equals: UInt64(text))"])
  }

  @Test func anyValueIsDumpedAndLoaded() throws {
    let source = """
      public func dump(object: Any?) throws -> String { "" }
      public func load(text: String) throws -> Any? { nil }
      public func loaded(text: String) throws -> Any? { nil }
      """
    let names = try proposals(source, PairsOfAny()).map(\.name)
    #expect(names.count == 7 && names.contains("loadUndoesDumpOfDouble"))
  }

  @Test func constantsAreReadBackTogether() throws {
    let source = """
      public struct Kind: Sendable, CustomStringConvertible {
        init() {}
        public static var plain: Kind { Kind() }
        public static var other: Self { Kind() }
        public init?(from text: String) { return nil }
        public var description: String { "" }
      }
      """
    let proposals = try proposals(source, RoundTrips())
    #expect(proposals.map(\.name) == ["descriptionIsReadBackByInitFrom", "constantsAreReadBackByInitFrom"])
    #expect(proposals[1].inputs[0].generator == "Generator { _ in [.plain, .other] as [Kind] }")
  }

  @Test func whatHasNoEqualsIsWrittenOnceMore() throws {
    let source = """
      public struct Cell: Equatable { public init(text: String) {} }
      public struct Day {
        public init(number: Int) {}
        public var cell: Cell { Cell(text: "") }
        public static func fromCell(_ cell: Cell) -> Day? { nil }
      }
      """
    let proposals = try proposals(source, RoundTrips())
    #expect(proposals.map(\.name) == ["fromCellUndoesCell"])
    #expect(proposals[0].body.last?.hasSuffix("(Day.fromCell(written))?.cell, equals: written)") == true)
  }

  @Test func anOpaqueParameterHasASimpleType() throws {
    let source = """
      public struct A { public init(bytes: some Collection<UInt8>) {}; public var all: some Collection<Int> { [1] } }
      public func f(_ number: some BinaryInteger, _ text: some StringProtocol) -> Int { 0 }
      """
    let api = try subject.api(source)
    #expect(api.types[0].members.first { $0.kind == .initializer }?.required[0].type == .array(.named("UInt8")))
    #expect(api.types[0].members.first { $0.name == "all" }.map { "\($0.result)".hasPrefix("some") } == true)
    #expect(api.functions.first?.required.map(\.type) == [.named("Int"), .named("String")])
  }

  /// An initializer whose documentation demands something makes values where nothing else does: those that the code accepts.
  @Test func valuesThatADemandAllows() throws {
    let api = try subject.api(
      """
      public struct A {
        /// - Requires: `count` is above zero.
        public init(count: Int) { precondition(count > 0) }
      }
      """)
    var plan = GeneratorPlan(api)
    #expect(plan.generator(of: .named("A")) == ".a")
    let recipe = try #require(plan.declarations().first?.recipes.first)
    #expect(recipe.expression.contains("Isolation.survives { _ = A(count: drawn) }") && recipe.isTried)
  }

  private let subject = ProposalTests()

  private func proposals(_ source: String, _ proposer: some Proposer) throws -> [Proposal] {
    let api = try subject.api(source)
    var context = ProposalContext(api, GeneratorPlan(api))
    return proposer.propose(&context)
  }
}
