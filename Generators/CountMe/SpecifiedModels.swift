import CountMeReference

/// The five models of the specification, with its numbers written a second time. If somebody changes the core's own
/// constants, a property fails, because it compares with these.
public enum SpecifiedModel: String, Sendable {
  /// Food that was eaten.
  case foodItem = "FoodItem"
  /// An exercise that was done.
  case exerciseItem = "ExerciseItem"
  /// A part of a meal, which has no document of its own.
  case ingredient = "Ingredient"
  /// A meal of ingredients.
  case customMeal = "CustomMeal"
  /// The goal of a day.
  case dailyLog = "DailyLog"

  /// What each field may hold, in declared order. The names are those of the properties and of the keys in documents.
  public var fields: KeyValuePairs<String, FieldKind> {
    switch self {
    case .foodItem:
      [
        "id": .id, "name": .text, "calories": .number(upTo: 50_000), "protein": .optional(upTo: 10_000),
        "carbohydrates": .optional(upTo: 10_000), "fats": .optional(upTo: 10_000),
      ]
    case .exerciseItem:
      [
        "id": .id, "name": .text, "caloriesBurned": .number(upTo: 50_000),
        "durationMinutes": .optional(upTo: 1_440),
      ]
    case .ingredient:
      [
        "id": .id, "name": .text, "quantity": .positive, "unit": .text, "calories": .number(upTo: 50_000),
        "protein": .optional(upTo: 10_000), "carbohydrates": .optional(upTo: 10_000), "fats": .optional(upTo: 10_000),
      ]
    case .customMeal: ["id": .id, "name": .text, "ingredients": .ingredients, "servingsCount": .positive]
    case .dailyLog: ["id": .id, "date": .date, "dailyGoal": .optional(upTo: 50_000)]
    }
  }

  /// What a constructor says if a field holds a value that is not allowed. NaN counts as too low.
  /// - Parameters:
  ///   - number: the value, if the field holds a number.
  ///   - max: the upper bound, if the number is above it.
  func error(of field: String, holding number: Double, above max: Double?) -> ValidationError {
    switch (field, max) {
    case ("name", _): .emptyName(modelType: rawValue)
    case ("unit", _): .emptyUnit
    case ("ingredients", _): .emptyIngredients
    case ("quantity", _): .nonPositiveQuantity(value: number)
    case ("servingsCount", _): .nonPositiveServings(value: number)
    case ("calories", nil), ("caloriesBurned", nil): .negativeCalories(modelType: rawValue, value: number)
    case ("calories", let max?), ("caloriesBurned", let max?):
      .caloriesExceedMax(modelType: rawValue, value: number, max: max)
    case ("durationMinutes", nil): .negativeDuration(value: number)
    case ("durationMinutes", let max?): .durationExceedMax(value: number, max: max)
    case ("dailyGoal", nil): .negativeGoal(value: number)
    case ("dailyGoal", let max?): .goalExceedMax(value: number, max: max)
    case (_, nil): .negativeMacro(modelType: rawValue, field: field, value: number)
    case (_, let max?): .macroExceedMax(modelType: rawValue, field: field, value: number, max: max)
    }
  }
}

/// What a field may hold.
public enum FieldKind: Sendable {
  /// Any UUID.
  case id
  /// Any date.
  case date
  /// Text with a scalar that is no white space.
  case text
  /// A finite number above 0.
  case positive
  /// A number from 0 to a bound, both included.
  case number(upTo: Double)
  /// The same, or nil.
  case optional(upTo: Double)
  /// At least one ingredient.
  case ingredients

  /// The upper bound of numbers. Nil: there is none, or the field holds no number.
  public var most: Double? {
    switch self {
    case .number(let most), .optional(let most): most
    case .id, .date, .text, .positive, .ingredients: nil
    }
  }

  /// Whether the field holds numbers.
  public var isNumeric: Bool {
    if case .positive = self { true } else { most != nil }
  }
}
