import CountMeReference
import Foundation
import Testing

/// Edge inputs on which the sources are silent, each with the decision that settles it: see docs/decisions/0006-countme.md.
/// `FirestoreTests`, `SyncPersistenceTests`, `SyncEngineTests` and `RetryTests` pin others.
@Suite(.tags(.robustnessHardening, .decision))
struct DecisionTests {
  @Test("A meal without ingredients is refused")
  func mealWithoutIngredients() {
    #expect(throws: ValidationError.emptyIngredients) {
      try CustomMeal(validating: pancakes(ingredients: []))
    }
  }

  @Test(
    "Quantity and servings are finite and positive, -0.0 is not",
    arguments: [0, -0.0, -1, .nan, -.nan, .infinity, -.infinity] as [Double])
  func quantitiesAndServings(value: Double) {
    #expect(throws: ValidationError.nonPositiveQuantity(value: value)) {
      try Ingredient(validating: flour(quantity: value))
    }
    #expect(throws: ValidationError.nonPositiveServings(value: value)) {
      try CustomMeal(validating: pancakes(servingsCount: value))
    }
  }

  @Test("NaN is refused as the negative case")
  func notANumber() {
    #expect(throws: ValidationError.negativeCalories(modelType: "FoodItem", value: .nan)) {
      try FoodItem(validating: apple(calories: .nan))
    }
    #expect(
      throws: ValidationError.negativeMacro(modelType: "FoodItem", field: "fats", value: .nan)
    ) { try FoodItem(validating: apple(fats: .nan)) }
    #expect(throws: ValidationError.negativeDuration(value: .nan)) {
      try ExerciseItem(validating: run(durationMinutes: .nan))
    }
    #expect(throws: ValidationError.negativeGoal(value: .nan)) {
      try DailyLog(date: at(0), dailyGoal: .nan)
    }
  }

  @Test("The first violation in declared order is reported")
  func declaredOrder() {
    #expect(throws: ValidationError.emptyName(modelType: "FoodItem")) {
      try FoodItem(name: "", calories: -1, protein: -1, carbohydrates: -1, fats: -1)
    }
    #expect(throws: ValidationError.negativeCalories(modelType: "FoodItem", value: -1)) {
      try FoodItem(name: "a", calories: -1, protein: -1, carbohydrates: -1, fats: -1)
    }
    #expect(
      throws: ValidationError.negativeMacro(modelType: "FoodItem", field: "protein", value: -1)
    ) { try FoodItem(name: "a", calories: 1, protein: -1, carbohydrates: -1, fats: -1) }
    #expect(
      throws: ValidationError.negativeMacro(
        modelType: "FoodItem", field: "carbohydrates", value: -1)
    ) { try FoodItem(name: "a", calories: 1, protein: 1, carbohydrates: -1, fats: -1) }
    #expect(throws: ValidationError.emptyName(modelType: "ExerciseItem")) {
      try ExerciseItem(name: " ", caloriesBurned: -1, durationMinutes: -1)
    }
    #expect(throws: ValidationError.negativeCalories(modelType: "ExerciseItem", value: -1)) {
      try ExerciseItem(name: "a", caloriesBurned: -1, durationMinutes: -1)
    }
    #expect(throws: ValidationError.emptyName(modelType: "Ingredient")) {
      try Ingredient(name: "", quantity: 0, unit: "", calories: -1, protein: -1)
    }
    #expect(throws: ValidationError.nonPositiveQuantity(value: 0)) {
      try Ingredient(name: "a", quantity: 0, unit: "", calories: -1, protein: -1)
    }
    #expect(throws: ValidationError.emptyUnit) {
      try Ingredient(name: "a", quantity: 1, unit: "", calories: -1, protein: -1)
    }
    #expect(throws: ValidationError.negativeCalories(modelType: "Ingredient", value: -1)) {
      try Ingredient(name: "a", quantity: 1, unit: "g", calories: -1, protein: -1)
    }
    #expect(throws: ValidationError.emptyName(modelType: "CustomMeal")) {
      try CustomMeal(name: "", ingredients: [], servingsCount: 0)
    }
    #expect(throws: ValidationError.emptyIngredients) {
      try CustomMeal(name: "a", ingredients: [], servingsCount: 0)
    }
  }
}
