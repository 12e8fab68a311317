import CountMeReference
import Foundation
import Testing

@Suite(.tags(.robustnessHardening))
struct FirestoreTests {
  let food = FoodItem(validated: apple(protein: 0.3, fats: -0.0)).toFirestoreData()
  let meal = CustomMeal(
    validated: pancakes(
      ingredients: [flour(), flour(name: "Milk"), flour(name: "Egg")].map(
        Ingredient.init(validated:)))
  ).toFirestoreData()

  /// The reason of the refusal, or nil.
  func reason(_ read: () throws -> Void) -> String? {
    do {
      try read()
    } catch SyncError.invalidData(let reason) {
      return reason
    } catch {
      Issue.record("threw \(error)")
    }
    return nil
  }

  func foodReason(_ field: String, _ value: FirestoreValue?) -> String? {
    var data = food
    data[field] = value
    return reason { _ = try FoodItem.fromFirestoreData(data) }
  }

  /// The meal with one field of one ingredient changed.
  func mealReason(_ index: Int, _ field: String, _ value: FirestoreValue?) -> String? {
    guard case .array(var elements) = meal["ingredients"], case .map(var element) = elements[index]
    else { return nil }
    element[field] = value
    elements[index] = .map(element)
    var data = meal
    data["ingredients"] = .array(elements)
    return reason { _ = try CustomMeal.fromFirestoreData(data) }
  }

  @Test func documentsReadBackBitByBit() throws {
    let item = try FoodItem(validating: apple(name: " Caf\u{E9} ", protein: 0.1, fats: -0.0))
    #expect(try FoodItem.fromFirestoreData(item.toFirestoreData()) == item)
    #expect(item.toFirestoreData().keys.sorted() == ["calories", "fats", "id", "name", "protein"])
    let exercise = try ExerciseItem(validating: run())
    #expect(try ExerciseItem.fromFirestoreData(exercise.toFirestoreData()) == exercise)
    let ingredient = try Ingredient(validating: flour(protein: 1, carbohydrates: 2, fats: 3))
    #expect(try Ingredient.fromFirestoreData(ingredient.toFirestoreData()) == ingredient)
    let pancakes = try CustomMeal(validating: pancakes(ingredients: [ingredient, ingredient]))
    #expect(try CustomMeal.fromFirestoreData(pancakes.toFirestoreData()) == pancakes)
    for goal in [nil, 0, 50_000] as [Double?] {
      let log = try DailyLog(date: at(0.1), dailyGoal: goal)
      #expect(try DailyLog.fromFirestoreData(log.toFirestoreData()) == log)
    }
  }

  @Test(.tags(.decision)) func integersAreNumbers() throws {
    var data = food
    data["calories"] = .integer(52)
    data["protein"] = .integer(0)
    let item = try FoodItem.fromFirestoreData(data)
    #expect(item.calories == 52 && item.protein == 0)
  }

  @Test func unknownKeysAreIgnoredAndNullIsNil() throws {
    var data = food
    data["rating"] = .bool(true)
    data["protein"] = .null
    data["fats"] = nil
    let item = try FoodItem.fromFirestoreData(data)
    #expect(item.protein == nil && item.fats == nil)
  }

  @Test(.tags(.decision)) func wrongTypesNameModelFieldValueAndRequirement() {
    #expect(
      foodReason("calories", .bool(true))
        == "FoodItem calories must be a number, but it is the Bool true.")
    #expect(foodReason("calories", nil) == "FoodItem calories must be a number, but it is missing.")
    #expect(foodReason("calories", .null) == "FoodItem calories must be a number, but it is null.")
    #expect(
      foodReason("protein", .string("1"))
        == "FoodItem protein must be a number, but it is the text \"1\".")
    #expect(
      foodReason("name", .integer(5)) == "FoodItem name must be text, but it is the integer 5.")
    #expect(foodReason("id", nil) == "FoodItem id must be text, but it is missing.")
    #expect(
      foodReason("id", .string("no"))
        == "FoodItem id must be a UUID, but it is the text \"no\".")
    #expect(foodReason("id", .string(id(1).uuidString + "0"))?.contains("must be a UUID") == true)
    #expect(
      reason { _ = try DailyLog.fromFirestoreData(["id": .string(id(1).uuidString)]) }
        == "DailyLog date must be a timestamp, but it is missing.")
  }

  @Test func rangesAreTheConstructors() {
    #expect(
      foodReason("calories", .integer(50_001))
        == "FoodItem calories must be at most 50000, but it is 50001.")
    #expect(
      foodReason("calories", .integer(.min))
        == "FoodItem calories must be at least 0, but it is -9.223372036854776e+18.")
    #expect(foodReason("fats", .double(.nan)) == "FoodItem fats must be at least 0, but it is nan.")
    #expect(
      foodReason("name", .string("\u{200B}"))
        == "FoodItem name must be more than whitespace, but it is empty or blank.")
    var exercise = ExerciseItem(validated: run()).toFirestoreData()
    exercise["durationMinutes"] = .integer(1_441)
    #expect(
      reason { _ = try ExerciseItem.fromFirestoreData(exercise) }
        == "ExerciseItem durationMinutes must be at most 1440, but it is 1441.")
    #expect(
      reason {
        _ = try DailyLog.fromFirestoreData([
          "id": .string(id(1).uuidString), "date": .timestamp(at(0)), "dailyGoal": .double(-1),
        ])
      } == "DailyLog dailyGoal must be at least 0, but it is -1.")
  }

  @Test func nestedIngredientsAreNamedByTheirPath() {
    #expect(
      mealReason(2, "quantity", .integer(0))
        == "CustomMeal ingredients[2].quantity must be finite and more than 0, but it is 0.")
    #expect(
      mealReason(1, "unit", .string(" "))
        == "CustomMeal ingredients[1].unit must be more than whitespace, but it is empty or blank.")
    #expect(
      mealReason(0, "calories", nil)
        == "CustomMeal ingredients[0].calories must be a number, but it is missing.")
    var data = meal
    data["ingredients"] = .array([.null])
    #expect(
      reason { _ = try CustomMeal.fromFirestoreData(data) }
        == "CustomMeal ingredients[0] must be a map, but it is null.")
    data["ingredients"] = .map([:])
    #expect(
      reason { _ = try CustomMeal.fromFirestoreData(data) }
        == "CustomMeal ingredients must be an array, but it is a map of 0.")
  }

  @Test(.tags(.decision)) func mealWithoutIngredientsIsRefused() {
    var data = meal
    data["ingredients"] = .array([])
    #expect(
      reason { _ = try CustomMeal.fromFirestoreData(data) }
        == "CustomMeal ingredients must hold at least one ingredient, but it is empty.")
  }

  @Test func firstViolationIsTheConstructorsFirst() {
    var data = food
    data["fats"] = .double(-1)
    data["calories"] = .double(-1)
    #expect(
      reason { _ = try FoodItem.fromFirestoreData(data) }
        == "FoodItem calories must be at least 0, but it is -1.")
  }
}
