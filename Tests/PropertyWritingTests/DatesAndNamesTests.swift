import Testing

@testable import PropertyWriting

/// Proposals about dates, parts of URLs, beginnings, names of fields, keys with one hash, and changes that are undone.
@Suite struct DatesAndNamesTests {
  @Test func daysThatDoNotExist() throws {
    let source = """
      import Foundation
      public struct Cell: Equatable { init() {} }
      public extension String { var cell: Cell { Cell() } }
      public extension Date {
        init?(stamp: String) { return nil }
        static func fromCell(_ cell: Cell) -> Date? { nil }
      }
      public extension Decimal { static func fromCell(_ cell: Cell) -> Decimal? { nil } }
      public extension Int { static func fromName(_ name: Cell) -> String { "" } }
      """
    let proposals = try proposals(source, ReadDates())
    #expect(
      Set(proposals.map(\.name)) == [
        "DateFromCellRefusesDaysThatDoNotExist", "DateInitStampRefusesDaysThatDoNotExist", "DecimalFromCellRefusesARest",
      ])
    #expect(proposals.contains { $0.body == ["try expect(\"\\(text) is refused\", (Decimal.fromCell(text.cell)) == nil)"] })
    #expect(Set(proposals.map(\.kind)) == [.impossibleDates, .readNumbers])
  }

  @Test func stepsOfADateAreEqual() throws {
    let source = """
      import Foundation
      public extension Date { init?(day: Double) { return nil }; init(words: String) { self.init() } }
      public extension Duration { static func weeks(_ number: Int) -> Duration { .zero } }
      """
    let proposals = try proposals(source, EqualSteps())
    #expect(Set(proposals.map(\.name)) == ["DateInitDayInEqualSteps", "DurationWeeksInEqualSteps"])
    #expect(proposals.contains { $0.inputs[0].generator.hasSuffix(".map { Double($0) }") })
  }

  @Test func aBeginningThatIsRemoved() throws {
    let source = """
      public struct Trail: Equatable {
        public init(steps: [Int]) {}
        public func starts(with other: Trail) -> Bool { false }
        public mutating func removePrefix(_ prefix: Trail) -> Bool { false }
        public mutating func removeSuffix(_ suffix: Trail) -> Bool { false }
      }
      """
    #expect(try proposals(source, Prefixes()).map(\.name) == ["removePrefixAgreesWithStartsWith"])
  }

  @Test func fieldsWithNames() throws {
    let source = """
      public struct Fields {
        public init(_ all: [String] = []) {}
        /// - Parameter name: must be in ASCII.
        public mutating func add(name: String, value: String) {}
        public func contains(name: String) -> Bool { false }
      }
      public struct Others {
        public init() {}
        public mutating func add(name: String, value: Int) {}
        public func contains(name: String) -> Bool { true }
      }
      """
    let proposals = try proposals(source, NamesInAnyCase())
    #expect(proposals.map(\.name) == ["containsTheNamesThatWereAdded"] && proposals[0].subject == "Fields")
  }

  @Test func partsOfAURL() throws {
    let source = """
      public struct Address {
        public init(_ text: String) throws {}
        public var scheme: Int { 0 }
        public var host: String? { nil }
        public var port: Int? { nil }
        public var path: String { "" }
      }
      public struct Other { public init(_ text: String) {}; public var host: String { "" } }
      """
    let proposals = try proposals(source, PartsOfURLs())
    #expect(
      proposals.map(\.name) == ["host", "port", "path"].flatMap { ["\($0)IsThatOfFoundation", "\($0)IsThatOfFoundationBeforeAFragment"] })
    #expect(proposals[2].body.last == "try expect(\"port of \\(text)\", read.port, equals: known.port)")
    #expect(proposals[3].inputs[0].generator.contains("+ \"#e\""))
  }

  @Test func keysWithOneHash() throws {
    let source = """
      public struct Map<Key: Hashable, Value> {
        public init() {}
        public subscript(key: Key) -> Value? { get { nil } set {} }
      }
      public struct Named { public init() {}; public subscript(name: String) -> Int? { get { nil } set {} } }
      """
    let names = try proposals(source, Machines()).map { "\($0.subject).\($0.name)" }
    #expect(names == ["Map.isADictionary", "Map.isADictionaryOfKeysWithOneHash", "Named.isADictionary"])
  }

  @Test func changesThatAreUndone() throws {
    let source = """
      public struct Bits: Equatable {
        public init(bits: [Bool]) {}
        public mutating func resizingShiftLeft(by amount: Int) {}
        public mutating func resizingShiftRight(by amount: Int) {}
        public mutating func shiftLeft(by amount: Int) {}
        public mutating func shiftRight(by amount: Int) {}
      }
      """
    let proposals = try proposals(source, RoundTrips())
    #expect(proposals.map(\.name) == ["resizingShiftRightByUndoesResizingShiftLeftBy"])
    #expect(proposals[0].inputs[1].generator == ".int(in: 0...8)")
  }

  @Test func namesThatEndWithWhatIsMade() throws {
    let source = """
      public enum Paint {
        public struct Entry { public init(text: String) {} }
        public static func extractEntry(for text: String) -> Entry { Entry(text: text) }
        public static func generateString(for entry: Entry) -> String { "" }
      }
      """
    let proposals = try proposals(source, RoundTrips())
    #expect(proposals.map(\.name) == ["extractEntryForUndoesGenerateStringFor"])
    #expect(proposals[0].body.last?.contains("Paint.generateString(for: Paint.extractEntry(for: written)), equals: written") == true)
  }

  @Test func aListAndADateThatAreKept() throws {
    let source = """
      import Foundation
      public struct Number: Equatable { public init(parts: [UInt]) throws {}; public var components: [UInt] { [] } }
      public struct Cookie: Equatable {
        public init(name: String, expires: Date) {}
        public var name: String { "" }
        public var expires: Date? { nil }
      }
      """
    let proposals = try proposals(source, StoredValues())
    #expect(
      proposals.map(\.name) == [
        "keepsComponents", "keepsNameExpiresByExpires", "keepsNameExpiresByExpiresOfEarlyDates", "keepsNameExpiresByExpiresOfLateDates",
      ])
  }

  @Test func numbersThatConformToAProtocolOfTheModule() throws {
    let source = """
      public protocol Readable { init(parameter: String) throws }
      extension Int: Readable {}
      extension UInt64: Readable {}
      extension Bool: Readable { public init(parameter: String) throws { self = false } }
      public extension Readable where Self: BinaryInteger { init(parameter: String) throws { self = 0 } }
      """
    #expect(Set(try proposals(source, ReadNumbers()).map(\.name)) == ["IntParameterReadsNumbers", "UInt64ParameterReadsNumbers"])
  }

  private let subject = ProposalTests()
  private func proposals(_ source: String, _ proposer: some Proposer) throws -> [Proposal] {
    let api = try subject.api(source)
    var context = ProposalContext(api, GeneratorPlan(api))
    return proposer.propose(&context)
  }
}
