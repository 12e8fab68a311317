import CountMeReference
import Foundation

// Documents read as the app read them before there were ranges: types are checked, values are not. For the
// faults of CM-11.

extension FirestoreData {
  private func text(_ key: String) throws -> String {
    guard case .string(let text) = self[key] else { throw wrong(key) }
    return text
  }

  private func id() throws -> UUID {
    guard let id = UUID(uuidString: try text("id")) else { throw wrong("id") }
    return id
  }

  private func number(_ key: String) throws -> Double {
    guard let number = self[key]?.number else { throw wrong(key) }
    return number
  }

  private func optionalNumber(_ key: String) throws -> Double? {
    switch self[key] {
    case nil, .null: nil
    case .some: try number(key)
    }
  }

  private func wrong(_ key: String) -> SyncError { .invalidData(reason: "wrong \(key)") }

  func uncheckedFoodItem() throws -> FoodItem.Fields {
    FoodItem.Fields(
      id: try id(), name: try text("name"), calories: try number("calories"),
      protein: try optionalNumber("protein"), carbohydrates: try optionalNumber("carbohydrates"),
      fats: try optionalNumber("fats"))
  }

  func uncheckedExerciseItem() throws -> ExerciseItem.Fields {
    ExerciseItem.Fields(
      id: try id(), name: try text("name"), caloriesBurned: try number("caloriesBurned"),
      durationMinutes: try optionalNumber("durationMinutes"))
  }

  func uncheckedIngredient() throws -> Ingredient.Fields {
    Ingredient.Fields(
      id: try id(), name: try text("name"), quantity: try number("quantity"),
      unit: try text("unit"), calories: try number("calories"),
      protein: try optionalNumber("protein"), carbohydrates: try optionalNumber("carbohydrates"),
      fats: try optionalNumber("fats"))
  }

  /// - Parameter ingredient: what to make of the document of an ingredient.
  func uncheckedCustomMeal(
    ingredient: (FirestoreData) throws -> Ingredient = {
      Ingredient(validated: try $0.uncheckedIngredient())
    }
  ) throws -> CustomMeal.Fields {
    guard case .array(let elements) = self["ingredients"] else { throw wrong("ingredients") }
    return CustomMeal.Fields(
      id: try id(), name: try text("name"),
      ingredients: try elements.map { element in
        guard case .map(let fields) = element else { throw wrong("ingredients") }
        return try ingredient(fields)
      },
      servingsCount: try number("servingsCount"))
  }

  func uncheckedDailyLog() throws -> DailyLog.Fields {
    guard case .timestamp(let date) = self["date"] else { throw wrong("date") }
    return DailyLog.Fields(id: try id(), date: date, dailyGoal: try optionalNumber("dailyGoal"))
  }
}
