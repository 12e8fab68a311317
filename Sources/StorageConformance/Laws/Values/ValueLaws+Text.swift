import Foundation
import PropertyTesting
import StorageContract

extension ValueLaws {
  static let text = StorageLaw(
    .values,
    Requirement(
      "STO-04", "Text comes back byte for byte",
      says: """
        The store returns text byte for byte. It does not normalise text (é and e with a combining \
        accent are two texts) or trim it. It keeps U+0000, line ends, byte order marks, joiners, marks \
        of direction, scalars beyond U+FFFF, U+FFFD, and text that looks like JSON, SQL or an escape. \
        Bind text with its length, and store it in a type that has room for all of Unicode. If that type \
        cannot hold U+0000, escape it.
        """,
      mustCatch: [
        .over(.normalizesText), .over(.endsValuesAtNUL), .replacesAstralScalars, .dropsByteOrderMarks,
        .unifiesLineEnds, .dropsSoftHyphens,
      ]
    ).holds(
      forAll: Generator<[String]>.array(of: .troublesomeText, count: 1...12),
      requiring: [
        "U+0000": 0.01, "line end": 0.04, "white space at an end": 0.08, "not composed": 0.03, "astral": 0.15,
        "byte order mark": 0.01,
      ]
    ) { texts, subject, trial in
      for text in texts {
        let scalars = text.unicodeScalars
        trial.label("U+0000", if: scalars.contains("\u{0}"))
        trial.label("line end", if: scalars.contains { $0 == "\n" || $0 == "\r" })
        trial.label(
          "white space at an end",
          if: [scalars.first, scalars.last].contains { $0?.properties.isWhitespace == true })
        trial.label(
          "not composed", if: !KeyBytes.equal(text, text.precomposedStringWithCanonicalMapping))
        trial.label("astral", if: scalars.contains { $0.value > 0xFFFF })
        trial.label("byte order mark", if: scalars.contains("\u{FEFF}"))
      }
      try await StoredRecords(values: texts.map { .text($0) }).expectBack(from: subject, trial)
    })

  static let bytes = StorageLaw(
    .values,
    Requirement(
      "STO-05", "Bytes come back exactly",
      says: """
        The store returns bytes exactly: each of the 256 values and any sequence of them, including \
        NUL, line feeds and 0xFF in the middle and at the ends, and bytes that are not UTF-8. Bind \
        them with their length, as bytes and never as text.
        """,
      mustCatch: [.over(.endsValuesAtNUL), .decodesBytesAsText, .dropsTrailingNULs]
    ).holds(
      forAll: Generator<[[UInt8]]>.array(
        of: .frequency((6, .troublesomeBytes), (1, .constant((UInt8.min...UInt8.max).map { $0 }))), count: 1...6),
      requiring: [
        "NUL": 0.3, "line feed": 0.25, "0xFF": 0.3, "no UTF-8": 0.4, "NUL at the end": 0.01, "every byte": 0.05,
      ]
    ) { values, subject, trial in
      for bytes in values {
        trial.label("NUL", if: bytes.contains(0))
        trial.label("line feed", if: bytes.contains(0x0A))
        trial.label("0xFF", if: bytes.contains(0xFF))
        trial.label("no UTF-8", if: String(validating: bytes, as: UTF8.self) == nil)
        trial.label("NUL at the end", if: bytes.last == 0)
      }
      trial.label("every byte", if: values.contains { Set($0).count == 256 })
      try await StoredRecords(values: values.map { .bytes($0) }).expectBack(from: subject, trial)
    })

  static let emptyNullAndMissing = StorageLaw(
    .values,
    Requirement(
      "STO-06", "Empty, null and missing differ",
      says: """
        Empty text, no bytes, null, a missing field and a record without fields are five different \
        things. The store returns each of them unchanged, whatever the other records of the collection \
        have. A backend with columns must distinguish a null column from a field that the record does \
        not have.
        """,
      mustCatch: [
        .over(.dropsEmptyValues), .storesEmptyTextAsNull, .takesNoBytesForEmptyText, .dropsNulls,
        .fillsMissingFieldsWithNull, .dropsRecordsWithoutFields,
      ]
    ).holds(
      forAll: Generator<[[String: FieldValue]]>.array(of: .hollowFields, count: 1...8),
      requiring: [
        "empty text": 0.12, "no bytes": 0.12, "null": 0.12, "no fields": 0.2, "missing beside present": 0.2,
      ]
    ) { records, subject, trial in
      let values = records.flatMap(\.values)
      trial.label("empty text", if: values.contains(.text("")))
      trial.label("no bytes", if: values.contains(.bytes([])))
      trial.label("null", if: values.contains(.null))
      trial.label("no fields", if: records.contains(where: \.isEmpty))
      trial.label("missing beside present", if: Set(records.map { Set($0.keys) }).count > 1)
      try await StoredRecords(records).expectBack(from: subject, trial)
    })
}

extension Generator where Value == [String: FieldValue] {
  /// Up to two fields that hold next to nothing.
  fileprivate static let hollowFields: Generator = .dictionary(
    of: .element(of: ["a", "b"]), .element(of: [.null, .text(""), .bytes([]), .int64(0)]), count: 0...2)
}
