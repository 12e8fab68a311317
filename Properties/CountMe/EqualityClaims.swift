import CountMeReference
import Foundation
import PropertyTesting

/// Fails the case unless `areEqual` takes two records for equal if they hold the same in every part, and only then.
/// They differ in one part at most.
func expectEqualIfSame<Fields: RecordOfParts>(_ fields: Fields, _ areEqual: (Fields, Fields) -> Bool) throws {
  for part in Fields.parts {
    for (left, right) in part.pairs(fields) {
      try expectSymmetric(left, right, equal: part.form(left) == part.form(right), "of \(part.name) and else the same", areEqual)
    }
  }
}

/// Likewise for errors: of every case, about `number` and about others.
func expectErrorsEqualIfSame(
  about number: Double, _ areEqual: (ValidationError, ValidationError) -> Bool
) throws {
  for (index, make) in errorsOfEachCase.enumerated() {
    let error = make("FoodItem", "caf\u{E9}", number, 5)
    let others = [
      make("FoodItem", "caf\u{E9}", number, 5), make("Ingredient", "caf\u{E9}", number, 5),
      make("FoodItem", "cafe\u{301}", number, 5), make("FoodItem", "fats", number, 5),
      make("FoodItem", "caf\u{E9}", number.nextUp, 5), make("FoodItem", "caf\u{E9}", -number, 5),
      make("FoodItem", "caf\u{E9}", number, 6),
    ]
    for other in others + errorsOfEachCase[..<index].map({ $0("FoodItem", "caf\u{E9}", number, 5) }) {
      try expectSymmetric(error, other, equal: error.exactForm == other.exactForm, "as errors", areEqual)
    }
  }
}

/// Likewise for documents that hold one value each.
func expectDocumentsEqualIfSame(_ areEqual: (FirestoreData, FirestoreData) -> Bool) throws {
  for (index, value) in valuesApart.enumerated() {
    for (otherIndex, other) in valuesApart[...index].enumerated() {
      try expectSymmetric(["value": value], ["value": other], equal: index == otherIndex, "as documents", areEqual)
    }
    try expectSymmetric(["value": value], ["other": value], equal: false, "as documents", areEqual)
  }
}

private func expectSymmetric<Value>(
  _ left: Value, _ right: Value, equal: Bool, _ how: String, _ areEqual: (Value, Value) -> Bool
) throws {
  try expect("\(describe(left)) equals \(describe(right)), \(how)", areEqual(left, right), equals: equal)
  try expect("\(describe(right)) equals \(describe(left)), \(how)", areEqual(right, left), equals: equal)
}

private let errorsOfEachCase: [@Sendable (_ model: String, _ field: String, _ value: Double, _ max: Double) -> ValidationError] = [
  { model, _, _, _ in .emptyName(modelType: model) },
  { model, _, value, _ in .negativeCalories(modelType: model, value: value) },
  { model, _, value, max in .caloriesExceedMax(modelType: model, value: value, max: max) },
  { model, field, value, _ in .negativeMacro(modelType: model, field: field, value: value) },
  { .macroExceedMax(modelType: $0, field: $1, value: $2, max: $3) },
  { _, _, value, _ in .negativeDuration(value: value) },
  { _, _, value, max in .durationExceedMax(value: value, max: max) },
  { _, _, value, _ in .nonPositiveQuantity(value: value) },
  { _, _, _, _ in .emptyUnit },
  { _, _, _, _ in .emptyIngredients },
  { _, _, value, _ in .nonPositiveServings(value: value) },
  { _, _, value, _ in .negativeGoal(value: value) },
  { _, _, value, max in .goalExceedMax(value: value, max: max) },
]

