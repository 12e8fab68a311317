import Foundation

/// Why a model cannot be built from the given values. It is thrown before anything is built.
///
/// Equality is by representation: text by its UTF-8 bytes, numbers by bit pattern. An error about NaN therefore equals
/// itself, and one about -0.0 differs from one about 0.0.
public enum ValidationError: Error, Sendable {
  case emptyName(modelType: String)
  case negativeCalories(modelType: String, value: Double)
  case caloriesExceedMax(modelType: String, value: Double, max: Double)
  case negativeMacro(modelType: String, field: String, value: Double)
  case macroExceedMax(modelType: String, field: String, value: Double, max: Double)
  case negativeDuration(value: Double)
  case durationExceedMax(value: Double, max: Double)
  case nonPositiveQuantity(value: Double)
  case emptyUnit
  case emptyIngredients
  case nonPositiveServings(value: Double)
  case negativeGoal(value: Double)
  case goalExceedMax(value: Double, max: Double)
}

extension ValidationError: LocalizedError {
  /// The message for the user: the model and field, the requirement, and the value found. It is distinct for each case
  /// and its values, except that all NaNs read "nan".
  public var errorDescription: String? {
    "\(modelType) \(field) must \(requirement), but it is \(finding)."
  }
}

// The parts of the message. Deserialisation builds its reason from the same parts, so both boundaries report the same.
extension ValidationError {
  var modelType: String {
    switch self {
    case .emptyName(let modelType), .negativeCalories(let modelType, _),
      .caloriesExceedMax(let modelType, _, _), .negativeMacro(let modelType, _, _),
      .macroExceedMax(let modelType, _, _, _):
      modelType
    case .negativeDuration, .durationExceedMax: ExerciseItem.modelType
    case .nonPositiveQuantity, .emptyUnit: Ingredient.modelType
    case .emptyIngredients, .nonPositiveServings: CustomMeal.modelType
    case .negativeGoal, .goalExceedMax: DailyLog.modelType
    }
  }

  /// The name of the property, which is also its key in a Firestore document.
  var field: String {
    switch self {
    case .emptyName: "name"
    case .negativeCalories(let modelType, _), .caloriesExceedMax(let modelType, _, _):
      modelType == ExerciseItem.modelType ? "caloriesBurned" : "calories"
    case .negativeMacro(_, let field, _), .macroExceedMax(_, let field, _, _): field
    case .negativeDuration, .durationExceedMax: "durationMinutes"
    case .nonPositiveQuantity: "quantity"
    case .emptyUnit: "unit"
    case .emptyIngredients: "ingredients"
    case .nonPositiveServings: "servingsCount"
    case .negativeGoal, .goalExceedMax: "dailyGoal"
    }
  }

  /// The words after "must".
  var requirement: String {
    switch self {
    case .emptyName, .emptyUnit: "be more than whitespace"
    case .emptyIngredients: "hold at least one ingredient"
    case .negativeCalories, .negativeMacro, .negativeDuration, .negativeGoal: "be at least 0"
    case .nonPositiveQuantity, .nonPositiveServings: "be finite and more than 0"
    case .caloriesExceedMax(_, _, let max), .macroExceedMax(_, _, _, let max),
      .durationExceedMax(_, let max), .goalExceedMax(_, let max):
      "be at most \(Self.text(max))"
    }
  }

  /// The words after "but it is".
  var finding: String {
    switch self {
    case .emptyName, .emptyUnit: "empty or blank"
    case .emptyIngredients: "empty"
    case .negativeCalories(_, let value), .caloriesExceedMax(_, let value, _),
      .negativeMacro(_, _, let value), .macroExceedMax(_, _, let value, _),
      .negativeDuration(let value), .durationExceedMax(let value, _),
      .nonPositiveQuantity(let value), .nonPositiveServings(let value),
      .negativeGoal(let value), .goalExceedMax(let value, _):
      Self.text(value)
    }
  }

  /// The shortest text that reads back as the same number, without a trailing ".0".
  private static func text(_ number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension ValidationError: Equatable {
  public static func == (left: ValidationError, right: ValidationError) -> Bool {
    switch (left, right) {
    case (.emptyName(let a), .emptyName(let b)):
      identical(a, b)
    case (.negativeCalories(let a, let v), .negativeCalories(let b, let w)):
      identical(a, b) && identical(v, w)
    case (.caloriesExceedMax(let a, let v, let m), .caloriesExceedMax(let b, let w, let n)):
      identical(a, b) && identical(v, w) && identical(m, n)
    case (.negativeMacro(let a, let f, let v), .negativeMacro(let b, let g, let w)):
      identical(a, b) && identical(f, g) && identical(v, w)
    case (.macroExceedMax(let a, let f, let v, let m), .macroExceedMax(let b, let g, let w, let n)):
      identical(a, b) && identical(f, g) && identical(v, w) && identical(m, n)
    case (.negativeDuration(let v), .negativeDuration(let w)),
      (.nonPositiveQuantity(let v), .nonPositiveQuantity(let w)),
      (.nonPositiveServings(let v), .nonPositiveServings(let w)),
      (.negativeGoal(let v), .negativeGoal(let w)):
      identical(v, w)
    case (.durationExceedMax(let v, let m), .durationExceedMax(let w, let n)),
      (.goalExceedMax(let v, let m), .goalExceedMax(let w, let n)):
      identical(v, w) && identical(m, n)
    case (.emptyUnit, .emptyUnit), (.emptyIngredients, .emptyIngredients): true
    default: false
    }
  }
}
