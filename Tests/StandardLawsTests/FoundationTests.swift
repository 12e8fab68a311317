import Foundation
import PropertyTesting
import StandardLaws
import Testing

/// Foundation's values keep the laws of their protocols.
@Suite struct FoundationTests {
  @Test func identifiersAndData() throws {
    try checkLaws(.hashable, .comparable, .codable, of: .uuid)
    try checkLaws(.hashable, .codable, of: .data())
    try checkLaws(.hashable, .codable, of: .url(schemes: ["https", "file"]))
    let paths = Generator<[Int]>.array(of: .int(in: 0...9), count: 0...4)
    try checkLaws(.hashable, .comparable, .codable, of: paths.map { IndexPath(indexes: $0) })
  }

  @Test func dates() throws {
    try checkLaws(
      .hashable, .comparable,
      .codable.except(
        .law("a value comes back from an XML property list", because: "an XML property list writes the whole seconds of a date")),
      of: .date())
    try checkLaws(.hashable, .codable, of: .timeZone)
    try checkLaws(.hashable, .codable, of: .locale)
    try checkLaws(
      .hashable, .comparable,
      of: Generator<DateInterval> { source in
        DateInterval(start: Date(timeIntervalSince1970: Double(try source(.int(in: 0...9)))), duration: Double(try source(.int(in: 0...9))))
      })
  }

  @Test func decimals() throws {
    let decimals = Generator<Decimal> { source in Decimal(try source(.int(in: -1_000_000...1_000_000))) / 100 }
    try checkLaws(.hashable, .comparable, .signedNumeric, of: decimals)
    try checkLaws(.description { Decimal(string: $0) }, of: decimals)
  }

  @Test func formats() throws {
    let seconds = Generator<Date> { source in Date(timeIntervalSince1970: Double(try source(.int(in: 0...4_000_000_000)))) }
    try checkLaws(.losslessFormat(Date.ISO8601FormatStyle()), of: seconds)
    try checkLaws(.losslessFormat(IntegerFormatStyle<Int>(locale: Locale(identifier: "en_US"))), of: .int(in: -1_000_000...1_000_000))
  }

  @Test func comparators() throws {
    try checkLaws(.sortComparator(KeyPathComparator(\String.count)), of: .text(count: 0...3))
    try checkLaws(.sortComparator(ComparableComparator<Int>()), of: .int(in: 0...9))
    try checkLaws(.sortComparator(ComparableComparator<Int>(order: .reverse)), of: .int(in: 0...9))
  }
}