/// Values of every kind, no two the same: neither 1 and 1.0, nor zeros of both signs, nor é in one scalar and in two.
private let valuesApart: [FirestoreValue] = {
  let scalars: [FirestoreValue] = [
    .null, .bool(false), .bool(true), .integer(0), .integer(1), .double(0), .double(-0.0), .double(1), .double(1.0.nextUp),
    .double(.nan), .string(""), .string("1"), .string("\u{E9}"), .string("e\u{301}"),
    .timestamp(Date(timeIntervalSinceReferenceDate: 1)), .timestamp(Date(timeIntervalSinceReferenceDate: 1.0.nextUp)),
    .timestamp(Date(timeIntervalSinceReferenceDate: .nan)),
  ]
  let arrays: [FirestoreValue] = [.array([]), .array([.double(0)]), .array([.double(-0.0)]), .array([.null, .null])]
  let maps: [FirestoreValue] = [.map([:]), .map(["a": .double(0)]), .map(["a": .double(-0.0)]), .map(["b": .double(0)])]
  return scalars + arrays + maps
}()

// What CM-01 to CM-12 must catch in what is equal.
extension Fault<CountMeSystem> {
  static let comparesFoodWithoutFats = Fault("comparesFoodWithoutFats", "compares food items without their fats") {
    $0.equalFoodItems = { $0.comparing { $0.fats = nil } == $1.comparing { $0.fats = nil } }
  }

  static let comparesFoodNamesAsCharacters = Fault(
    "comparesFoodNamesAsCharacters", "compares names by `String ==`, which hides normalisation") {
    $0.equalFoodItems = { left, right in
      left.name == right.name && left.comparing { $0.name = "" } == right.comparing { $0.name = "" }
    }
  }

  static let comparesCaloriesAsNumbers = Fault(
    "comparesCaloriesAsNumbers", "compares calories by `Double ==`, by which NaN differs from itself") {
    $0.equalFoodItems = { left, right in
      left.calories == right.calories && left.comparing { $0.calories = 0 } == right.comparing { $0.calories = 0 }
    }
  }

  static let comparesExerciseWithoutMinutes = Fault(
    "comparesExerciseWithoutMinutes", "compares exercise items without their duration") {
    $0.equalExerciseItems = { left, right in
      var fields = left.fields
      fields.durationMinutes = right.durationMinutes
      return fields == right.fields
    }
  }

  static let comparesIngredientsWithoutUnits = Fault(
    "comparesIngredientsWithoutUnits", "compares ingredients without their units") {
    $0.equalIngredients = { left, right in
      var fields = left.fields
      fields.unit = right.unit
      return fields == right.fields
    }
  }

  static let comparesMealsByTheirNumberOfIngredients = Fault(
    "comparesMealsByTheirNumberOfIngredients", "compares meals by how many ingredients they have") {
    $0.equalCustomMeals = { left, right in
      var fields = left.fields
      if left.ingredients.count == right.ingredients.count { fields.ingredients = right.ingredients }
      return fields == right.fields
    }
  }

  static let comparesLogsByTheSecond = Fault("comparesLogsByTheSecond", "compares dates to the second") {
    $0.equalDailyLogs = { left, right in
      var fields = left.fields
      let seconds = [left, right].map { $0.date.timeIntervalSinceReferenceDate.rounded(.down) }
      if seconds[0] == seconds[1] { fields.date = right.date }
      return fields == right.fields
    }
  }

  static let comparesErrorsByTheirText = Fault(
    "comparesErrorsByTheirText", "compares errors by their descriptions, in which all NaNs are alike") {
    $0.equalErrors = { $0.errorDescription == $1.errorDescription }
  }

  static let comparesWholeNumbersAlike = Fault(
    "comparesWholeNumbersAlike", "treats 1 and 1.0 in documents as equal") {
    $0.equalDocuments = { left, right in
      let whole = { @Sendable (value: FirestoreValue) -> FirestoreValue in
        if case .integer(let number) = value { .double(Double(number)) } else { value }
      }
      return left.mapValues(whole) == right.mapValues(whole)
    }
  }
}

extension FoodItem {
  fileprivate func comparing(_ change: (inout Fields) -> Void) -> Fields {
    var fields = fields
    change(&fields)
    return fields
  }
}
