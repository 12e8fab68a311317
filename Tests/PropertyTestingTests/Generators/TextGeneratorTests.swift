import Foundation
import Testing

@testable import PropertyTesting

@Suite("Text, bytes, identifiers, dates")
struct TextGeneratorTests {
  @Test func scalarOrderIsABijection() {
    var seen = [Bool](repeating: false, count: 0x110000)
    var wrong = 0
    for index in 0...ScalarOrder.last {
      let scalar = ScalarOrder.scalar(at: index)
      if seen[Int(scalar.value)] || ScalarOrder.index(of: scalar) != index { wrong += 1 }
      seen[Int(scalar.value)] = true
    }
    #expect(wrong == 0)
    #expect(ScalarOrder.last == 0x10_F7FF)
    #expect(seen.count { $0 } == 0x10_F800)
  }

  @Test func scalarOrderStartsAsPeopleWould() {
    let first = String(String.UnicodeScalarView((0..<63).map { ScalarOrder.scalar(at: $0) }))
    #expect(first == "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ")
    let printable = (0..<95).map { ScalarOrder.scalar(at: $0).value }
    #expect(Set(printable) == Set(0x20...0x7E))
  }

  @Test func asciiIsAscii() throws {
    let printable = Set(try values(of: .text(.asciiPrintable), count: 3_000).joined().unicodeScalars)
    #expect(printable == Set((0x20...0x7E).map { Unicode.Scalar(UInt8($0)) }))
    let all = Set(try values(of: .text(.ascii), count: 3_000).flatMap { Array($0.unicodeScalars) })
    #expect(all == Set((0x00...0x7F).map { Unicode.Scalar(UInt8($0)) }))
    let some = Set(try values(of: .text(.of("aé\u{301}")), count: 500).flatMap { Array($0.unicodeScalars) })
    #expect(some == ["a", "é", "\u{301}"])
  }

  @Test func unicodeHoldsWhatBreaksPrograms() throws {
    let scalars = try values(of: .text(), count: 4_000).flatMap { Array($0.unicodeScalars) }
    let seen = Set(scalars)
    for scalar: Unicode.Scalar in [
      "\0", "\u{FEFF}", "\u{202E}", "\u{200D}", "\u{10FFFF}", "\u{FFFF}", "\u{301}", "İ", "ß", "\n", "\"",
      "\\", "\u{2028}",
    ] {
      #expect(seen.contains(scalar), "\(String(scalar.value, radix: 16))")
    }
    #expect(scalars.count { $0.value > 0xFFFF } > scalars.count / 30)
    #expect(scalars.count { $0.properties.generalCategory == .nonspacingMark } > scalars.count / 40)
    #expect(scalars.count { (0x20...0x7E).contains($0.value) } > scalars.count / 3)
    let texts = try values(of: .text(), count: 2_000)
    #expect(texts.contains { $0.count < $0.unicodeScalars.count }, "some cluster")
    #expect(
      texts.contains {
        $0 != $0.precomposedStringWithCanonicalMapping
          || $0.utf8.count != $0.precomposedStringWithCanonicalMapping.utf8.count
      })
  }

  @Test func textKeepsItsCount() throws {
    for bounds in [0...0, 1...1, 3...7, 40...60] {
      let texts = try values(of: .text(.unicode, count: bounds), count: 500)
      #expect(texts.allSatisfy { bounds.contains($0.unicodeScalars.count) })
      #expect(
        Set(texts.map { $0.unicodeScalars.count }).isSuperset(of: [bounds.lowerBound, bounds.upperBound]))
    }
    let unbounded = try values(of: .text(), count: 1_000).map { $0.unicodeScalars.count }
    #expect(unbounded.allSatisfy { $0 <= 40 } && unbounded.contains { $0 > 30 } && unbounded.contains(0))
  }

  @Test func charactersAreSingle() throws {
    let characters = try values(of: Generator<Character>.character(), count: 3_000)
    #expect(characters.allSatisfy { String($0).count == 1 })
    #expect(characters.contains { $0.unicodeScalars.count > 1 })
    #expect(characters.contains { $0.isASCII })
    #expect(try values(of: Generator<Character>.character(.ascii)).allSatisfy { $0.isASCII })
  }

  @Test func anEmptyAlphabetDiscards() async throws {
    let result = await run(.text(.of(""), count: 1...3)) { _ in }
    #expect(result.verdict.name == "gave up")
    let empty = try values(of: .text(.of(""), count: 0...0), count: 10)
    #expect(empty == Array(repeating: "", count: 10))
  }

  @Test func bytesTakeEveryValue() throws {
    let bytes = try values(of: Generator<[UInt8]>.bytes(count: 0...64), count: 1_000)
    #expect(Set(bytes.joined()).count == 256)
    #expect(bytes.allSatisfy { $0.count <= 64 })
    #expect(bytes.contains { $0.isEmpty } && bytes.contains { $0.count > 60 })
    let data = try values(of: Generator<Data>.data(count: 3...3), count: 100)
    #expect(data.allSatisfy { $0.count == 3 })
  }

  @Test func identifiersDiffer() throws {
    let uuids = try values(of: .uuid, count: 1_000)
    #expect(Set(uuids).count > 700)
    let all = try (UInt64(1)...5).flatMap { try values(of: .uuid, count: 1_000, seed: $0) }
    #expect(all.contains(UUID(high: .max, low: .max)))
    #expect(
      UUID(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF).uuidString
        == "00112233-4455-6677-8899-AABBCCDDEEFF")
  }

  @Test func datesStayInTheirRange() throws {
    let range = Date(timeIntervalSince1970: -10)...Date(timeIntervalSince1970: 1e9)
    let dates = try values(of: .date(in: range), count: 2_000)
    #expect(dates.allSatisfy(range.contains))
    #expect(dates.contains(range.lowerBound) && dates.contains(range.upperBound))
    let fractional = dates.count { $0.timeIntervalSince1970 != $0.timeIntervalSince1970.rounded() }
    #expect((600...1_800).contains(fractional))
    let utc = try #require(TimeZone(identifier: "UTC"))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = utc
    let all = try values(of: .date(), count: 1_000)
    #expect(all.allSatisfy { calendar.component(.era, from: $0) == 1 })
    #expect(all.allSatisfy { (1...4_001).contains(calendar.component(.year, from: $0)) })
    #expect(Set(all.map { calendar.component(.year, from: $0) / 1_000 }).isSuperset(of: [0, 1, 2, 3]))
  }
}
