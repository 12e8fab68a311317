import CountMeReference
import PropertyTesting

/// The document of a valid record, and edits each of which makes it unreadable.
public struct NearMissDocument: Sendable {
  /// The valid record.
  public let record: CloudRecord
  /// The form in which the document writes the record.
  public let spelling: Spelling
  /// At least one break. If several break the same field, the last one counts in ``brokenTogether``.
  public let breaks: [DocumentBreak]

  /// The document of the valid record, without breaks.
  public var document: FirestoreData { record.document(spelling) }

  /// The document with this break alone.
  public func document(_ broken: DocumentBreak) -> FirestoreData {
    var document = document
    document.put(broken.value, at: broken.path)
    return document
  }

  /// The document with all breaks.
  public var brokenTogether: FirestoreData {
    breaks.reduce(into: document) { document, broken in document.put(broken.value, at: broken.path) }
  }
}

/// One field of a document with a value that a reader must refuse.
public struct DocumentBreak: Sendable {
  /// The field that is broken.
  public let path: FieldPath
  /// The value that stands there. Nil: the key is missing.
  public let value: FirestoreValue?
  /// The way in which the value is wrong.
  public let breach: DocumentBreach
  /// The record that the document describes, for a constructor. Nil if no constructor can take the value.
  public let record: CloudRecord?
  /// If the type is wrong, all other values that a reader must refuse there. No two of them are alike.
  public let alsoWrong: [FirestoreValue?]

  /// The same field with another value, one of ``alsoWrong``.
  public func with(_ other: FirestoreValue?) -> DocumentBreak {
    DocumentBreak(path: path, value: other, breach: .wrongType, record: nil, alsoWrong: [])
  }
}

/// The way in which a field of a document is wrong. A run must reach each of these classes.
public enum DocumentBreach: String, Sendable {
  case outOfRange = "out of range"
  case integerOutOfRange = "integer out of range"
  case notFinite = "NaN or infinite"
  case blank = "blank text"
  case noIngredients = "no ingredients"
  case missing = "missing"
  case null = "null"
  case boolForNumber = "Bool for a number"
  case wrongType = "wrong type"
}

/// The place of a field: in the document itself, or in one of its ingredients.
public struct FieldPath: Sendable {
  /// The place of the ingredient in the meal, from 0. Nil: the field belongs to the document itself.
  public var ingredient: Int?
  /// The key of the field.
  public let field: String

  /// The words that an error about the field must contain: the ingredient, if there is one, and the field.
  public var words: [String] { (ingredient.map { ["ingredients", "\($0)"] } ?? []) + [field] }
}

extension FirestoreData {
  /// Sets the value at `path`; nil removes the key. If there is no such ingredient, nothing changes.
  mutating func put(_ value: FirestoreValue?, at path: FieldPath) {
    guard let index = path.ingredient else {
      self[path.field] = value
      return
    }
    guard case .array(var elements) = self["ingredients"], elements.indices.contains(index),
      case .map(var ingredient) = elements[index]
    else { return }
    ingredient[path.field] = value
    elements[index] = .map(ingredient)
    self["ingredients"] = .array(elements)
  }
}

extension Generator where Value == NearMissDocument {
  /// Documents of all four models with broken fields. For a meal, the broken fields may belong to one of its
  /// ingredients.
  public static func document(breaking: Breaking) -> Generator {
    let record = Generator<CloudRecord>.cloudRecord
    return Generator { source in
      let record = try source(record)
      let spelling = try source(.spelling)
      let breakers = try source.breakers(of: record, spelling)
      return NearMissDocument(
        record: record, spelling: spelling, breaks: try source(.choice(breaking, of: breakers)))
    }
  }
}

extension Generator where Value == CloudRecord {
  static var cloudRecord: Generator {
    .frequency(
      (2, Generator<FoodItem.Fields>.validFoodItem.map { .foodItem($0) }),
      (2, Generator<ExerciseItem.Fields>.validExerciseItem.map { .exerciseItem($0) }),
      (3, Generator<DailyLog.Fields>.validDailyLog.map { .dailyLog($0) }),
      (3, Generator<CustomMeal.Fields>.validCustomMeal.map { .customMeal($0) }))
  }
}

extension NearMissDocument: CounterexampleDescribable {
  /// The kind of record, the valid document, and its breaks.
  public var counterexampleDescription: String {
    "\(record.kind.rawValue) document \(describe(document)), but "
      + breaks.map { "\($0)" }.joined(separator: " and ")
  }
}

extension DocumentBreak: CustomStringConvertible {
  public var description: String { "\(path) is \(value.map { describe($0) } ?? "missing")" }
}

extension FieldPath: CustomStringConvertible {
  public var description: String { ingredient.map { "ingredients[\($0)].\(field)" } ?? field }
}
