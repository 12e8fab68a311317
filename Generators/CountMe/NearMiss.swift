import CountMeReference
import PropertyTesting

/// A valid record, and edits each of which breaks one of its fields. One case thus shows a validator both sides, one
/// edit apart.
public struct NearMiss: Sendable {
  /// The record that must be accepted.
  public let valid: ModelRecord
  /// How the record's document writes it.
  public let spelling: Spelling
  /// At least one break. If several break the same field, the last one counts when they are put together.
  public let breaks: [Break]

  /// The document of the record with these breaks.
  public func document(with breaks: [Break] = []) -> FirestoreData {
    breaks.reduce(spelling.document(valid.values)) { $0.with($1.written(in: spelling), at: $1.path) }
  }

  /// The record with these breaks, none of which may be of a wrong type.
  public func record(with breaks: [Break]) -> ModelRecord {
    ModelRecord(valid.model, breaks.reduce(valid.values) { $0.with($1.value, at: $1.path) })
  }
}

/// One field with a value that the specification forbids.
public struct Break: Sendable {
  /// The field that is broken.
  public let path: FieldPath
  /// What the field may hold.
  public let kind: FieldKind
  /// The value that it holds. Nil: the key is missing.
  public let value: FirestoreValue?
  /// The error that a constructor must throw if this is the only break. The generator knows it from the edit, without
  /// the code under test. Nil: the value has a wrong type, and no constructor can take it.
  public let error: ValidationError?

  /// The value if it is a number of the right type, else nil.
  public var number: Double? {
    if error != nil, case .double(let number) = value { number } else { nil }
  }

  /// The value in a document. Nil: the key is missing.
  public func written(in spelling: Spelling) -> FirestoreValue? { error == nil ? value : value.map(spelling.spell) }

  /// The same field with a value of a wrong type, one of ``FieldKind/wrongTypes``.
  public func with(_ illTyped: FirestoreValue?) -> Break { Break(path: path, kind: kind, value: illTyped, error: nil) }
}

extension SpecifiedModel {
  /// Draw a break of one field each: a value of the right type and beyond the limits; with types, before it also one of
  /// a wrong type.
  fileprivate func breakers(ofIngredient ingredient: Int? = nil, withTypes: Bool) -> [Generator<Break>] {
    fields.flatMap { field, kind in
      let path = FieldPath(ingredient: ingredient, field: field)
      let illTyped = kind.illTyped.map { Break(path: path, kind: kind, value: $0, error: nil) }
      let invalid = kind.invalid?.map { value in
        let number = if case .double(let number) = value { number } else { 0.0 }
        let error = error(of: field, holding: number, above: kind.most.flatMap { number > $0 ? $0 : nil })
        return Break(path: path, kind: kind, value: value, error: error)
      }
      return [withTypes ? illTyped : nil, invalid].compactMap(\.self)
    }
  }
}

extension Generator where Value == NearMiss {
  /// A record, and breaks for a constructor: the values have the right types, and the ingredients of a meal are valid.
  public static func nearMiss(of model: SpecifiedModel, breaking: Breaking) -> Generator {
    Generator { source in
      let valid = try source(.valid(model))
      let breaks = try source(Generator<[Break]>.choice(breaking, of: model.breakers(withTypes: false)))
      return NearMiss(valid: valid, spelling: .plain, breaks: breaks)
    }
  }

  /// Documents of all four models that have them, and breaks for a reader. For a meal, the broken fields may belong to
  /// one of its ingredients.
  public static func document(breaking: Breaking) -> Generator {
    Generator { source in
      let valid = try source(.frequency(
        (2, .valid(.foodItem)), (2, .valid(.exerciseItem)), (3, .valid(.dailyLog)), (3, .valid(.customMeal))))
      let spelling = try source(.spelling)
      var breakers = valid.model.breakers(withTypes: true)
      if case .array(let ingredients)? = valid.values["ingredients"] {
        let index = try source(.int(in: 0...ingredients.count - 1))
        breakers += SpecifiedModel.ingredient.breakers(ofIngredient: index, withTypes: true)
      }
      let breaks = try source(Generator<[Break]>.choice(breaking, of: breakers))
      return NearMiss(valid: valid, spelling: spelling, breaks: breaks)
    }
  }
}

/// How many fields of a record are broken.
public enum Breaking: Sendable {
  /// A single field; all fields are equally likely.
  case oneField
  /// At least one field, and mostly nearly all of them.
  case someFields
}

extension Generator where Value == [Break] {
  /// What some of `breakers` draw, in their order: a single one, or at least one and mostly nearly all.
  fileprivate static func choice(_ breaking: Breaking, of breakers: [Generator<Break>]) -> Generator {
    let one = Generator<Int>.int(in: 0...breakers.count - 1).flatMap { breakers[$0] }.map { [$0] }
    guard case .someFields = breaking else { return one }
    let optional = breakers.map { breaker in
      Generator<Break?>.frequency((1, .constant(nil)), (7, breaker.map { $0 }))
    }
    return Generator { source in
      let chosen = try optional.compactMap { try source($0) }
      return chosen.isEmpty ? try source(one) : chosen
    }
  }
}

extension NearMiss: CounterexampleDescribable {
  /// The model, the valid document, and its breaks.
  public var counterexampleDescription: String {
    "\(valid.model.rawValue) \(describe(document())), but " + breaks.map { "\($0)" }.joined(separator: " and ")
  }
}

extension Break: CustomStringConvertible {
  public var description: String { "\(path) is \(value.map { describe($0) } ?? "missing")" }
}
