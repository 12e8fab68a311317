import CountMeReference
import Foundation
import Testing

@Suite(.tags(.robustnessHardening))
struct ValidationErrorTests {
  static let messages: [(error: ValidationError, text: String)] = [
    (
      .emptyName(modelType: "FoodItem"),
      "FoodItem name must be more than whitespace, but it is empty or blank."
    ),
    (
      .emptyName(modelType: "CustomMeal"),
      "CustomMeal name must be more than whitespace, but it is empty or blank."
    ),
    (
      .negativeCalories(modelType: "FoodItem", value: -1),
      "FoodItem calories must be at least 0, but it is -1."
    ),
    (
      .negativeCalories(modelType: "ExerciseItem", value: -1),
      "ExerciseItem caloriesBurned must be at least 0, but it is -1."
    ),
    (
      .negativeCalories(modelType: "FoodItem", value: .nan),
      "FoodItem calories must be at least 0, but it is nan."
    ),
    (
      .caloriesExceedMax(modelType: "Ingredient", value: 50_000.5, max: 50_000),
      "Ingredient calories must be at most 50000, but it is 50000.5."
    ),
    (
      .caloriesExceedMax(modelType: "ExerciseItem", value: .infinity, max: 50_000),
      "ExerciseItem caloriesBurned must be at most 50000, but it is inf."
    ),
    (
      .negativeMacro(modelType: "FoodItem", field: "protein", value: -0.25),
      "FoodItem protein must be at least 0, but it is -0.25."
    ),
    (
      .negativeMacro(modelType: "FoodItem", field: "fats", value: -0.25),
      "FoodItem fats must be at least 0, but it is -0.25."
    ),
    (
      .macroExceedMax(modelType: "Ingredient", field: "carbohydrates", value: 20_000, max: 10_000),
      "Ingredient carbohydrates must be at most 10000, but it is 20000."
    ),
    (
      .negativeDuration(value: -5),
      "ExerciseItem durationMinutes must be at least 0, but it is -5."
    ),
    (
      .durationExceedMax(value: 1_441, max: 1_440),
      "ExerciseItem durationMinutes must be at most 1440, but it is 1441."
    ),
    (
      .nonPositiveQuantity(value: -0.0),
      "Ingredient quantity must be finite and more than 0, but it is -0."
    ),
    (.emptyUnit, "Ingredient unit must be more than whitespace, but it is empty or blank."),
    (
      .emptyIngredients,
      "CustomMeal ingredients must hold at least one ingredient, but it is empty."
    ),
    (
      .nonPositiveServings(value: 0),
      "CustomMeal servingsCount must be finite and more than 0, but it is 0."
    ),
    (.negativeGoal(value: -1), "DailyLog dailyGoal must be at least 0, but it is -1."),
    (
      .goalExceedMax(value: 50_001, max: 50_000),
      "DailyLog dailyGoal must be at most 50000, but it is 50001."
    ),
  ]

  @Test func everyMessage() {
    for (error, text) in Self.messages {
      #expect(error.errorDescription == text)
      #expect(error.localizedDescription == text)
    }
  }

  @Test func messagesAndErrorsAreDistinct() {
    #expect(Set(Self.messages.map(\.text)).count == Self.messages.count)
    for (index, left) in Self.messages.enumerated() {
      for (other, right) in Self.messages.enumerated() {
        #expect((left.error == right.error) == (index == other))
      }
    }
  }

  @Test func payloadsAreComparedByRepresentation() {
    #expect(ValidationError.nonPositiveQuantity(value: 0) != .nonPositiveQuantity(value: -0.0))
    #expect(ValidationError.negativeGoal(value: .nan) == .negativeGoal(value: .nan))
    #expect(ValidationError.emptyName(modelType: "\u{E9}") != .emptyName(modelType: "e\u{301}"))
  }
}
