import Foundation
import PropertyTesting
import StorageContract

extension KeyLaws {
  static let confusableKeys = StorageLaw(
    .keys,
    Requirement(
      "STO-09", "Keys that differ in a byte are different keys",
      says: """
        Two keys are the same only if all of their bytes are the same. é is not e with a combining \
        accent, A is not a, ﬁ is not fi, and a joiner, a soft hyphen, a mark of direction, a space at the end or U+0000 \
        makes another key. A write or delete of one key leaves the others as they are, and a record \
        comes back with its key byte for byte. Compare keys as bytes: use a column of bytes, or a binary \
        collation.
        """,
      mustCatch: [
        .over(.normalizesText), .over(.ignoresTheCaseOfKeys), .foldsCompatibilityForms,
        .ignoresTrailingSpaces, .endsKeysAtNUL, .ignoresInvisibleCharacters, .dropsSoftHyphensInKeys, .returnsComposedKeys,
      ]
    ).holds(
      forAll: Generator<(ConfusableKeys, Int, Int)>.zip(.confusable, .int(in: 0...6), .int(in: 0...6)),
      requiring: ["canonical equivalents": 0.03, "differ by case": 0.03, "U+0000": 0.1, "space at the end": 0.02]
    ) { input, subject, trial in
      let (confusable, overwritten, deleted) = input
      let keys = confusable.keys
      trial.label(
        "canonical equivalents", if: confusable.contain(equalsUnder: \.decomposedStringWithCanonicalMapping))
      trial.label("differ by case", if: confusable.contain { $0.lowercased() })
      trial.label("U+0000", if: keys.contains { $0.unicodeScalars.contains("\u{0}") })
      trial.label("space at the end", if: keys.contains { $0.unicodeScalars.last == " " })

      let steps: [@Sendable (any WriteTransaction, inout KeyModel) throws -> Void] = [
        { transaction, model in
          for (number, key) in keys.enumerated() {
            trial.note("put \(number) at \(describe(key))")
            try transaction.put(Int64(number), at: key, &model)
          }
        },
        { transaction, model in
          let key = keys[overwritten % keys.count]
          trial.note("put 100 at \(describe(key))")
          try transaction.put(100, at: key, &model)
        },
        { transaction, model in
          let key = keys[deleted % keys.count]
          trial.note("delete \(describe(key))")
          try transaction.delete(key, &model)
        },
      ]
      try await take(steps, over: subject, trial)
    })

  static let byteOrder = StorageLaw(
    .keys,
    Requirement(
      "STO-10", "Scans are in the order of the keys' bytes",
      says: """
        A scan returns records in ascending order of the UTF-8 bytes of their keys, which is the order \
        of code points. This is not the order of UTF-16, in which characters beyond U+FFFF come before \
        U+E000, and not the order of a language. An overwritten record keeps its place.
        """,
      mustCatch: [
        .over(.scansInInsertionOrder), .scansInUTF16Order, .scansInCanonicalOrder,
        .scansWithoutRegardToCase, .scansInOrderOfSignedBytes,
      ]
    ).holds(
      forAll: Generator<([String], [Int], [Int])>.zip(
        .array(of: .piecedKey, count: 2...14), .array(of: .int(in: 0...13), count: 0...4),
        .array(of: .int(in: 0...13), count: 0...3)),
      requiring: [
        "not in UTF-16 order": 0.03, "not in order without case": 0.05, "not written in order": 0.4, "overwrites": 0.2,
        "deletes": 0.2,
      ]
    ) { input, subject, trial in
      let (keys, overwritten, deleted) = input
      let sorted = keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      trial.label(
        "not in UTF-16 order", if: !isAscending(sorted) { $0.utf16.lexicographicallyPrecedes($1.utf16) })
      trial.label("not in order without case", if: !isAscending(sorted) { $0.lowercased() < $1.lowercased() })
      trial.label("not written in order", if: !isAscending(keys) { $0.utf8.lexicographicallyPrecedes($1.utf8) })
      trial.label("overwrites", if: !overwritten.isEmpty)
      trial.label("deletes", if: !deleted.isEmpty)

      let steps: [@Sendable (any WriteTransaction, inout KeyModel) throws -> Void] = [
        { transaction, model in
          for (number, key) in keys.enumerated() {
            trial.note("put \(number) at \(describe(key))")
            try transaction.put(Int64(number), at: key, &model)
          }
        },
        { transaction, model in
          for (step, index) in overwritten.enumerated() {
            trial.note("put \(100 + step) at \(describe(keys[index % keys.count]))")
            try transaction.put(Int64(100 + step), at: keys[index % keys.count], &model)
          }
        },
        { transaction, model in
          for index in deleted {
            trial.note("delete \(describe(keys[index % keys.count]))")
            try transaction.delete(keys[index % keys.count], &model)
          }
        },
      ]
      try await take(steps, over: subject, trial)
    })

  /// Takes each step in a transaction of its own; after each of them, and after closing and opening where the store
  /// persists, it holds what the model does.
  private static func take(
    _ steps: [@Sendable (any WriteTransaction, inout KeyModel) throws -> Void], over subject: LawSubject,
    _ trial: Trial
  ) async throws {
    var model = KeyModel()
    let store = try await subject.location.open()
    for step in steps {
      let before = model
      model = try await expectDone("keys within the rules are taken") {
        try await store.write { transaction in
          var after = before
          try step(transaction, &after)
          try after.expectSame("inside the transaction", transaction)
          return after
        }
      }
      let expected = model
      try await store.read { try expected.expectSame("after the commit", $0) }
    }
    try await store.close()
    guard subject.persists else { return }
    trial.note("close and open again")
    let expected = model
    try await subject.withStore { store in
      try await store.read { try expected.expectSame("after closing and opening", $0) }
    }
  }

  /// Whether no text comes before the one in front of it.
  private static func isAscending(_ texts: [String], _ precedes: (String, String) -> Bool) -> Bool {
    zip(texts, texts.dropFirst()).allSatisfy { !precedes($1, $0) }
  }
}
