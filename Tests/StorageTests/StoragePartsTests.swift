import Foundation
import Testing

@testable import StorageContract

/// The same numbers in every run: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators".
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// The small parts, each against an independent account of it.
@Suite struct StoragePartsTests {
  @Test func checksumHasItsPublishedCheckValue() {
    // The check value of CRC-32/ISO-HDLC in the CRC RevEng catalogue.
    #expect(CRC32.checksum("123456789".utf8) == 0xCBF4_3926)
    #expect(CRC32.checksum([]) == 0)
    #expect(CRC32.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
    var sum = CRC32()
    sum.update("1234".utf8)
    sum.update(AnySequence("56789".utf8))
    #expect(sum.value == 0xCBF4_3926)
  }

  @Test func decimalsAreExactAsText() throws {
    var random = SplitMix64(state: 1)
    for _ in 0..<3_000 {
      let digits = Int.random(in: 1...38, using: &random)
      let text = (0..<digits).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
      let sign = Bool.random(using: &random) ? "-" : ""
      let exponent = Int.random(in: -128...127, using: &random)
      let decimal = try #require(Decimal(string: "\(sign)\(text)e\(exponent)"))
      let parts = try #require(DecimalParts(decimal))
      #expect(RecordRules().reasonAgainst(.decimal(decimal)) == nil)
      #expect(parts.decimal == decimal, "\(decimal)")
      #expect(DecimalParts(text: parts.text) == parts, "\(parts.text)")
      // Foundation reads the same number from it, where the exponent is one that it reads.
      if parts.exponent <= 127 {
        #expect(Decimal(string: parts.text) == decimal, "\(parts.text)")
      }
    }
    let texts = [
      "0", "1", "-1", "0.1", "100", "-0.00125", "0.0000001", "1e-8", "1.25e-90", "1e127", "-1e-128",
      "99999999999999999999999999999999999999", "1e38", "10000000000000000000000000000000000000",
    ]
    for text in texts {
      let parts = try #require(DecimalParts(text: text), "\(text)")
      #expect(parts.text == text)
      #expect(parts.decimal == Decimal(string: text), "\(text)")
    }
    // Held with zeros at the end of the significand.
    let large = try #require(Decimal(string: "-9500e127"))
    #expect(DecimalParts(large)?.text == "-9.5e130")
    #expect(DecimalParts(text: "-9.5e130")?.decimal == large)
    #expect(DecimalParts(text: "1e166")?.isStorable == false)
    #expect(DecimalParts(text: "1e-129")?.isStorable == false)
    for text in [
      "", "-", "-0", "00", "01", "1.0", ".1", "1.", "+1", "1e", "1e+5", "1E5", " 1", "1 ", "1,5", "12abc",
      "1e5", "0x10", "NaN", "--1", "1.1.1", "1e9999", "4" + String(repeating: "0", count: 39) + "1",
    ] {
      #expect(DecimalParts(text: text) == nil, "\(text)")
    }
    #expect(DecimalParts(Decimal.nan) == nil)
  }

