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
      servings are finite and above 0, fractions included. The meal keeps all values as given and its \
      ingredients in order, equal ones too. With any one of these invalid the app refuses the meal.
      """,
    covers: "4.4", of: "CustomMeal",
    mustCatch: [
      .refusesLessThanOneServing, .refusesASingleIngredient, .sortsIngredients, .keepsEqualIngredientsOnce,
      .keepsWholeServings, .acceptsAnyMeal,
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
  }

  // Feature: robustness-hardening, Property 8: Invalid CustomMeal construction is rejected
  static let invalidIsRefused = Requirement<CountMeSystem>(
    "CM-08", "Invalid CustomMeal construction is rejected",
    says: """
      The app refuses a CustomMeal with a blank name, no ingredients, or servings that are 0, negative, \
      NaN or infinite, and accepts every valid one. The ValidationError fits a field that is really \
      wrong, down to the number in it.
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
    try expectRefusedForItsBreaks(meal, describedBy: countMe.describe) {
      try countMe.makeCustomMeal($0)
    }
    try expectKept(meal.valid) { try countMe.makeCustomMeal($0).fields }
  }
}
