import CountMeReference
import Foundation
import StorageContract
import Testing

extension Tag {
  /// Pins a decision on which the sources are silent: a changed decision changes
  /// one example and no property.
  @Tag static var decision: Self
  @Tag static var robustnessHardening: Self
}

/// The same id for the same number, in every run.
func id(_ number: UInt8) -> UUID {
  UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
}

func at(_ seconds: Double) -> Date {
  Date(timeIntervalSinceReferenceDate: seconds)
}

func create(_ number: UInt8, at seconds: Double = 0) -> SyncOperation {
  .create(entityId: id(number), entityType: .foodItem, timestamp: at(seconds))
}

func update(_ number: UInt8, at seconds: Double = 0) -> SyncOperation {
  .update(entityId: id(number), entityType: .foodItem, timestamp: at(seconds))
}

func delete(_ number: UInt8, at seconds: Double = 0) -> SyncOperation {
  .delete(entityId: id(number), entityType: .foodItem, timestamp: at(seconds))
}

func apple(
  name: String = "Apple", calories: Double = 52, protein: Double? = nil,
  carbohydrates: Double? = nil, fats: Double? = nil
) -> FoodItem.Fields {
  FoodItem.Fields(
    id: id(1), name: name, calories: calories, protein: protein, carbohydrates: carbohydrates,
    fats: fats)
}

func run(
  name: String = "Run", caloriesBurned: Double = 300, durationMinutes: Double? = 30
) -> ExerciseItem.Fields {
  ExerciseItem.Fields(
    id: id(2), name: name, caloriesBurned: caloriesBurned, durationMinutes: durationMinutes)
}

func flour(
  name: String = "Flour", quantity: Double = 250, unit: String = "g", calories: Double = 910,
  protein: Double? = nil, carbohydrates: Double? = nil, fats: Double? = nil
) -> Ingredient.Fields {
  Ingredient.Fields(
    id: id(3), name: name, quantity: quantity, unit: unit, calories: calories, protein: protein,
    carbohydrates: carbohydrates, fats: fats)
}

func pancakes(
  name: String = "Pancakes", ingredients: [Ingredient] = [Ingredient(validated: flour())],
  servingsCount: Double = 4
) -> CustomMeal.Fields {
  CustomMeal.Fields(
    id: id(4), name: name, ingredients: ingredients, servingsCount: servingsCount)
}

/// What the store holds, without the engine's help.
func storedQueue(in store: any Store) async throws -> [Record] {
  try await store.read { try $0.scan("sync_queue") }
}