  @Test func valuesAreExactAsText() throws {
    for value in Samples.values {
      #expect(FieldValue(kind: value.kind, exactText: value.exactText) == value, "\(value)")
      var bytes: [UInt8] = []
      FieldsText.append(["v": value, "a": .null], to: &bytes)
      #expect(try FieldsText.read(bytes[...]) == ["v": value, "a": .null], "\(value)")
      #expect(bytes.allSatisfy { $0 >= 0x20 }, "\(value)")
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(bytes)) }
      for end in 0..<min(bytes.count, 200) {
        #expect(throws: TextFormatError.self) { try FieldsText.read(bytes[..<end]) }
      }
    }
    for (kind, text) in [
      ("int64", "+1"), ("int64", "9223372036854775808"), ("double", "1"), ("double", "0x1p3"),
      ("double", "nan:0"), ("bool", "TRUE"), ("uuid", "x"), ("bytes", "!"), ("int32", "1"), ("null", "x"),
    ] {
      #expect(FieldValue(kind: kind, exactText: text) == nil, "\(kind) \(text)")
    }
  }

  @Test func valuesDifferByRepresentation() {
    let samples = Samples.values
    for (index, left) in samples.enumerated() {
      for (other, right) in samples.enumerated() {
        #expect((left == right) == (index == other), "\(left) and \(right)")
      }
    }
  }

  @Test func keysAreOrderedByBytes() {
    for (index, left) in Samples.keysInOrder.enumerated() {
      for (other, right) in Samples.keysInOrder.enumerated() {
        #expect(KeyBytes.precedes(left, right) == (index < other))
        #expect((KeyBytes(left) == KeyBytes(right)) == (index == other))
      }
    }
    #expect(Set(["é", "e\u{301}"].map(KeyBytes.init)).count == 2)
    #expect(KeyBytes("a long key, too long to be inline").hashValue
      == KeyBytes("a long key, " + "too long to be inline").hashValue)
  }

  @Test func aDumpIsTextThatSaysEverything() async throws {
    let store = try await MemoryLocation().open()
    try await store.write { transaction in
      try transaction.put(["text": .text("e\u{301}\u{0}"), "n": .int64(-1)], at: "é\n", in: "c1")
      try transaction.put([:], at: "a", in: "c0")
      try transaction.setSchemaVersion(6)
    }
    let lines = [
      "schemaVersion 6", "collection c0", "  \"a\" version 2", "collection c1", "  \"é\\n\" version 1",
      "    n int64 \"-1\"", "    text text \"e\u{301}\\u0000\"", "",
    ]
    #expect(try await store.dump().utf8.elementsEqual(lines.joined(separator: "\n").utf8))
    try await store.close()
  }

  /// Files may have bytes in another form, such as base64.
  @Test func whatIsStoredIsAtRestInItsFilesAndAsItIs() async throws {
    let memory = MemoryLocation()
    let store = try await memory.open()
    try await store.write { _ = try $0.put(["sealed": .bytes([0xF0, 1, 2]), "n": .int64(12)], at: "key", in: "c") }
    try await store.close()
    let server = AnyStoreLocation(open: { try await memory.open() })
    let parts = try await server.bytesAtRest().split(separator: 0).map(Array.init)
    #expect(parts.count == 6)
    #expect(Set(parts) == Set([[0xF0, 1, 2], Array("12".utf8)] + ["c", "key", "n", "sealed"].map { Array($0.utf8) }))
    let disk = AnyStoreLocation(open: { try await memory.open() }, rawBytes: { [7] })
    #expect(try await disk.bytesAtRest() == [7] + server.bytesAtRest())
  }

  /// Against a dictionary, through every split and merge of chunks.
  @Test func sortedRecordsAgreeWithADictionary() {
    var random = SplitMix64(state: 1)
    for ascending in [true, false] {
      var records = SortedRecords()
      var model: [String: Int64] = [:]
      for step in 0..<6_000 {
        let key = ascending && step < 2_000
          ? String(10_000 + step) : String(Int.random(in: 10_000..<13_000, using: &random))
        let deletes = Int.random(in: 0..<10, using: &random) < (step < 3_000 ? 2 : 8)
        if deletes {
          #expect(records.remove(key)?.version == model.removeValue(forKey: key))
        } else {
          let record = Record(key: key, version: Int64(step), fields: [:])
          #expect(records.set(record)?.version == model.updateValue(Int64(step), forKey: key))
        }
        guard step % 50 == 0 else { continue }
        let keys = model.keys.sorted()
        #expect(records.scan(from: nil, to: nil, limit: nil).map(\.key) == keys)
        #expect(records.count == keys.count)
        let bounds = [0, 0].map { _ in String(Int.random(in: 9_990..<13_010, using: &random)) }
        let inside = keys.filter { $0 >= bounds[0] && $0 < bounds[1] }
        #expect(records.count(from: bounds[0], to: bounds[1]) == inside.count)
        #expect(
          records.scan(from: bounds[0], to: bounds[1], limit: 7).map(\.key) == Array(inside.prefix(7)))
        #expect(records.find(bounds[0])?.version == model[bounds[0]])
      }
    }
  }

  @Test func refusalsDoNotDependOnHashing() {
    let fields = Dictionary(
      uniqueKeysWithValues: (0..<40).map { ("f\($0)", FieldValue.decimal(.nan)) })
    for _ in 0..<20 {
      #expect {
        try RecordRules().check(fields: Dictionary(uniqueKeysWithValues: fields.shuffled()))
      } throws: {
        if case .invalidValue("f0", _)? = $0 as? StoreError { true } else { false }
      }
    }
  }

  @Test func errorsAreSentences() {
    let errors: [StoreError] = [
      .closed, .transactionEnded, .readOnly(path: "/p"), .invalidName("a b"), .invalidKey(reason: "r"),
      .invalidValue(field: "f", reason: "r"), .invalidLimit(-1), .inUse(path: "/p"),
      .damaged(path: "/p", offset: 3, reason: "r"), .damaged(path: "/p", offset: nil, reason: "r"),
      .io(operation: "do it", path: "/p", reason: "r"), .unsupported("backups"),
    ]
    for error in errors {
      #expect(error.description.hasSuffix("."))
      #expect((error as any Error).localizedDescription == error.description)
    }
    #expect(
      StoreError.damaged(path: "/p", offset: 3, reason: "a bit is wrong").description
        == "/p is damaged at byte 3: a bit is wrong. It was left as it is.")
    #expect(StoreError.io(operation: "do it", path: "/p", reason: "r").description == "Could not do it (/p): r.")
  }
}
