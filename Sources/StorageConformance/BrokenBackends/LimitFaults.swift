import Foundation
import PropertyTesting
import StorageContract
import StorageFaults

/// Stores that do other things than they should with long values, and with values that they must refuse.
extension Fault<LawSubject> {
  // Long values.

  static let cutsValuesAt64KiB = storing(
    "cutsValuesAt64KiB", "cuts values at 65,535 bytes") { changed($0) { $0.prefix(65_535) } }

  static let losesTheEndOfFullPages = storing(
    "losesTheEndOfFullPages", "loses the last byte of values that fill pages of 4,096 bytes") {
    changed($0) { $0.count % 4_096 == 0 ? $0.dropLast() : $0 }
  }

  /// Decodes each page of a text alone.
  static let splitsCharactersAtPages = storing(
    "splitsCharactersAtPages", "splits characters at pages of 512 bytes") { value in
    guard case .text(let text) = value, text.utf8.count > 512 else { return value }
    let bytes = Array(text.utf8)
    let pages = stride(from: 0, to: bytes.count, by: 512).map { bytes[$0..<min($0 + 512, bytes.count)] }
    return .text(pages.map { String(decoding: $0, as: UTF8.self) }.joined())
  }

  static let storesLessThanItDeclares = Fault(
    "storesLessThanItDeclares", "refuses values exactly as long as its limit") { subject in
    let limit = min(subject.capabilities.maximumFieldSizeBytes, SizedValue.largestTriedBytes)
    subject.wrapPlaces { location in
      var hooks = StoreHooks()
      hooks.hookCalls { $0.refuse { sizeBytes($0) >= limit } }
      return location.interposed(hooks)
    }
  }

  private static func changed(
    _ value: FieldValue, _ change: (ArraySlice<UInt8>) -> ArraySlice<UInt8>
  ) -> FieldValue {
    switch value {
    case .text(let text): .text(String(decoding: change(Array(text.utf8)[...]), as: UTF8.self))
    case .bytes(let bytes): .bytes(Array(change(bytes[...])))
    default: value
    }
  }

  private static func sizeBytes(_ value: FieldValue) -> Int {
    switch value {
    case .text(let text): text.utf8.count
    case .bytes(let bytes): bytes.count
    default: 0
    }
  }

  // Values to refuse.

  /// As long as it has no more characters than bytes are allowed, it is stored, but for what the good store refuses.
  static let countsTheLimitInCharacters = replacingRefused(
    "countsTheLimitInCharacters", "counts the limit in characters") { value in
    guard case .text(let text) = value else { return nil }
    let isASCII = text.utf8.prefix(1).allSatisfy { $0 < 0x80 }
    return isASCII ? nil : .text("")
  }

  static let storesNaNAsNull = replacingRefused("storesNaNAsNull", "stores a decimal that is NaN as null") { value in
    if case .decimal(let decimal) = value, decimal.isNaN { .null } else { nil }
  }

  static let roundsDecimalsTo38Digits = replacingRefused(
    "roundsDecimalsTo38Digits", "rounds decimals to 38 digits") { value in
    guard case .decimal(let decimal) = value, let long = StoredDecimal(decimal) else { return nil }
    let digits = String(long.digits.prefix(StoredDecimal.maximumDigits))
    let exponent = min(long.exponent + 1, StoredDecimal.exponents.upperBound)
    return .decimal(StoredDecimal(isNegative: long.isNegative, digits: digits, exponent: exponent).decimal)
  }

  static let clampsInfiniteDates = replacingRefused(
    "clampsInfiniteDates", "stores infinite dates as the last day it has") { value in
    guard case .date(let date) = value, date.timeIntervalSinceReferenceDate.isInfinite else { return nil }
    return .date(Date(timeIntervalSinceReferenceDate: 252_423_993_600))
  }

  static let keepsTheGoodFieldsOfARefusedRecord = calling(
    "keepsTheGoodFieldsOfARefusedRecord", "keeps the good fields of a refused record") { calls in
    let rules = RecordRules()
    calls.hookWrites { write, pass in
      do {
        return try pass(write)
      } catch StoreError.invalidValue(let field, let reason) {
        var write = write
        write.fields = write.fields.filter { $0.key != field && rules.reasonAgainst($0.value) == nil }
        _ = try pass(write)
        throw StoreError.invalidValue(field: field, reason: reason)
      }
    }
  }

  /// As a sequence does that no rollback turns back.
  static let usesUpAVersionOnARefusal = interposed(
    "usesUpAVersionOnARefusal", "uses up a version on a refusal") { hooks in
    let versionsToSkip = Remembered(0)
    hooks.hookCalls { calls in
      calls.hookWrites { write, pass in
        for _ in 0..<versionsToSkip.exchange(0) { _ = try pass(write) }
        do {
          return try pass(write)
        } catch {
          versionsToSkip.withValue { $0 += 1 }
          throw error
        }
      }
    }
  }

  static let refuses38Digits = calling("refuses38Digits", "refuses decimals of 38 digits") { calls in
    calls.refuse { value in
      guard case .decimal(let decimal) = value else { return false }
      return (StoredDecimal(decimal)?.digits.utf8.count ?? 0) > 37
    }
  }

  /// Stores something else in place of a value that the good store refuses; where the closure gives nil, it is refused.
  private static func replacingRefused(
    _ id: String, _ fact: String, _ replacement: @escaping @Sendable (FieldValue) -> FieldValue?
  ) -> Fault {
    calling(id, fact) { calls in
      calls.hookWrites { write, pass in
        do {
          return try pass(write)
        } catch StoreError.invalidValue(let field, let reason) {
          guard let value = write.fields[field], let replaced = replacement(value) else {
            throw StoreError.invalidValue(field: field, reason: reason)
          }
          var write = write
          write.fields[field] = replaced
          return try pass(write)
        }
      }
    }
  }
}

extension TransactionHooks {
  fileprivate mutating func refuse(_ isRefused: @escaping (FieldValue) -> Bool) {
    hookWrites { write, pass in
      for (name, value) in write.fields where isRefused(value) {
        throw StoreError.invalidValue(field: name, reason: "this store has no room for it")
      }
      return try pass(write)
    }
  }
}
