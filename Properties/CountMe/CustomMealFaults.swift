import CountMeReference
import PropertyTesting

// What CM-07 must catch.
extension Fault<CountMeSystem> {
  static let refusesLessThanOneServing = Fault("refusesLessThanOneServing", "refuses less than one serving") {
    $0.makeCustomMeal = refusing($0.makeCustomMeal) { fields in
      guard fields.servingsCount >= 1 else {
        throw ValidationError.nonPositiveServings(value: fields.servingsCount)
      }
    }
  }

  static let refusesASingleIngredient = Fault("refusesASingleIngredient", "refuses a single ingredient") {
    $0.makeCustomMeal = refusing($0.makeCustomMeal) { fields in
      guard fields.ingredients.count > 1 else { throw ValidationError.emptyIngredients }
    }
  }

  static let sortsIngredients = Fault("sortsIngredients", "sorts ingredients by name") {
    $0.makeCustomMeal = keeping($0.makeCustomMeal, CustomMeal.init(validated:)) { fields in
      fields.ingredients.sort { $0.name < $1.name }
    }
  }

  static let keepsEqualIngredientsOnce = Fault("keepsEqualIngredientsOnce", "keeps equal ingredients once") {
    $0.makeCustomMeal = keeping($0.makeCustomMeal, CustomMeal.init(validated:)) { fields in
      fields.ingredients = fields.ingredients.reduce(into: []) { kept, ingredient in
        if !kept.contains(ingredient) { kept.append(ingredient) }
      }
    }
  }

  static let keepsWholeServings = Fault("keepsWholeServings", "keeps whole servings only") {
    $0.makeCustomMeal = keeping($0.makeCustomMeal, CustomMeal.init(validated:)) { fields in
      fields.servingsCount = fields.servingsCount.rounded(.up)
    }
  }

  static let acceptsAnyMeal = Fault("acceptsAnyMeal", "accepts every meal") {
    $0.makeCustomMeal = { CustomMeal(validated: $0) }
  }
}

// What CM-08 must catch.
extension Fault<CountMeSystem> {
  static let acceptsNoIngredients = Fault("acceptsNoIngredients", "lets a meal without ingredients pass") {
    $0.makeCustomMeal = checking($0.makeCustomMeal, CustomMeal.init(validated:)) { fields in
      if fields.ingredients.isEmpty { fields.ingredients = [anyIngredient] }
    }
  }

  static let acceptsNoServings = Fault("acceptsNoServings", "compares the servings by >= 0") {
    $0.makeCustomMeal = checking($0.makeCustomMeal, CustomMeal.init(validated:)) { fields in
      if fields.servingsCount == 0 { fields.servingsCount = 1 }
    }
  }

  static let acceptsNaNServings = Fault("acceptsNaNServings", "lets NaN servings pass") {
    $0.makeCustomMeal = checking($0.makeCustomMeal, CustomMeal.init(validated:)) { fields in
      if fields.servingsCount.isNaN { fields.servingsCount = 1 }
    }
  }

  static let acceptsInfiniteServings = Fault("acceptsInfiniteServings", "lets infinite servings pass") {
    $0.makeCustomMeal = checking($0.makeCustomMeal, CustomMeal.init(validated:)) { fields in
      if fields.servingsCount == .infinity { fields.servingsCount = 1 }
    }
  }

  static let checksOnlyTheNameOfMeals = Fault("checksOnlyTheNameOfMeals", "checks only the name") {
    $0.makeCustomMeal = checking($0.makeCustomMeal, CustomMeal.init(validated:)) { fields in
      fields.ingredients = [anyIngredient]
      fields.servingsCount = 1
    }
  }

  static let leavesTheNameOfMealsUnchecked = Fault("leavesTheNameOfMealsUnchecked", "leaves the name unchecked") {
    $0.makeCustomMeal = checking($0.makeCustomMeal, CustomMeal.init(validated:)) { $0.name = "a" }
  }

  static let refusesAllMeals = Fault("refusesAllMeals", "refuses every meal") {
    $0.makeCustomMeal = refusing($0.makeCustomMeal) { _ in throw ValidationError.emptyIngredients }
  }
}

private let anyIngredient = Ingredient(
  validated: Ingredient.Fields(name: "Flour", quantity: 1, unit: "g", calories: 4))
