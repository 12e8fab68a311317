import CountMeReference
import PropertyTesting

extension Generator where Value == CustomMeal.Fields {
  /// A meal of 1 to 30 valid ingredients.
  public static var validCustomMeal: Generator {
    Generator { source in
      CustomMeal.Fields(
        id: try source(.uuid), name: try source(.contentfulText),
        ingredients: try source(.validIngredients), servingsCount: try source(.positiveAmount))
    }
  }
}

extension Generator where Value == [Ingredient] {
  /// One ingredient; or up to six different ones, followed by up to 24 repetitions of them.
  static var validIngredients: Generator {
    let ingredient = Generator<Ingredient.Fields>.validIngredient.map(Ingredient.init(validated:))
    let several = Generator { source in
      let different = try source(.array(of: ingredient, count: 1...6))
      let repeated = try source(.array(of: .int(in: 0...different.count - 1), count: 0...24))
      return different + repeated.map { different[$0] }
    }
    return .frequency((1, .array(of: ingredient, count: 1...1)), (3, several))
  }
}

extension Generator where Value == NearMiss<CustomMeal.Fields> {
  /// A meal, and edits that break one or more of its three fields. The ingredients of the meal are valid.
  public static func customMeal(breaking: Breaking) -> Generator {
    .nearMiss(of: .validCustomMeal, breaking: breaking, Constraint.ofCustomMeal)
  }
}

extension Constraint where Fields == CustomMeal.Fields {
  static var ofCustomMeal: [Constraint] {
    [
      .contentful("name", { $0.name = $1 }, .emptyName(modelType: "CustomMeal")),
      Constraint(
        "ingredients", .constant([Ingredient]()), set: { $0.ingredients = $1 },
        breach: { _ in .empty }, error: { _ in .emptyIngredients }),
      .positive("servingsCount", { $0.servingsCount = $1 }) { .nonPositiveServings(value: $0) },
    ]
  }
}
