import PropertyTesting
import StorageContract

/// How reports print keys, names, texts and bytes that may be long.
enum LongText {
  /// The longest key that a report prints whole, in bytes of UTF-8.
  static let wholeKeyBytes = 100

  /// Whole up to a number of bytes; else how it begins, its size, and a checksum.
  static func description(of text: String, wholeTo limit: Int) -> String {
    let sizeBytes = text.utf8.count
    guard sizeBytes > limit else { return PropertyTesting.describe(text) }
    return PropertyTesting.describe(String(text.unicodeScalars.prefix(40))) + "… of \(sizeBytes) bytes, checksum \(checksum(text.utf8))"
  }

  /// Tells long values apart that begin alike (FNV-1a).
  static func checksum(_ bytes: some Sequence<UInt8>) -> String {
    String(bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
  }
}

// In this module, texts are keys and names: these take precedence over the engine's `describe`.

/// A key or a name; the ends of a long one.
func describe(_ key: String) -> String { LongText.description(of: key, wholeTo: LongText.wholeKeyBytes) }

/// A bound of a scan.
func describe(_ bound: String?) -> String { bound.map { describe($0) } ?? "nil" }

/// Keys or names.
func describe(_ keys: [String]) -> String { "[" + keys.map { describe($0) }.joined(separator: ", ") + "]" }

extension Record: CounterexampleDescribable {
  /// As any structure, but for a long key.
  public var counterexampleDescription: String {
    "Record(key: \(describe(key)), version: \(version), fields: \(describe(fields)))"
  }
}
