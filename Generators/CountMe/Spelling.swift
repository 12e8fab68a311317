import CountMeReference
import PropertyTesting

/// How a document writes values that have several forms.
public struct Spelling: Sendable {
  /// Whether whole numbers are integers, as another client may write them, from 2^54 on by such as no double has
  /// exactly. -0.0 is always a double.
  public var usesIntegers = false
  /// Whether nil is null in the document. If false, the document leaves the key out.
  public var usesNulls = false
  /// Keys that no model knows, and their values.
  public var extras: FirestoreData = [:]

  /// Only doubles, no nulls, no extra keys.
  public static let plain = Spelling()

  /// The document with the values of a record.
  public func document(_ values: FirestoreData) -> FirestoreData {
    values.compactMapValues { value in
      if case .null = value, !usesNulls { nil } else { spell(value) }
    }
    .merging(extras) { field, _ in field }
  }

  /// One value in the document.
  public func spell(_ value: FirestoreValue) -> FirestoreValue {
    switch value {
    case .double(let number) where usesIntegers && number.bitPattern != (-0.0).bitPattern:
      Int64(exactly: number).map { .integer(number >= 0x1p54 ? $0 + 1 : $0) } ?? value
    case .array(let elements): .array(elements.map(spell))
    case .map(let values): .map(document(values))
    default: value
    }
  }
}

extension Generator where Value == Spelling {
  static var spelling: Generator {
    let extra = Generator<FirestoreValue>.element(of: [
      .null, .bool(true), .integer(5), .string("x"), .array([.null]), .map(["name": .string("")]),
    ])
    let extras = Generator<FirestoreData>.dictionary(
      of: .element(of: ["rating", "Calories", "updatedAt"]), extra, count: 0...2)
    return .build(Spelling.init, from: .bool, .bool, extras)
  }
}
