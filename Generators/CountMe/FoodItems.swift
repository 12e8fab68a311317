import CountMeReference
import PropertyTesting

extension Generator where Value == FoodItem.Fields {
  /// A food item within the limits of the specification.
  public static var validFoodItem: Generator {
    Generator { source in
      FoodItem.Fields(
        id: try source(.uuid), name: try source(.contentfulText),
        calories: try source(.amount(in: SpecifiedLimits.calories)),
        protein: try source(.macro), carbohydrates: try source(.macro), fats: try source(.macro))
    }
  }
}

extension Generator where Value == Double? {
  /// Grams of protein, carbohydrates or fats. Nil means unknown.
  static var macro: Generator { .optional(.amount(in: SpecifiedLimits.macroGrams)) }
}

extension Generator where Value == NearMiss<FoodItem.Fields> {
  /// A food item, and edits that break one or more of its five fields.
  public static func foodItem(breaking: Breaking) -> Generator {
    .nearMiss(of: .validFoodItem, breaking: breaking, Constraint.ofFoodItem)
  }
}

extension Constraint where Fields == FoodItem.Fields {
  static var ofFoodItem: [Constraint] {
    [
      .contentful("name", { $0.name = $1 }, .emptyName(modelType: "FoodItem")),
      .within(
        SpecifiedLimits.calories, "calories", { $0.calories = $1 },
        tooLow: { .negativeCalories(modelType: "FoodItem", value: $0) },
        tooHigh: { .caloriesExceedMax(modelType: "FoodItem", value: $0, max: $1) }),
      .macro("protein", of: "FoodItem") { $0.protein = $1 },
      .macro("carbohydrates", of: "FoodItem") { $0.carbohydrates = $1 },
      .macro("fats", of: "FoodItem") { $0.fats = $1 },
    ]
  }
}

extension Constraint {
  static func macro(
    _ field: String, of modelType: String, _ set: @escaping @Sendable (inout Fields, Double) -> Void
  ) -> Constraint {
    .within(
      SpecifiedLimits.macroGrams, field, set,
      tooLow: { .negativeMacro(modelType: modelType, field: field, value: $0) },
      tooHigh: { .macroExceedMax(modelType: modelType, field: field, value: $0, max: $1) })
  }
}
