import Foundation
import Testing

@testable import PropertyWriting

/// Proposals of encoders, of properties that are set, of sets and of numbers far away; and the values that they need.
@Suite struct FurtherKindsTests {
  @Test func anEncoderWithItsDecoder() throws {
    let source = """
      public struct TableEncoder {
        public init(pretty: Bool = false) {}
        public func encode<T: Encodable>(_ value: T) throws -> String { "" }
      }
      public struct TableDecoder {
        public init() {}
        public func decode<T: Decodable>(_ type: T.Type = T.self, from text: String) throws -> T { throw CancellationError() }
      }
      """
    let names = try proposed(source, .coders)
    // And three numbers with a rest, and a day that does not exist.
    #expect(names.count == CoderPairs.declarations.count + 4)
    #expect(Set(names).isSuperset(of: ["decodesString", "decodesOptionalInt", "decodesTexts"]))
    // Bytes are not read from a text, and what needs a key makes no encoder of its own.
    #expect(try proposed(source.replacingOccurrences(of: "-> String { \"\" }", with: "-> [UInt8] { [] }"), .coders) == [])
    #expect(try proposed(source.replacingOccurrences(of: "Bool = false", with: "Bool"), .coders) == [])
  }

  @Test func aPropertyWithAccessors() throws {
    let api = try subject.api(
      """
      public struct A: Equatable {
        private var steps = 0
        public init() {}
        public var stored = 0
        public var percent: Int { get { steps } set { steps = newValue } }
        public var name: String { "" }
        public var unit: String { get { "" } set {} }
      }
      public enum B: Equatable { case a(Int), b; public var number: Int? { get { nil } set {} } }
      """)
    var context = ProposalContext(api, GeneratorPlan(api))
    let proposals = Setting().propose(&context)
    #expect(proposals.map(\.name) == ["percentIsWhatItIsSetTo", "unitIsWhatItIsSetTo", "numberIsWhatItIsSetTo"])
    #expect(proposals[0].body == ["var copy = value", "copy.percent = new", "try expect(\"percent set\", copy.percent, equals: new)"])
    // A text may be tidied.
    #expect(proposals[1].body.suffix(3) == [
      "let kept = copy.unit", "copy.unit = kept", "try expect(\"unit set\", copy.unit, equals: kept)",
    ])
    #expect(proposals[2].body.contains("try expect(\"number set to what it is\", copy, equals: value)"))
    #expect(proposals[2].body.contains { $0.hasPrefix("guard new != nil") })
  }

  @Test func setsBesideWhatTheyContain() throws {
    let source = """
      public struct A {
        public init(items: [Int]) {}
        public func contains(_ item: Int) -> Bool { false }
        public func union(_ other: A) -> A { self }
        public mutating func subtract(_ other: A) {}
        public func intersect(_ item: Int) -> A { self }
      }
      """
    #expect(try proposed(source, .sets) == ["unionHasItsElements", "subtractHasItsElements"])
  }

  @Test func wholeNumbersBesideThoseOfSwift() throws {
    let operators = ["+", "-", "*", "/", "%", "&", "|", "^"].flatMap { sign in
      ["public static func \(sign) (a: A, b: A) -> A { a }", "public static func \(sign)= (a: inout A, b: A) {}"]
    }
    let source = """
      public struct A: BinaryInteger {
        public var words: [UInt] { [] }
        public var bitWidth: Int { 64 }
        public var trailingZeroBitCount: Int { 0 }
        public var magnitude: A { self }
        public static var isSigned: Bool { false }
        public init(integerLiteral value: UInt) {}
        public init?<T: BinaryFloatingPoint>(exactly source: T) {}
        public init<T: BinaryFloatingPoint>(_ source: T) {}
        public init<T: BinaryInteger>(_ source: T) {}
        public init<T: BinaryInteger>(truncatingIfNeeded source: T) {}
        public init<T: BinaryInteger>(clamping source: T) {}
        public init?<T: BinaryInteger>(exactly source: T) {}
        public static func >>= <T: BinaryInteger>(a: inout A, b: T) {}
        public static func <<= <T: BinaryInteger>(a: inout A, b: T) {}
        public static prefix func ~ (a: A) -> A { a }
        \(operators.joined(separator: "\n  "))
        READER
      }
      """
    let all = ["convertsLikeUInt128", "calculatesLikeUInt128", "shiftsLikeUInt128"]
    let reader = "public init?(_ text: String, radix: Int = 10) {}"
    #expect(try proposed(source.replacingOccurrences(of: "READER", with: reader), .wholeNumbers) == all + ["readsLikeUInt128"])
    #expect(try proposed(source.replacingOccurrences(of: "READER", with: ""), .wholeNumbers) == all)
  }

  @Test func aStaticFunctionThatReadsAProperty() throws {
    let source = """
      import Foundation
      public struct Cell: Equatable { public init(text: String) {} }
      extension Date { public var cell: Cell { Cell(text: "") }; public static func fromCell(_ cell: Cell) -> Self? { nil } }
      """
    let name = "fromCellUndoesCell"
    #expect(try proposed(source, .roundTrip) == [name, "\(name)OfEarlyDates", "\(name)OfLateDates"])
  }

  @Test func shiftsAndFractionsAreAskedFarAway() throws {
    let source = """
      public struct A {
        public init(bits: Int) {}
        public mutating func shiftLeft(by distance: Int) {}
        public mutating func move(by distance: Int) {}
        public static func >> (one: A, distance: Int) -> A { one }
      }
      public func stars(for rating: Double) -> Int { 0 }
      public func half(of number: Double) -> Double { 0 }
      """
    let names = Set(try proposed(source, .ends))
    #expect(names == [
      "shiftedRightOneDistanceNearTheEndsOfInt", "shiftLeftByNearTheEndsOfInt", "starsForNearTheEndsOfDouble",
    ])
  }

  @Test func whatRefusesANumberRefusesNone() throws {
    let source = """
      public struct A { public init(count: Int, ratio: Double) throws {}; public init(size: Double) {} }
      public func level(_ share: Double) -> Int? { nil }
      """
    let api = try subject.api(source)
    var context = ProposalContext(api, GeneratorPlan(api))
    let proposals = NotANumber().propose(&context)
    #expect(proposals.map(\.name) == ["levelRefusesNotANumberForShare", "initCountRatioRefusesNotANumberForRatio"])
    #expect(proposals[1].inputs.map(\.name) == ["count"])
    #expect(proposals[1].body.last == "try expect(\"it is refused\", (try? A(count: count, ratio: Double.nan)) == nil)")
  }

  @Test func valuesAreChangedAndConstantsAreAmongThem() throws {
    let api = try subject.api(
      """
      public struct A: Hashable {
        public let number: Int
        public var note = ""
        public init(number: Int) { self.number = number }
        public static let first = A(number: 1)
        public static var last: Self { A(number: 9) }
      }
      public struct Log { public init() {}; public mutating func append(_ line: Int) {} }
      """)
    var plan = GeneratorPlan(api)
    _ = (plan.generator(of: .named("A")), plan.generator(of: .named("Log")))
    let recipes = plan.declarations().flatMap(\.recipes)
    #expect(recipes.map(\.title) == ["A.init(number:)", "A.init(number:), changed", "constants of A", "Log.init()", "Log.init(), changed"])
    #expect(recipes[1].expression.contains("made.note = try source(.someText)"))
    #expect(recipes[2].expression == "Generator { source in ([A.first, A.last] as [A])[try source(.int(in: 0...1))] }")
    #expect(recipes[4].expression.contains("{ made.append(element) }"))
  }

  /// A view of a collection has no initializer that is public.
  @Test func aFunctionOfAnotherTypeMakesValues() throws {
    let api = try subject.api(
      """
      public struct Pairs<Base: Collection> { let base: Base; init(base: Base) { self.base = base } }
      extension Collection { public func pairs(ofCount count: Int) -> Pairs<Self> { Pairs(base: self) } }
      """)
    var plan = GeneratorPlan(api)
    #expect(api.types[0].type.description == "Pairs<[Int]>" && plan.generator(of: api.types[0].type) == ".pairs")
    let recipe = try #require(plan.declarations().first?.recipes.first)
    #expect(recipe.expression.contains("Isolation.survives { _ = drawn.0.pairs(ofCount: drawn.1) }") && recipe.isTried)
  }

  private let subject = ProposalTests()
  private func proposed(_ source: String, _ kind: Proposal.Kind) throws -> [String] { try subject.proposed(source, kind) }
}
