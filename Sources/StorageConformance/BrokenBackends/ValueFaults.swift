import Foundation
import PropertyTesting
import StorageContract
import StorageFaults

/// Stores that keep another value than they were given.
extension Fault<LawSubject> {
  // Numbers.

  /// As IEEE 754 decimal128 has them.
  static let roundsDecimalsTo34Digits = decimals(
    "roundsDecimalsTo34Digits", "rounds decimals to 34 digits") { decimal in
    let lost = max(0, decimal.digits.utf8.count - 34)
    return StoredDecimal(
      isNegative: decimal.isNegative, digits: String(decimal.digits.dropLast(lost)), exponent: decimal.exponent + lost)
  }

  /// As a column NUMERIC(38, 19) has them.
  static let keepsNineteenPlaces = decimals(
    "keepsNineteenPlaces", "keeps nineteen places after the point") { decimal in
    let lost = min(max(0, -19 - decimal.exponent), decimal.digits.utf8.count)
    return StoredDecimal(
      isNegative: decimal.isNegative, digits: String(decimal.digits.dropLast(lost)), exponent: decimal.exponent + lost)
  }

  private static func decimals(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (StoredDecimal) -> StoredDecimal
  ) -> Fault {
    storing(id, fact) { value in
      guard case .decimal(let decimal) = value, let known = StoredDecimal(decimal) else { return value }
      return .decimal(change(known).decimal)
    }
  }

  static let dropsTheSignOfZero = doubles("dropsTheSignOfZero", "drops the sign of -0.0") { $0 == 0 ? 0 : $0 }
  static let knowsOneNaN = doubles("knowsOneNaN", "stores every NaN as the same NaN") { $0.isNaN ? .nan : $0 }
  static let flushesSubnormals = doubles(
    "flushesSubnormals", "flushes subnormals to zero") { $0.isSubnormal ? 0 : $0 }

  static let printsFifteenDigits = doubles("printsFifteenDigits", "prints doubles with fifteen digits") { double in
    double.isFinite ? Double(String(format: "%.15g", double)) ?? double : double
  }

  private static func doubles(_ id: String, _ fact: String, _ change: @escaping @Sendable (Double) -> Double) -> Fault {
    storing(id, fact) { value in
      guard case .double(let double) = value else { return value }
      return .double(change(double))
    }
  }

  // Dates and UUIDs.

  static let keepsDatesToTheMillisecond = dates(
    "keepsDatesToTheMillisecond", "keeps dates to the millisecond") { ($0 * 1e3).rounded() / 1e3 }
  static let keepsDatesToTheMicrosecond = dates(
    "keepsDatesToTheMicrosecond", "keeps dates to the microsecond") { ($0 * 1e6).rounded() / 1e6 }

  static let countsFrom1970 = dates("countsFrom1970", "counts the seconds of dates from 1970") { seconds in
    let offset = Date.timeIntervalBetween1970AndReferenceDate
    return (seconds + offset) - offset
  }

  /// As a store does that falls back to the text of a calendar for what its integer does not hold.
  static let cutsDatesBefore1900 = dates(
    "cutsDatesBefore1900", "keeps dates from 1 to 1900 to the second") { seconds in
    -63_114_076_800 ... -3_187_296_000 ~= seconds ? seconds.rounded() : seconds
  }

  private static func dates(_ id: String, _ fact: String, _ change: @escaping @Sendable (Double) -> Double) -> Fault {
    storing(id, fact) { value in
      guard case .date(let date) = value else { return value }
      let seconds = change(date.timeIntervalSinceReferenceDate)
      return seconds.isFinite ? .date(Date(timeIntervalSinceReferenceDate: seconds)) : value
    }
  }

  /// As systems do that keep the first parts of a UUID in the machine's byte order.
  static let swapsHalvesOfUUIDs = storing(
    "swapsHalvesOfUUIDs", "stores the first parts of a UUID little-endian") { value in
    guard case .uuid(let uuid) = value else { return value }
    var bytes = uuid.uuid
    (bytes.0, bytes.1, bytes.2, bytes.3) = (bytes.3, bytes.2, bytes.1, bytes.0)
    (bytes.4, bytes.5, bytes.6, bytes.7) = (bytes.5, bytes.4, bytes.7, bytes.6)
    return .uuid(UUID(uuid: bytes))
  }

  // Text and bytes.

  /// As columns do whose characters have three bytes at most.
  static let replacesAstralScalars = texts("replacesAstralScalars", "replaces scalars beyond U+FFFF") { text in
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value > 0xFFFF ? "\u{FFFD}" : $0 }))
  }

  static let dropsByteOrderMarks = texts(
    "dropsByteOrderMarks", "drops a byte order mark in front of a text") { text in
    text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }

  static let dropsSoftHyphens = texts("dropsSoftHyphens", "drops soft hyphens in texts") { text in
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{AD}" }))
  }

  static let unifiesLineEnds = texts("unifiesLineEnds", "makes every line end a line feed") { text in
    String(decoding: Array(text.utf8).split(separator: 0x0D, omittingEmptySubsequences: false).enumerated().flatMap {
      // A carriage return, with the line feed after it, is one line end.
      $0 == 0 ? Array($1) : [0x0A] + ($1.first == 0x0A ? $1.dropFirst() : $1)
    }, as: UTF8.self)
  }

  private static func texts(_ id: String, _ fact: String, _ change: @escaping @Sendable (String) -> String) -> Fault {
    storing(id, fact) { value in
      guard case .text(let text) = value else { return value }
      return .text(change(text))
    }
  }

  static let decodesBytesAsText = bytes(
    "decodesBytesAsText", "passes bytes through text") { Array(String(decoding: $0, as: UTF8.self).utf8) }

  /// As columns of a fixed width do.
  static let dropsTrailingNULs = bytes("dropsTrailingNULs", "drops NULs at the end of bytes") { bytes in
    Array(bytes[..<((bytes.lastIndex { $0 != 0 } ?? -1) + 1)])
  }

  private static func bytes(_ id: String, _ fact: String, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> Fault {
    storing(id, fact) { value in
      guard case .bytes(let bytes) = value else { return value }
      return .bytes(change(bytes))
    }
  }
}
