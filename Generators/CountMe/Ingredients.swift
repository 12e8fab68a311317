import CountMeReference
import PropertyTesting

extension Generator where Value == Ingredient.Fields {
  /// An ingredient within the limits of the specification.
  public static var validIngredient: Generator {
    Generator { source in
      Ingredient.Fields(
        id: try source(.uuid), name: try source(.contentfulText),
        quantity: try source(.positiveAmount), unit: try source(.unit),
        calories: try source(.amount(in: SpecifiedLimits.calories)),
        protein: try source(.macro), carbohydrates: try source(.macro), fats: try source(.macro))
    }
  }
}

extension Generator where Value == String {
  /// A usual unit, or any text with content. The specification has no list of units.
  static var unit: Generator {
    .oneOf(.element(of: ["g", "ml", "cup", "piece", "tbsp"]), .contentfulText)
  }
}

extension Generator where Value == NearMiss<Ingredient.Fields> {
  /// An ingredient, and edits that break one or more of its seven fields.
  public static func ingredient(breaking: Breaking) -> Generator {
    .nearMiss(of: .validIngredient, breaking: breaking, Constraint.ofIngredient)
  }
}

extension Constraint where Fields == Ingredient.Fields {
  static var ofIngredient: [Constraint] {
    [
      .contentful("name", { $0.name = $1 }, .emptyName(modelType: "Ingredient")),
      .positive("quantity", { $0.quantity = $1 }) { .nonPositiveQuantity(value: $0) },
      .contentful("unit", { $0.unit = $1 }, .emptyUnit),
      .within(
        SpecifiedLimits.calories, "calories", { $0.calories = $1 },
        tooLow: { .negativeCalories(modelType: "Ingredient", value: $0) },
        tooHigh: { .caloriesExceedMax(modelType: "Ingredient", value: $0, max: $1) }),
      .macro("protein", of: "Ingredient") { $0.protein = $1 },
      .macro("carbohydrates", of: "Ingredient") { $0.carbohydrates = $1 },
      .macro("fats", of: "Ingredient") { $0.fats = $1 },
    ]
  }
}
