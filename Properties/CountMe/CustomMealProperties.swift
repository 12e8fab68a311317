import CountMeGenerators
import CountMeReference
import PropertyTesting

/// The constructor of a meal takes at least one ingredient and any positive number of servings.
public enum CustomMealProperties: PropertyGroup {
  public static let all = [validIsKept, invalidIsRefused]

  // Feature: robustness-hardening, Property 7: Valid CustomMeal construction succeeds
  static let validIsKept = Property<CountMeSystem>(
    "CM-07", "Valid CustomMeal construction succeeds",
    covers: "4.4", of: "CustomMeal",
    forAll: .customMeal(breaking: .oneField),
    requiring: [
      "one ingredient": 0.05, "an ingredient twice": 0.3, "less than one serving": 0.05,
    ],
    mustCatch: .refusesLessThanOneServing, .refusesASingleIngredient, .sortsIngredients,
    .keepsEqualIngredientsOnce, .keepsWholeServings, .acceptsAnyMeal
  ) { meal, countMe, trial in
    let ids = meal.valid.ingredients.map(\.id)
    trial.label("one ingredient", if: ids.count == 1)
    trial.label("an ingredient twice", if: Set(ids).count < ids.count)
    trial.label("less than one serving", if: meal.valid.servingsCount < 1)
    try expectKept(meal.valid) { try countMe.makeCustomMeal($0).fields }
    try expectRefused(meal) { try countMe.makeCustomMeal($0) }
  }

  // Feature: robustness-hardening, Property 8: Invalid CustomMeal construction is rejected
  static let invalidIsRefused = Property<CountMeSystem>(
    "CM-08", "Invalid CustomMeal construction is rejected",
    covers: "4.1", "4.2", "4.3", of: "CustomMeal",
    forAll: .customMeal(breaking: .someFields),
    requiring: [
      "blank text": 0.5, "no ingredients": 0.5, "below the range": 0.2, "NaN": 0.01,
      "infinite": 0.02,
    ],
    mustCatch: .acceptsNoIngredients, .acceptsNoServings, .acceptsNaNServings,
    .acceptsInfiniteServings, .checksOnlyTheNameOfMeals, .leavesTheNameOfMealsUnchecked,
    .describesNoError, .refusesAllMeals
  ) { meal, countMe, trial in
    trial.labelBreaches(of: meal)
    try expectRefusedForItsBreaks(meal, describedBy: countMe.describe) {
      try countMe.makeCustomMeal($0)
    }
    try expectKept(meal.valid) { try countMe.makeCustomMeal($0).fields }
  }
}
