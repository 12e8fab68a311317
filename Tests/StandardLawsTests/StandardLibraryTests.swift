import Foundation
import PropertyTesting
import StandardLaws
import Testing

/// The standard library's values keep the laws of their protocols.
@Suite struct StandardLibraryTests {
  @Test func integers() throws {
    func hold<Number: FixedWidthInteger & Codable & LosslessStringConvertible & Sendable>(
      _ type: Number.Type, _ generator: Generator<Number>
    ) throws where Number.Magnitude: SendableMetatype, Number.Words: SendableMetatype {
      try checkLaws(.fixedWidthInteger, .losslessStringConvertible, .codable, of: generator)
    }
    try hold(Int.self, .int())
    try hold(Int8.self, .integer())
    try hold(Int16.self, .integer())
    try hold(Int32.self, .integer())
    try hold(Int64.self, .integer())
    try hold(UInt.self, .integer())
    try hold(UInt8.self, .integer())
    try hold(UInt16.self, .integer())
    try hold(UInt32.self, .integer())
    try hold(UInt64.self, .integer())
  }

  @Test func signedAndStrideableIntegers() throws {
    try checkLaws(.signedNumeric, of: Generator<Int>.int())
    try checkLaws(.signedNumeric, of: Generator<Int8>.integer())
    try checkLaws(.strideable, of: Generator<Int>.int(in: -1_000_000...1_000_000))
    try checkLaws(.strideable, of: Generator<UInt8>.integer(in: 8...247))
  }

  @Test func floatingPoint() throws {
    let doubles = Generator<Double>.oneOf(
      .double(), .double(in: -100...100, including: [.nan, .infinity, -.infinity, -0.0, .leastNonzeroMagnitude]))
    try checkLaws(.hashable.except(.nan), .comparable.except(.nan), .binaryFloatingPoint, of: doubles)
    try checkLaws(.losslessStringConvertible.except(.nan), of: doubles)
    try checkLaws(.codable.except(.nonFinite), of: doubles)
    try checkLaws(.signedNumeric.except(.nonFinite, .rounding), of: .double(in: -1e100...1e100))
    let floats = Generator<Float> { source in Float(try source(doubles)) }
    try checkLaws(.hashable.except(.nan), .comparable.except(.nan), .binaryFloatingPoint, of: floats)
    try checkLaws(.losslessStringConvertible.except(.nan), of: floats)
  }

  @Test func texts() throws {
    // `<` misorders texts that are not composed: “string-order” in docs/found.md.
    func composed<Text>(_ text: @escaping @Sendable (Text) -> String) -> Waiver<Text> {
      .values("not composed", because: "a text that is not composed may be neither less nor greater than another") { value in
        !text(value).unicodeScalars.elementsEqual(text(value).precomposedStringWithCanonicalMapping.unicodeScalars)
      }
    }
    try checkLaws(.hashable, .comparable.except(composed { $0 }), .losslessStringConvertible, .codable, of: Generator<String>.text())
    try checkLaws(.hashable, .comparable.except(composed { String($0) }), .losslessStringConvertible, of: Generator<Character>.character())
    try checkLaws(.hashable, .comparable, .losslessStringConvertible, of: Generator<Unicode.Scalar>.scalar())
    let ends = Generator<String>.text().map { $0.dropFirst() }
    try checkLaws(.hashable, .comparable.except(composed { String($0) }), .losslessStringConvertible, of: ends)
    let letters = Generator<Character>.character(.of("abcAB"))
    try checkLaws(.functor(of: letters) { text, change in String(text.map(change)) }, of: .text(.of("abcAB")))
  }

  @Test func boolAndOptional() throws {
    let report = try checkLaws(.hashable, .losslessStringConvertible, .codable, of: .bool)
    #expect(report.description.contains("proven: "))
    try checkLaws(.hashable, of: Generator<Int>.int(in: 0...9).optional)
    try checkLaws(.involution { !$0 }, .idempotent { $0 || true }, .lattice(join: { $0 || $1 }, meet: { $0 && $1 }), of: .bool)
    let digits = Generator<Int>.int(in: 0...9)
    try checkLaws(.functor(of: digits) { value, change in value.map(change) }, of: digits.optional)
  }

  @Test func collections() throws {
    let numbers = Generator<Int>.int(in: 0...9)
    let lists = Generator<[Int]>.array(of: numbers, count: 0...5)
    try checkLaws(.hashable, .codable, of: lists)
    try checkLaws(.hashable, .codable, of: .set(of: numbers, count: 0...5))
    try checkLaws(.hashable, .codable, of: .dictionary(of: .text(.of("abcAB"), count: 0...2), numbers, count: 0...4))
    try checkLaws(.hashable, .codable, of: Generator<Range<Int>>.range(of: numbers))
    try checkLaws(.hashable, .codable, of: Generator<ClosedRange<Int>>.closedRange(of: numbers))
    try checkLaws(
      .monoid("concatenation", identity: []) { $0 + $1 }, .functor(of: numbers) { $0.map($1) }, .involution("reversal") { $0.reversed() },
      .idempotent("sorting") { $0.sorted() }, of: lists)
    try checkLaws(.lattice(join: { $0.union($1) }, meet: { $0.intersection($1) }), of: .set(of: numbers, count: 0...5))
  }

  @Test func durationsAndIdentities() throws {
    try checkLaws(.hashable, .comparable, .additiveArithmetic, .codable, of: .duration())
    try checkLaws(.hashable, of: Generator<Int>.int(in: 0...3).map { AnyHashable($0) })
    try checkLaws(.randomNumberGenerator, of: Generator<SystemRandomNumberGenerator> { _ in SystemRandomNumberGenerator() }, cases: 20)
    try checkLaws(.rawRepresentable, .optionSet, of: Generator<UInt8>.integer().map { Options(rawValue: $0) })
  }
}
