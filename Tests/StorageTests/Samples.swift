import Foundation
import StorageContract

/// What the parts of stores are tried with, one by one; whole stores are tried by the laws.
enum Samples {
  /// No two of them are equal.
  static let values: [FieldValue] = {
    var samples: [FieldValue] = [.null, .bool(true), .bool(false)]
    samples += [0, 1, -1, .max, .min, 9_007_199_254_740_993, 1 << 62].map { .int64($0) }
    samples += [
      0.0, -0.0, 0.1, 1 / 3, .infinity, -.infinity, .nan, -.nan, .leastNonzeroMagnitude,
      .greatestFiniteMagnitude, .leastNormalMagnitude, 1e21, 1e-7, .signalingNaN,
      Double(bitPattern: 0x7FF8_0000_0000_1234),
    ].map { .double($0) }
    samples += [
      "0", "1", "-1", "0.1", "3.133", "100", "1e20", "12345678901234567890.123456789012345678",
      "99999999999999999999999999999999999999", "-99999999999999999999999999999999999999",
      "0.00000000000000000000000000000000000001", "1e127", "1e-128", "-1e-128",
      "99999999999999999999999999999999999999e127", "-9500e127", "1.2345678901234567890123456789012345678e-91",
    ].map { .decimal(Decimal(string: $0)!) }
    samples += [
      "", " ", " a ", "a\u{0}b", "\u{0}", "\"\\\n\r\t\u{1}\u{1F}\u{7F}", "é", "e\u{301}", "ﬁ", "한글",
      "\u{1112}\u{1161}\u{11AB}", "👩‍👩‍👧‍👦", "\u{FFFD}", "\u{FEFF}", "\u{10FFFF}", "null", "{\"int64\":\"1\"}",
      String(repeating: "x", count: 70_000),
    ].map { .text($0) }
    samples += [[], [0], [0, 255, 10, 0], Array(0...255)].map { .bytes($0) }
    samples += [
      0, -0.0, 0.1, 1e-9, 800_000_000.123456, -63_114_076_800, 1e300, -978_307_200.000001,
    ].map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    samples += [
      UUID(uuidString: "00000000-0000-0000-0000-000000000000")!,
      UUID(uuidString: "FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF")!,
    ].map { .uuid($0) }
    return samples
  }()

  /// Keys in byte order. UTF-16 order would put the astral one before U+FFFD; a C string ends at U+0000.
  static let keysInOrder = [
    "\u{0}", "\u{0}\u{0}", "\u{0}a", " ", "A", "B", "a", "a\u{0}", "a\u{0}b", "a\u{1}", "aa", "b", "e\u{301}",
    "z", "\u{7F}", "é", "\u{1161}", "\u{D7FF}", "\u{E000}", "\u{FFFD}", "\u{10000}", "\u{10FFFF}",
  ]
}

/// Where nothing is yet.
func temporaryPath() -> String {
  NSTemporaryDirectory() + "touchstone-test-" + UUID().uuidString
}
