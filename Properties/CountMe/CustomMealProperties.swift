import CountMeGenerators
import CountMeReference
import PropertyTesting

/// The constructor of a meal takes at least one ingredient and any positive number of servings.
public enum CustomMealProperties: PropertyGroup {
  public static let all = [validIsKept, invalidIsRefused]

  // Feature: robustness-hardening, Property 7: Valid CustomMeal construction succeeds
  static let validIsKept = Requirement<CountMeSystem>(
    "CM-07", "Valid CustomMeal construction succeeds",
    says: """
      The app creates a CustomMeal if the name is not blank, there is at least one ingredient, and \
      servings are finite and above 0, fractions included. It keeps all values as given and the \
      ingredients in order, even equal ones. If any one value is invalid, the app refuses the meal. Two \
      meals are equal if and only if all their values are the same.
      """,
    covers: "4.4", of: "CustomMeal",
    mustCatch: [
      .refusesLessThanOneServing, .refusesASingleIngredient, .sortsIngredients, .keepsEqualIngredientsOnce,
      .keepsWholeServings, .acceptsAnyMeal, .comparesMealsByTheirNumberOfIngredients,
    ]
  ).holds(
    forAll: .customMeal(breaking: .oneField),
    requiring: [
      "one ingredient": 0.05, "an ingredient twice": 0.3, "less than one serving": 0.05,
    ]
  ) { meal, countMe, trial in
    let ids = meal.valid.ingredients.map(\.id)
    trial.label("one ingredient", if: ids.count == 1)
    trial.label("an ingredient twice", if: Set(ids).count < ids.count)
    trial.label("less than one serving", if: meal.valid.servingsCount < 1)
    try expectKept(meal.valid) { try countMe.makeCustomMeal($0).fields }
    try expectRefused(meal) { try countMe.makeCustomMeal($0) }
    try expectEqualIfSame(meal.valid) { countMe.equalCustomMeals(CustomMeal(validated: $0), CustomMeal(validated: $1)) }
  }

  // Feature: robustness-hardening, Property 8: Invalid CustomMeal construction is rejected
  static let invalidIsRefused = Requirement<CountMeSystem>(
    "CM-08", "Invalid CustomMeal construction is rejected",
    says: """
      The app refuses a CustomMeal with a blank name, no ingredients, or servings that are 0, negative, \
      NaN or infinite, and accepts every valid one. The ValidationError is about a field that is really \
      invalid and carries the right number.
      """,
    covers: "4.1", "4.2", "4.3", of: "CustomMeal",
    mustCatch: [
      .acceptsNoIngredients, .acceptsNoServings, .acceptsNaNServings, .acceptsInfiniteServings,
      .checksOnlyTheNameOfMeals, .leavesTheNameOfMealsUnchecked, .describesNoError, .refusesAllMeals,
    ]
  ).holds(
    forAll: .customMeal(breaking: .someFields),
    requiring: [
      "blank text": 0.5, "no ingredients": 0.5, "below the range": 0.2, "NaN": 0.01,
      "infinite": 0.02,
    ]
  ) { meal, countMe, trial in
    trial.labelBreaches(of: meal)
    try expectRefusedForItsBreaks(meal, of: "CustomMeal", describedBy: countMe.describe) {
      try countMe.makeCustomMeal($0)
    }
    try expectKept(meal.valid) { try countMe.makeCustomMeal($0).fields }
  }
}

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
