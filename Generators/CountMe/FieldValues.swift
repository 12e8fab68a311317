import CountMeReference
import Foundation
import PropertyTesting

extension Generator where Value == ModelRecord {
  /// A record whose values are all within the limits of the specification.
  static func valid(_ model: SpecifiedModel) -> Generator {
    Generator { source in
      var values = FirestoreData()
      for (field, kind) in model.fields {
        values[field] = try source(field == "unit" ? Generator<String>.unit.map { .string($0) } : kind.valid)
      }
      return ModelRecord(model, values)
    }
  }
}

extension Generator where Value == String {
  /// A usual unit, or any text with content. The specification has no list of units.
  fileprivate static var unit: Generator {
    .oneOf(.element(of: ["g", "ml", "cup", "piece", "tbsp"]), .contentfulText)
  }
}

extension FieldKind {
  /// Values within the limits. About one optional in five is null.
  var valid: Generator<FirestoreValue> {
    switch self {
    case .id: Generator<UUID>.uuid.map { .string($0.uuidString) }
    // The years 1 to 4001, mostly with a fraction of a second.
    case .date:
      Generator<Date>.frequency((3, .date()), (1, .element(of: [.distantPast, .distantFuture]))).map { .timestamp($0) }
    case .text: Generator<String>.contentfulText.map { .string($0) }
    case .positive: Generator<Double>.positiveAmount.map { .double($0) }
    case .number(let most): Generator<Double>.amount(in: 0...most).map { .double($0) }
    case .optional(let most): FieldKind.number(upTo: most).valid.optional.map { $0 ?? .null }
    // One ingredient; or up to six different ones, followed by up to 24 repetitions of them.
    case .ingredients:
      Generator<[FirestoreValue]>.frequency((1, .array(of: .ingredient, count: 1...1)), (3, .someRepeated)).map {
        .array($0)
      }
    }
  }

  /// Values of the right type beyond the limits. Nil: the type has none.
  var invalid: Generator<FirestoreValue>? {
    switch self {
    case .id, .date: nil
    case .text: Generator<String>.blankText.map { .string($0) }
    case .positive: Generator<Double>.nonPositiveAmount.map { .double($0) }
    case .number(let most), .optional(let most): Generator<Double>.amount(outside: 0...most).map { .double($0) }
    case .ingredients: .constant(.array([]))
    }
  }

  /// Values of a wrong type, the simplest first. If nil, the key is missing.
  var illTyped: Generator<FirestoreValue?> {
    let values: [FirestoreValue?] =
      switch self {
      case .id: [.integer(1), .string("not a UUID")]
      case .text: [.integer(1), .bool(true), .array([.string("a")])]
      case .date: [.double(0), .string("2001-01-01T00:00:00Z")]
      case .positive, .number, .optional: [.bool(true), .bool(false), .string("1"), .map(["value": .double(1)])]
      case .ingredients: [.map([:]), .string(""), .array([.null])]
      }
    if case .optional = self { return .element(of: values) }
    return .frequency((2, .constant(nil)), (2, .constant(.null)), (4, .element(of: values)))
  }

  /// Values of all kinds that are wrong for a field, no two of them alike. If nil, the key is missing.
  public var wrongTypes: [FirestoreValue?] {
    let ofKinds: [FirestoreValue] =
      [
        .bool(true), .map([:]), .bool(false), .integer(1), .integer(2), .double(0.5), .double(1.5),
        .string("1"), .string("2"), .array([]), .array([.null]), .map(["value": .null]),
      ] + [1, 2].map { .timestamp(Date(timeIntervalSinceReferenceDate: $0)) }
    let wrong = ofKinds.filter { value in
      switch (self, value) {
      case (.id, .string), (.text, .string), (.date, .timestamp), (.ingredients, .array): false
      case (_, .integer), (_, .double): !isNumeric
      default: true
      }
    }
    if case .optional = self { return wrong }
    return wrong + [nil, .null]
  }
}

extension Generator where Value == FirestoreValue {
  fileprivate static var ingredient: Generator { Generator<ModelRecord>.valid(.ingredient).map { .map($0.values) } }
}

extension Generator where Value == [FirestoreValue] {
  fileprivate static var someRepeated: Generator {
    Generator.array(of: .ingredient, count: 1...6).flatMap { different in
      Generator.array(of: .element(of: different), count: 0...24).map { different + $0 }
    }
  }
}
