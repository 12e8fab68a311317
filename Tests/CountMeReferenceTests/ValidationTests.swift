import CountMeReference
import Foundation
import Testing

/// Boundaries, one field at a time, on both sides.
@Suite(.tags(.robustnessHardening))
struct ValidationTests {
  @Test(arguments: [0, -0.0, Double.leastNonzeroMagnitude, 49_999.999, 50_000])
  func caloriesInRangeAreKeptBitByBit(calories: Double) throws {
    #expect(try FoodItem(validating: apple(calories: calories)).fields == apple(calories: calories))
    let exercise = run(caloriesBurned: calories)
    #expect(try ExerciseItem(validating: exercise).fields == exercise)
    let ingredient = flour(calories: calories)
    #expect(try Ingredient(validating: ingredient).fields == ingredient)
  }

  @Test(arguments: [-Double.leastNonzeroMagnitude, -1, -Double.infinity])
  func caloriesBelowTheRange(value: Double) {
    #expect(throws: ValidationError.negativeCalories(modelType: "FoodItem", value: value)) {
      try FoodItem(validating: apple(calories: value))
    }
    #expect(throws: ValidationError.negativeCalories(modelType: "ExerciseItem", value: value)) {
      try ExerciseItem(validating: run(caloriesBurned: value))
    }
    #expect(throws: ValidationError.negativeCalories(modelType: "Ingredient", value: value)) {
      try Ingredient(validating: flour(calories: value))
    }
  }

  @Test(arguments: [50_000.nextUp, 50_000.4, Double.infinity])
  func caloriesAboveTheRange(value: Double) {
    func expected(_ model: String) -> ValidationError {
      .caloriesExceedMax(modelType: model, value: value, max: 50_000)
    }
    #expect(throws: expected("FoodItem")) { try FoodItem(validating: apple(calories: value)) }
    #expect(throws: expected("ExerciseItem")) {
      try ExerciseItem(validating: run(caloriesBurned: value))
    }
    #expect(throws: expected("Ingredient")) { try Ingredient(validating: flour(calories: value)) }
  }

  @Test(arguments: ["protein", "carbohydrates", "fats"])
  func macros(field: String) throws {
    func food(_ value: Double?) throws -> FoodItem {
      try FoodItem(
        validating: apple(
          protein: field == "protein" ? value : nil,
          carbohydrates: field == "carbohydrates" ? value : nil, fats: field == "fats" ? value : nil
        ))
    }
    func ingredient(_ value: Double?) throws -> Ingredient {
      try Ingredient(
        validating: flour(
          protein: field == "protein" ? value : nil,
          carbohydrates: field == "carbohydrates" ? value : nil, fats: field == "fats" ? value : nil
        ))
    }
    for value in [nil, 0, -0.0, 10_000] {
      _ = try food(value)
      _ = try ingredient(value)
    }
    for value in [-Double.leastNonzeroMagnitude, -Double.infinity] {
      #expect(
        throws: ValidationError.negativeMacro(modelType: "FoodItem", field: field, value: value)
      ) { try food(value) }
      #expect(
        throws: ValidationError.negativeMacro(modelType: "Ingredient", field: field, value: value)
      ) { try ingredient(value) }
    }
    for value in [10_000.nextUp, Double.infinity] {
      #expect(
        throws: ValidationError.macroExceedMax(
          modelType: "FoodItem", field: field, value: value, max: 10_000)
      ) { try food(value) }
      #expect(
        throws: ValidationError.macroExceedMax(
          modelType: "Ingredient", field: field, value: value, max: 10_000)
      ) { try ingredient(value) }
    }
  }

  @Test func duration() throws {
    for value in [nil, 0, -0.0, 1_440] as [Double?] {
      let item = try ExerciseItem(validating: run(durationMinutes: value))
      #expect(item.durationMinutes?.bitPattern == value?.bitPattern)
    }
    #expect(throws: ValidationError.negativeDuration(value: -1)) {
      try ExerciseItem(validating: run(durationMinutes: -1))
    }
    #expect(throws: ValidationError.durationExceedMax(value: 1_440.nextUp, max: 1_440)) {
      try ExerciseItem(validating: run(durationMinutes: 1_440.nextUp))
    }
  }

  @Test(arguments: [Double.leastNonzeroMagnitude, 0.5, 1, Double.greatestFiniteMagnitude])
  func positiveQuantitiesAndServings(value: Double) throws {
    #expect(try Ingredient(validating: flour(quantity: value)).quantity == value)
    #expect(try CustomMeal(validating: pancakes(servingsCount: value)).servingsCount == value)
  }

  @Test func customMealKeepsItsIngredients() throws {
    let first = try Ingredient(validating: flour())
    let second = try Ingredient(name: "Milk", quantity: 0.5, unit: "l", calories: 300)
    let meal = try CustomMeal(
      name: "Pancakes", ingredients: [second, first, first], servingsCount: 1)
    #expect(meal.ingredients == [second, first, first])
  }

  @Test func customMealWithoutIngredients() {
    #expect(throws: ValidationError.emptyIngredients) {
      try CustomMeal(validating: pancakes(ingredients: []))
    }
  }

  @Test(arguments: [nil, 0, -0.0, 2_000, 50_000] as [Double?])
  func dailyLogGoals(goal: Double?) throws {
    let log = try DailyLog(date: at(-1e10 + 0.125), dailyGoal: goal)
    #expect(log.dailyGoal?.bitPattern == goal?.bitPattern)
    #expect(log.date == at(-1e10 + 0.125))
  }

  @Test func dailyLogGoalsOutOfRange() {
    #expect(throws: ValidationError.negativeGoal(value: -1)) {
      try DailyLog(date: at(0), dailyGoal: -1)
    }
    #expect(throws: ValidationError.goalExceedMax(value: 50_000.nextUp, max: 50_000)) {
      try DailyLog(date: at(0), dailyGoal: 50_000.nextUp)
    }
  }

  @Test func labelledInitialisersTakeDefaults() throws {
    let food = try FoodItem(name: "Water", calories: 0)
    #expect(food.protein == nil && food.carbohydrates == nil && food.fats == nil)
    #expect(try ExerciseItem(name: "Walk", caloriesBurned: 90).durationMinutes == nil)
    #expect(try DailyLog(date: at(0)).dailyGoal == nil)
    #expect(throws: ValidationError.emptyName(modelType: "FoodItem")) {
      try FoodItem(name: "", calories: 0)
    }
  }

  @Test func validatedInitialiserChecksNothing() {
    #expect(FoodItem(validated: apple(name: "", calories: -1)).calories == -1)
  }

  @Test func modelsAreComparedByRepresentation() throws {
    #expect(
      try FoodItem(validating: apple(name: "caf\u{E9}"))
        != FoodItem(validating: apple(name: "cafe\u{301}")))
    #expect(
      try FoodItem(validating: apple(calories: 0)) != FoodItem(validating: apple(calories: -0.0)))
  }
}
