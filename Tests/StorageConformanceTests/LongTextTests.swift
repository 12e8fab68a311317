import PropertyTesting
import StorageContract
import Testing

@testable import StorageConformance

/// What reports print of keys and dumps that are long.
@Suite struct LongTextTests {
  @Test func keysAreWholeUpTo100Bytes() {
    let key = String(repeating: "k", count: 100)
    #expect(describe(key) == "\"\(key)\"")
    let long = describe(key + "a")
    #expect(long.hasPrefix("\"\(key.prefix(40))\"… of 101 bytes, checksum ") && long.utf8.count < 100, "\(long)")
    #expect(long != describe(key + "b"))
    #expect(describe([key + "a"]) == "[\(long)]" && describe(String?.none) == "nil")
    #expect("\(RecordPlace(key + "a", in: "c"))" == "c/\(long)")
    #expect(PropertyTesting.describe(Record(key: "k", version: 1, fields: [:])) == "Record(key: \"k\", version: 1, fields: [:])")
  }

  /// A key of 1,000 bytes in what a law reports: in the history, and in both dumps of the claim.
  @Test func aClaimDumpsALongKeyShortened() async throws {
    let store = try await MemoryLocation().open()
    let key = String(repeating: "k", count: 1_000)
    let before = try await store.dumped()
    try await store.write { _ = try $0.put(["n": .int64(1)], at: key, in: "c") }
    let after = try await store.dumped()
    #expect(before != after)
    let failure = try #require(throws: ExpectationFailure.self) { try expect("dump", after, equals: before) }
    let text = failure.description
    #expect(text.utf8.count < 400 && text.contains("bytes, checksum") && text.contains("version 1"), "\(text)")
  }

  /// Swift's own texts are equal if they are canonically equivalent.
  @Test func dumpsAreComparedByBytes() {
    #expect(StoreDump("é") != StoreDump("e\u{301}") && StoreDump("é") == StoreDump("\u{E9}"))
  }
}
