import CountMeReference
import PropertyTesting

// Ways to get the reading and writing of documents wrong, in all four models alike.
extension CountMeSystem {
  /// Reads another document than the one given.
  mutating func readDocuments(as changed: @escaping @Sendable (FirestoreData) throws -> FirestoreData) {
    let system = self
    foodItemFromFirestore = { try system.foodItemFromFirestore(try changed($0)) }
    exerciseItemFromFirestore = { try system.exerciseItemFromFirestore(try changed($0)) }
    customMealFromFirestore = { document in
      try system.customMealFromFirestore(try changed(document.changingIngredients(changed)))
    }
    dailyLogFromFirestore = { try system.dailyLogFromFirestore(try changed($0)) }
  }

  /// Throws another error than the one that reading threw.
  mutating func failToRead(with changed: @escaping @Sendable (any Error) -> any Error) {
    let system = self
    foodItemFromFirestore = { document in
      do { return try system.foodItemFromFirestore(document) } catch { throw changed(error) }
    }
    exerciseItemFromFirestore = { document in
      do { return try system.exerciseItemFromFirestore(document) } catch { throw changed(error) }
    }
    customMealFromFirestore = { document in
      do { return try system.customMealFromFirestore(document) } catch { throw changed(error) }
    }
    dailyLogFromFirestore = { document in
      do { return try system.dailyLogFromFirestore(document) } catch { throw changed(error) }
    }
  }

  /// Reads by type alone, and hands the fields to other constructors than it should.
  mutating func readUnchecked(
    food: @escaping @Sendable (FoodItem.Fields) throws -> FoodItem,
    exercise: @escaping @Sendable (ExerciseItem.Fields) throws -> ExerciseItem,
    ingredient: @escaping @Sendable (Ingredient.Fields) throws -> Ingredient,
    meal: @escaping @Sendable (CustomMeal.Fields) throws -> CustomMeal,
    log: @escaping @Sendable (DailyLog.Fields) throws -> DailyLog
  ) {
    foodItemFromFirestore = { try food(try $0.uncheckedFoodItem()) }
    exerciseItemFromFirestore = { try exercise(try $0.uncheckedExerciseItem()) }
    customMealFromFirestore = { document in
      try meal(try document.uncheckedCustomMeal { try ingredient(try $0.uncheckedIngredient()) })
    }
    dailyLogFromFirestore = { try log(try $0.uncheckedDailyLog()) }
  }
}

extension FirestoreData {
  /// The keys that hold numbers, in all four models.
  static let numberKeys = [
    "calories", "protein", "carbohydrates", "fats", "caloriesBurned", "durationMinutes", "quantity",
    "servingsCount", "dailyGoal",
  ]

  /// Keys whose number may be missing.
  static let optionalKeys = ["protein", "carbohydrates", "fats", "durationMinutes", "dailyGoal"]

  /// This document with another value under each of `keys` that it has, nil to remove it.
  func changing(
    _ keys: [String] = numberKeys, _ changed: (FirestoreValue) -> FirestoreValue?
  ) -> FirestoreData {
    keys.reduce(into: self) { document, key in
      if let value = document[key] { document[key] = changed(value) }
    }
  }

  /// This document with other ingredients, where it has any.
  func changingIngredients(
    _ changed: (FirestoreData) throws -> FirestoreData
  ) rethrows -> FirestoreData {
    guard case .array(let elements) = self["ingredients"] else { return self }
    var document = self
    document["ingredients"] = .array(
      try elements.map { element in
        guard case .map(let ingredient) = element else { return element }
        return .map(try changed(ingredient))
      })
    return document
  }
}
