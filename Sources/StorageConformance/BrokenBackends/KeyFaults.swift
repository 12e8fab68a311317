import Foundation
import PropertyTesting
import StorageContract
import StorageFaults

/// Stores that take one key or collection for another, or refuse what they should take.
extension Fault<LawSubject> {
  static let foldsCompatibilityForms = keying("foldsCompatibilityForms", "treats compatible characters as equal") {
    $0.precomposedStringWithCompatibilityMapping
  }

  /// As columns do whose comparison pads with spaces.
  static let ignoresTrailingSpaces = keying("ignoresTrailingSpaces", "ignores spaces at the end of keys") { key in
    String(String.UnicodeScalarView(key.unicodeScalars.reversed().drop { $0 == " " }.reversed()))
  }

  static let endsKeysAtNUL = keying("endsKeysAtNUL", "ends keys before the first NUL") { key in
    String(String.UnicodeScalarView(key.unicodeScalars.prefix { $0 != "\u{0}" }))
  }

  static let ignoresInvisibleCharacters = keying(
    "ignoresInvisibleCharacters", "ignores joiners and marks of direction in keys") { key in
    String(String.UnicodeScalarView(key.unicodeScalars.filter { $0.properties.generalCategory != .format }))
  }

  static let dropsSoftHyphensInKeys = keying("dropsSoftHyphensInKeys", "drops soft hyphens in keys") { key in
    String(String.UnicodeScalarView(key.unicodeScalars.filter { $0 != "\u{AD}" }))
  }

  /// The records are apart, but what comes back calls them by another name.
  static let returnsComposedKeys = calling("returnsComposedKeys", "returns keys in composed form") { calls in
    let renamed = { @Sendable (record: Record) in
      Record(key: record.key.precomposedStringWithCanonicalMapping, version: record.version, fields: record.fields)
    }
    calls.get = { transaction, key, collection in try transaction.get(key, in: collection).map(renamed) }
    calls.scan = { transaction, range in try transaction.scan(range).map(renamed) }
  }

  // Names and keys that are to be refused, or not.

  static let cutsLongKeys = keying("cutsLongKeys", "cuts keys at 1,024 bytes") { key in
    key.utf8.count > 1_024 ? String(decoding: key.utf8.prefix(1_022), as: UTF8.self) : key
  }

  static let takesTheEmptyKey = calling("takesTheEmptyKey", "takes the empty key") { calls in
    calls = TransactionHooks(key: { $0.isEmpty ? "\u{0}empty" : $0 })
  }

  /// As indexed columns of some databases do.
  static let refusesKeysOver255Bytes = calling(
    "refusesKeysOver255Bytes", "refuses keys of more than 255 bytes") { calls in
    calls.hookWrites { write, pass in
      guard write.key.utf8.count <= 255 else { throw StoreError.invalidKey(reason: "it has more than 255 bytes") }
      return try pass(write)
    }
  }

  /// As a database does in which collections are tables.
  static let refusesCollectionNamesOver63Bytes = calling(
    "refusesCollectionNamesOver63Bytes", "refuses collection names of more than 63 bytes") { calls in
    calls.hookWrites { write, pass in
      guard write.collection.utf8.count <= 63 else { throw StoreError.invalidName(write.collection) }
      return try pass(write)
    }
  }

  static let takesEveryLetterInNames = collecting(
    "takesEveryLetterInNames", "takes letters beyond ASCII in collection names") { name in
    String(name.map { $0.isLetter && !$0.isASCII ? "x" : $0 })
  }

  static let trimsCollectionNames = collecting("trimsCollectionNames", "trims collection names") {
    $0.trimmingCharacters(in: .whitespaces)
  }

  static let checksTheFieldsFirst = calling(
    "checksTheFieldsFirst", "checks the fields before the names and the key") { calls in
    let rules = RecordRules()
    calls.hookWrites { write, pass in
      try rules.check(fields: write.fields)
      return try pass(write)
    }
  }

  static let checksTheLimitFirst = calling(
    "checksTheLimitFirst", "checks the limit of a scan before the collection's name") { calls in
    let rules = RecordRules()
    calls.scan = { transaction, range in
      try rules.check(limit: range.limit)
      return try transaction.scan(range)
    }
  }

  // Collections.

  static let ignoresTheCaseOfCollections = collecting(
    "ignoresTheCaseOfCollections", "ignores the case of collection names") { $0.lowercased() }

  /// As a store does that hashes what is longer than its column.
  static let foldsLongCollectionNames = collecting(
    "foldsLongCollectionNames", "ignores the case of collection names of more than 32 letters") { name in
    name.utf8.count > 32 ? name.lowercased() : name
  }

  static let cutsCollectionNames = collecting("cutsCollectionNames", "cuts collection names at 63 bytes") { name in
    RecordRules.maximumNameLength < name.utf8.count ? name : String(name.prefix(63))
  }

  static let listsEmptiedCollections = interposed(
    "listsEmptiedCollections", "lists collections that it has emptied") { hooks in
    let everWritten = Remembered<Set<String>>([])
    hooks.hookCalls { calls in
      calls.collections = { transaction in
        let names = try transaction.collections()
        return everWritten.withValue { $0.formUnion(names); return $0.sorted() }
      }
    }
  }

  static let listsCollectionsWithoutRegardToCase = calling(
    "listsCollectionsWithoutRegardToCase", "lists collections without regard to case") { calls in
    calls.collections = { transaction in
      try transaction.collections().sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
    }
  }

  private static func collecting(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (String) -> String
  ) -> Fault {
    calling(id, fact) { calls in
      calls = TransactionHooks(collection: change)
    }
  }
}
