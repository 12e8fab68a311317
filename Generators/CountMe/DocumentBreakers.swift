import CountMeReference
import Foundation
import PropertyTesting

/// Draws a way to break one particular field of a document.
typealias DocumentBreaker = Generator<DocumentBreak>

/// The type of value that a document must have under a key, apart from its range.
private enum FieldType {
  case id, text, date, number, optionalNumber, ingredients

  /// Whether the field may be missing or null. Both mean that there is no value.
  private var isOptional: Bool { if case .optionalNumber = self { true } else { false } }

  /// Values of the wrong type, the simplest first.
  private var illTyped: [FirestoreValue] {
    switch self {
    case .id: [.integer(1), .string("not a UUID")]
    case .text: [.integer(1), .bool(true), .array([.string("a")])]
    case .date: [.double(0), .string("2001-01-01T00:00:00Z")]
    case .number, .optionalNumber:
      [.bool(true), .bool(false), .string("1"), .map(["value": .double(1)])]
    case .ingredients: [.map([:]), .string(""), .array([.null])]
    }
  }

  /// Values of all kinds that are wrong for this field; nil stands for a missing key.
  var wrong: [FirestoreValue?] {
    let dates = [1, 2].map { FirestoreValue.timestamp(Date(timeIntervalSinceReferenceDate: $0)) }
    let ofKinds: [FirestoreValue] = [
      .bool(true), .map([:]), .bool(false), .integer(1), .integer(2), .double(0.5), .double(1.5),
      .string("1"), .string("2"), .array([]), .array([.null]), .map(["value": .null]),
    ]
    let wrong = (ofKinds + dates).filter { value in
      switch (self, value) {
      case (.id, .string), (.text, .string), (.date, .timestamp), (.ingredients, .array): false
      case (.number, _), (.optionalNumber, _): value.number == nil
      default: true
      }
    }
    return wrong + (isOptional ? [] : [nil, .null])
  }

  /// Values that are wrong for this field whatever its range. If nil, the key is missing.
  var broken: Generator<FirestoreValue?> {
    let typed = Generator<FirestoreValue>.element(of: illTyped).map { Optional($0) }
    return isOptional ? typed : .frequency((2, .constant(nil)), (2, .constant(.null)), (4, typed))
  }
}

extension Source {
  /// Breakers for each field of the document of `record`; for a meal, also for each field of one ingredient.
  mutating func breakers(of record: CloudRecord, _ spelling: Spelling) throws -> [DocumentBreaker] {
    switch record {
    case .foodItem(let fields):
      return fieldBreakers(foodItemTypes, Constraint.ofFoodItem, fields) {
        (.foodItem($0), spelling.document($0))
      }
    case .exerciseItem(let fields):
      return fieldBreakers(exerciseItemTypes, Constraint.ofExerciseItem, fields) {
        (.exerciseItem($0), spelling.document($0))
      }
    case .dailyLog(let fields):
      return fieldBreakers(dailyLogTypes, Constraint.ofDailyLog, fields) {
        (.dailyLog($0), spelling.document($0))
      }
    case .customMeal(let fields):
      let index = try self(.int(in: 0...fields.ingredients.count - 1))
      let ofMeal = fieldBreakers(customMealTypes, Constraint.ofCustomMeal, fields) {
        (.customMeal($0), spelling.document($0))
      }
      let ofIngredient = fieldBreakers(
        ingredientTypes, Constraint.ofIngredient, fields.ingredients[index].fields, ingredient: index
      ) { ingredient in
        var meal = fields
        meal.ingredients[index] = Ingredient(validated: ingredient)
        return (.customMeal(meal), spelling.document(ingredient))
      }
      return ofMeal + ofIngredient
    }
  }
}

/// Two breakers for each field that has a constraint: one breaks the type, and one breaks the constraint. All other
/// fields have one breaker, which breaks the type.
/// - Parameter spell: returns the whole record with these fields, and the document that holds them.
private func fieldBreakers<Fields>(
  _ types: [(field: String, type: FieldType)], _ constraints: [Constraint<Fields>], _ valid: Fields,
  ingredient: Int? = nil, spell: @escaping @Sendable (Fields) -> (CloudRecord, FirestoreData)
) -> [DocumentBreaker] {
  types.flatMap { field, type in
    let path = FieldPath(ingredient: ingredient, field: field)
    let byType = type.broken.map { value in
      DocumentBreak(path: path, value: value, breach: breach(ofIllTyped: value, type), record: nil, alsoWrong: type.wrong)
    }
    guard let constraint = constraints.first(where: { $0.field == field }) else { return [byType] }
    let byConstraint = DocumentBreaker { source in
      let broken = try constraint.draw(&source, valid)
      let (record, document) = spell(broken.fields)
      let value = document[field]
      return DocumentBreak(
        path: path, value: value, breach: breach(broken.breach, spelledAs: value), record: record,
        alsoWrong: [])
    }
    return [byType, byConstraint]
  }
}

private func breach(ofIllTyped value: FirestoreValue?, _ type: FieldType) -> DocumentBreach {
  switch (value, type) {
  case (nil, _): .missing
  case (.null, _): .null
  case (.bool, .number), (.bool, .optionalNumber): .boolForNumber
  default: .wrongType
  }
}

private func breach(_ breach: Breach, spelledAs value: FirestoreValue?) -> DocumentBreach {
  switch breach {
  case .blank: return .blank
  case .empty: return .noIngredients
  case .notANumber, .infinite: return .notFinite
  case .below, .above:
    if case .integer = value { return .integerOutOfRange }
    return .outOfRange
  }
}

private let macroTypes: [(field: String, type: FieldType)] = [
  ("protein", .optionalNumber), ("carbohydrates", .optionalNumber), ("fats", .optionalNumber),
]
private let foodItemTypes: [(field: String, type: FieldType)] =
  [("id", .id), ("name", .text), ("calories", .number)] + macroTypes
private let exerciseItemTypes: [(field: String, type: FieldType)] = [
  ("id", .id), ("name", .text), ("caloriesBurned", .number), ("durationMinutes", .optionalNumber),
]
private let ingredientTypes: [(field: String, type: FieldType)] =
  [("id", .id), ("name", .text), ("quantity", .number), ("unit", .text), ("calories", .number)]
  + macroTypes
private let customMealTypes: [(field: String, type: FieldType)] = [
  ("id", .id), ("name", .text), ("ingredients", .ingredients), ("servingsCount", .number),
]
private let dailyLogTypes: [(field: String, type: FieldType)] = [
  ("id", .id), ("date", .date), ("dailyGoal", .optionalNumber),
]
