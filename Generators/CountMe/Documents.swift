import CountMeReference
import PropertyTesting

/// The document of a valid record, and edits of which each makes it one that must not be read.
public struct NearMissDocument: Sendable {
  public let record: CloudRecord
  public let spelling: Spelling
  /// At least one. Of several of one field, the last prevails where all are put together.
  public let breaks: [DocumentBreak]

  public var document: FirestoreData { record.document(spelling) }

  /// The document with one break.
  public func document(_ broken: DocumentBreak) -> FirestoreData {
    var document = document
    document.put(broken.value, at: broken.path)
    return document
  }

  /// The document with all its breaks.
  public var brokenTogether: FirestoreData {
    breaks.reduce(into: document) { document, broken in document.put(broken.value, at: broken.path) }
  }
}

/// One field of a document given a value that must not be read.
public struct DocumentBreak: Sendable {
  public let path: FieldPath
  /// nil: the key is missing.
  public let value: FirestoreValue?
  public let breach: DocumentBreach
  /// What the document says, for a constructor; nil where no constructor can be given it.
  public let record: CloudRecord?
  /// Where the type is wrong: what else must not stand there, no two of them alike.
  public let alsoWrong: [FirestoreValue?]

  /// The same field, given one of ``alsoWrong``.
  public func with(_ other: FirestoreValue?) -> DocumentBreak {
    DocumentBreak(path: path, value: other, breach: .wrongType, record: nil, alsoWrong: [])
  }
}

/// In which way a field of a document is wrong: the classes that a run must reach.
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

/// Where in a document: a field of its own, or one of an ingredient inside it.
public struct FieldPath: Sendable {
  public var ingredient: Int?
  public let field: String

  /// What stands before the field too, and the field.
  public var words: [String] { (ingredient.map { ["ingredients", "\($0)"] } ?? []) + [field] }
}

extension FirestoreData {
  /// Sets the value at `path`, nil to remove it. Nothing happens where there is no such ingredient.
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
  /// Documents of all four models with fields broken; of a meal, also the fields of one of its ingredients.
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
