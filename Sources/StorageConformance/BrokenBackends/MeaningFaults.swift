import Foundation
import PropertyTesting
import StorageContract
import StorageFaults

/// Stores to which a name, key or text means something.
extension Fault<LawSubject> {
  // Keys.

  static let decodesPercentEscapesInKeys = keying("decodesPercentEscapesInKeys", "decodes percent escapes in keys") {
    $0.removingPercentEncoding ?? $0
  }

  static let takesKeysForNumbers = keying("takesKeysForNumbers", "treats keys of digits as numbers") { key in
    key.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(key).map(String.init) ?? key : key
  }

  static let takesKeysForPaths = keying("takesKeysForPaths", "treats keys as paths") { key in
    let parts = key.split(separator: "/").filter { $0 != "." }
    return parts.isEmpty ? key : parts.joined(separator: "/")
  }

  static let dropsDotsAtTheEndOfKeys = keying("dropsDotsAtTheEndOfKeys", "drops dots at the end of keys") { key in
    String(key.reversed().drop { $0 == "." }.reversed())
  }

  static let takesKeysForPatterns = calling("takesKeysForPatterns", "finds records by LIKE") { calls in
    calls.get = { transaction, key, collection in
      guard key.utf8.last == UInt8(ascii: "%") || key.utf8.last == UInt8(ascii: "_") else {
        return try transaction.get(key, in: collection)
      }
      let prefix = Array(key.utf8.dropLast())
      return try transaction.scan(collection).first { $0.key.utf8.starts(with: prefix) }
    }
  }

  static let deletesWhatBeginsWithAKey = calling(
    "deletesWhatBeginsWithAKey", "deletes keys that begin with the key and a slash") { calls in
    calls.delete = { transaction, key, collection in
      let prefix = Array((key + "/").utf8)
      for record in try transaction.scan(collection) where record.key.utf8.starts(with: prefix) {
        try transaction.delete(record.key, in: collection)
      }
      return try transaction.delete(key, in: collection)
    }
  }

  /// As a store of keys and values does, without a length in front.
  static let joinsCollectionAndKey = calling(
    "joinsCollectionAndKey", "joins collection and key with an underscore") { calls in
    func place(_ key: String, _ collection: String) -> (key: String, collection: String) {
      guard let end = collection.firstIndex(of: "_"), end > collection.startIndex,
        collection.index(after: end) < collection.endIndex
      else { return (key, collection) }
      return (collection[collection.index(after: end)...] + "_" + key, String(collection[..<end]))
    }
    calls.get = { transaction, key, collection in
      let place = place(key, collection)
      return try transaction.get(place.key, in: place.collection)
    }
    calls.hookWrites { write, pass in
      let place = place(write.key, write.collection)
      var moved = write
      (moved.key, moved.collection) = (place.key, place.collection)
      return try pass(moved)
    }
  }

  // Text.

  static let readsTextsAsNumbers = storingTexts("readsTextsAsNumbers", "reads texts of digits as numbers") { text in
    text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(text).map(String.init) ?? text : text
  }

  static let readsTextsAsDates = storingTexts("readsTextsAsDates", "rewrites texts that are dates") { text in
    guard let date = try? Date(text, strategy: .iso8601) else { return text }
    return date.formatted(.iso8601)
  }

  static let readsNullAsNothing = storing("readsNullAsNothing", "reads the text null as no value") {
    $0 == .text("null") || $0 == .text("NULL") ? .null : $0
  }

  static let decodesEscapesInTexts = storingTexts("decodesEscapesInTexts", "decodes escapes in texts") {
    $0.replacingOccurrences(of: "\\n", with: "\n").replacingOccurrences(of: "\\u0041", with: "A")
      .replacingOccurrences(of: "\\\"", with: "\"")
  }

  static let decodesEntitiesInTexts = storingTexts("decodesEntitiesInTexts", "decodes entities in texts") {
    $0.replacingOccurrences(of: "&amp;", with: "&").replacingOccurrences(of: "&#65;", with: "A")
      .replacingOccurrences(of: "&lt;", with: "<")
  }

  static let stripsQuotes = storingTexts("stripsQuotes", "strips quotes around a text") { text in
    guard text.utf8.count >= 2, let first = text.utf8.first, text.utf8.last == first, first == 0x22 || first == 0x27
    else { return text }
    return String(decoding: text.utf8.dropFirst().dropLast(), as: UTF8.self)
  }

  static let trimsTexts = storingTexts("trimsTexts", "trims the end of texts") { text in
    String(decoding: text.utf8.reversed().drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.reversed(), as: UTF8.self)
  }

  static func storingTexts(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (String) -> String
  ) -> Fault {
    storing(id, fact) { value in
      guard case .text(let text) = value else { return value }
      return .text(change(text))
    }
  }

  // Names.

  /// As a store does that keeps a record's key among its fields.
  static let keepsAFieldOfItsOwn = calling("keepsAFieldOfItsOwn", "keeps the key in a field called key") { calls in
    func read(_ record: Record) -> Record {
      var fields = record.fields
      if fields["key"] != nil { fields["key"] = .text(record.key) }
      return Record(key: record.key, version: record.version, fields: fields)
    }
    calls.get = { transaction, key, collection in try transaction.get(key, in: collection).map(read) }
    calls.scan = { transaction, range in try transaction.scan(range).map(read) }
  }

  /// As a store does whose records are objects of JavaScript.
  static let losesFieldsOfObjects = calling("losesFieldsOfObjects", "loses fields that every object has") { calls in
    calls = TransactionHooks(fields: { fields in
      fields.filter { !["__proto__", "constructor", "toString", "hasOwnProperty"].contains($0.key) }
    })
  }

  static let ignoresTheCaseOfFieldNames = calling(
    "ignoresTheCaseOfFieldNames", "ignores the case of field names") { calls in
    calls = TransactionHooks(fields: { fields in
      var kept: [String: FieldValue] = [:]
      for (name, value) in fields.sorted(by: { $0.key < $1.key })
      where !kept.keys.contains(where: { $0.lowercased() == name.lowercased() }) {
        kept[name] = value
      }
      return kept
    })
  }

  static let refusesReservedNames = calling("refusesReservedNames", "refuses collections with names of SQL") { calls in
    calls.hookWrites { write, pass in
      let words = ["select", "from", "where", "order", "group", "table", "index"]
      guard !words.contains(write.collection.lowercased()) else {
        throw StoreError.invalidName(write.collection)
      }
      return try pass(write)
    }
  }

  static let hidesCollectionsOfItsOwn = calling(
    "hidesCollectionsOfItsOwn", "hides collections whose names begin with an underscore") { calls in
    calls.collections = { try $0.collections().filter { $0.utf8.first != UInt8(ascii: "_") } }
  }

  static let backsUpNoCollectionsOfItsOwn = interposed(
    "backsUpNoCollectionsOfItsOwn", "backs up no collections whose names begin with an underscore") { hooks in
    hooks.restore = { store, path in
      try await store.restore(from: path)
      try await store.deleteRecords { collection, _ in collection.utf8.first == UInt8(ascii: "_") }
    }
  }
}
