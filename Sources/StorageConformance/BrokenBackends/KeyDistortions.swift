import Foundation
import PropertyTesting
import StorageContract

/// Stores that take one key or collection for another, or refuse what they should take.
extension Fault<LawSubject> {
  static let foldsCompatibilityForms = keying("foldsCompatibilityForms", "takes compatible characters for the same") {
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

  /// The records are apart, but what comes back calls them by another name.
  static let returnsComposedKeys = distorted("returnsComposedKeys", "returns keys in composed form") {
    let renamed = { @Sendable (record: Record) in
      Record(key: record.key.precomposedStringWithCanonicalMapping, version: record.version, fields: record.fields)
    }
    var distortion = Distortion()
    distortion.get = { key, pass in try pass(key).map(renamed) }
    distortion.scan = { range, pass in try pass(range).map(renamed) }
    return distortion
  }

  // Names and keys that are to be refused, or not.

  static let cutsLongKeys = keying("cutsLongKeys", "cuts keys at 1,024 bytes") { key in
    key.utf8.count > 1_024 ? String(decoding: key.utf8.prefix(1_022), as: UTF8.self) : key
  }

  static let takesTheEmptyKey = distorted("takesTheEmptyKey", "takes the empty key") {
    var distortion = Distortion()
    distortion.key = { $0.isEmpty ? "\u{0}empty" : $0 }
    return distortion
  }

  /// As indexed columns of some databases do.
  static let refusesKeysOver255Bytes = distorted("refusesKeysOver255Bytes", "refuses keys of more than 255 bytes") {
    var distortion = Distortion()
    distortion.write = { write, pass in
      guard write.key.utf8.count <= 255 else { throw StoreError.invalidKey(reason: "it has more than 255 bytes") }
      return try pass(write)
    }
    return distortion
  }

  /// As a database does in which collections are tables.
  static let refusesCollectionNamesOver63Bytes = distorted(
    "refusesCollectionNamesOver63Bytes", "refuses collection names of more than 63 bytes") {
    var distortion = Distortion()
    distortion.write = { write, pass in
      guard write.collection.utf8.count <= 63 else { throw StoreError.invalidName(write.collection) }
      return try pass(write)
    }
    return distortion
  }

  static let takesEveryLetterInNames = collecting(
    "takesEveryLetterInNames", "takes letters beyond ASCII in collection names") { name in
    String(name.map { $0.isLetter && !$0.isASCII ? "x" : $0 })
  }

  static let trimsCollectionNames = collecting("trimsCollectionNames", "trims collection names") {
    $0.trimmingCharacters(in: .whitespaces)
  }

  static let checksTheFieldsFirst = distorted(
    "checksTheFieldsFirst", "checks the fields before the names and the key") {
    let rules = RecordRules()
    var distortion = Distortion()
    distortion.write = { write, pass in
      try rules.check(fields: write.fields)
      return try pass(write)
    }
    return distortion
  }

  static let checksTheLimitFirst = distorted(
    "checksTheLimitFirst", "checks the limit of a scan before the collection's name") {
    let rules = RecordRules()
    var distortion = Distortion()
    distortion.scan = { range, pass in
      try rules.check(limit: range.limit)
      return try pass(range)
    }
    return distortion
  }

  // Collections.

  static let ignoresTheCaseOfCollections = collecting(
    "ignoresTheCaseOfCollections", "ignores the case of collection names") { $0.lowercased() }

  static let cutsCollectionNames = collecting("cutsCollectionNames", "cuts collection names at 63 bytes") { name in
    RecordRules.maximumNameLength < name.utf8.count ? name : String(name.prefix(63))
  }

  static let listsEmptiedCollections = distorted("listsEmptiedCollections", "lists collections that it has emptied") {
    let everWritten = RewiredMemory<Set<String>>([])
    var distortion = Distortion()
    distortion.collections = { names in everWritten.withValue { $0.formUnion(names); return $0.sorted() } }
    return distortion
  }

  static let listsCollectionsWithoutRegardToCase = distorted(
    "listsCollectionsWithoutRegardToCase", "lists collections without regard to case") {
    var distortion = Distortion()
    distortion.collections = { names in names.sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) } }
    return distortion
  }

  private static func collecting(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (String) -> String
  ) -> Fault {
    distorted(id, fact) {
      var distortion = Distortion()
      distortion.collection = change
      return distortion
    }
  }
}
