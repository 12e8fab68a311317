import Foundation
import StorageContract

/// Defects of what is stored: values, keys and collections that change on their way.
extension BackendDefect {
  /// BF-4: Integers and decimals pass through Double: digits after the sixteenth are lost.
  public static let passesNumbersThroughDouble = BackendDefect(
    "BF-4", "passesNumbersThroughDouble",
    "Integers and decimals pass through Double: digits after the sixteenth are lost."
  ) {
    TransactionHooks { value in
      switch value {
      case .int64(let number): return .int64(Int64(exactly: Double(number)) ?? .max)
      case .decimal(let number):
        let rounded = Decimal(NSDecimalNumber(decimal: number).doubleValue)
        return .decimal(rounded.isNaN ? 0 : rounded)
      default: return value
      }
    }
  }

  /// BF-5: Text is NFC-normalised, and in values trimmed: two keys may become one.
  public static let normalizesText = BackendDefect(
    "BF-5", "normalizesText",
    "Text is NFC-normalised, and in values trimmed: two keys may become one."
  ) {
    TransactionHooks { value in
      guard case .text(let text) = value else { return value }
      return .text(
        text.precomposedStringWithCanonicalMapping.trimmingCharacters(in: .whitespacesAndNewlines))
    } key: {
      $0.precomposedStringWithCanonicalMapping
    }
  }

  /// BF-6: Dates lose their fraction of a second.
  public static let truncatesDates = BackendDefect(
    "BF-6", "truncatesDates", "Dates lose their fraction of a second."
  ) {
    TransactionHooks { value in
      guard case .date(let date) = value else { return value }
      let seconds = date.timeIntervalSinceReferenceDate.rounded(.down)
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    }
  }

  /// BF-8: Collections whose names are the same up to an underscore share one file: what one writes, the others find.
  public static let sharesNamespaces = BackendDefect(
    "BF-8", "sharesNamespaces",
    "Collections whose names are the same up to an underscore share one file: what one writes, the others find."
  ) {
    TransactionHooks(collection: { name in
      // Names that no store takes are left for the good store to refuse: this defect is another one.
      let namespace = name.prefix { $0 != "_" }
      guard !namespace.isEmpty, (try? RecordRules().check(name: name)) != nil else { return name }
      return String(namespace)
    })
  }

  /// BF-13: Keys are compared without regard to case.
  public static let ignoresTheCaseOfKeys = BackendDefect(
    "BF-13", "ignoresTheCaseOfKeys", "Keys are compared without regard to case."
  ) {
    TransactionHooks(key: { $0.lowercased() })
  }

  /// BF-16: Empty text and bytes are stored as if the field were not there.
  public static let dropsEmptyValues = BackendDefect(
    "BF-16", "dropsEmptyValues", "Empty text and bytes are stored as if the field were not there."
  ) {
    TransactionHooks { value in
      switch value {
      case .text(let text) where text.isEmpty: return nil
      case .bytes(let bytes) where bytes.isEmpty: return nil
      default: return value
      }
    }
  }

  /// BF-17: Text and bytes end before the first NUL or line feed.
  public static let endsValuesAtNUL = BackendDefect(
    "BF-17", "endsValuesAtNUL", "Text and bytes end before the first NUL or line feed."
  ) {
    TransactionHooks { value in
      switch value {
      case .text(let text):
        return .text(String(decoding: text.utf8.prefix { $0 != 0 && $0 != 10 }, as: UTF8.self))
      case .bytes(let bytes): return .bytes([UInt8](bytes.prefix { $0 != 0 && $0 != 10 }))
      default: return value
      }
    }
  }
}
