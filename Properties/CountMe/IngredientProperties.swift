import CountMeGenerators
import CountMeReference
import PropertyTesting

/// The constructor of an ingredient takes what is in range, and says what is not.
public enum IngredientProperties: PropertyGroup {
  public static let all = [validIsKept, invalidIsRefused]

  // Feature: robustness-hardening, Property 5: Valid Ingredient construction succeeds
  static let validIsKept = Requirement<CountMeSystem>(
    "CM-05", "Valid Ingredient construction succeeds",
    says: """
      The app creates an Ingredient if name and unit are not blank, the quantity is finite and above 0, \
      calories are 0 to 50,000 and each macro is absent or 0 to 10,000 grams, and keeps all values \
      exactly as given. With any one of these out of range the app refuses the ingredient.
      """,
    covers: "3.7", of: "Ingredient",
    mustCatch: [
      .refusesLessThanOneUnit, .refusesTinyQuantities, .refusesLargeQuantities, .knowsOnlyMetricUnits,
      .refusesIngredientsOfMaxCalories, .acceptsAnyIngredient,
    ]
  ).holds(
    forAll: .ingredient(breaking: .oneField),
    requiring: [
      "an amount is 0": 0.4, "an amount at its upper bound": 0.2, "an amount is nil": 0.2,
      "less than a millionth": 0.02, "more than a million": 0.02,
    ]
  ) { ingredient, countMe, trial in
    let valid = ingredient.valid
    trial.labelEdges(
      name: valid.name, amounts: [valid.calories, valid.protein, valid.carbohydrates, valid.fats],
      upTo: [50_000, 10_000, 10_000, 10_000])
    trial.label("less than a millionth", if: valid.quantity < 1e-6)
    trial.label("more than a million", if: valid.quantity > 1e6)
    try expectKept(valid) { try countMe.makeIngredient($0).fields }
    try expectRefused(ingredient) { try countMe.makeIngredient($0) }
  }

  // Feature: robustness-hardening, Property 6: Invalid Ingredient construction is rejected
  static let invalidIsRefused = Requirement<CountMeSystem>(
    "CM-06", "Invalid Ingredient construction is rejected",
    says: """
      The app refuses an Ingredient with a blank name or unit, a quantity that is not finite and above \
      0, calories outside 0 to 50,000 or a macro outside 0 to 10,000 grams, NaN included, and accepts \
      every valid one. The ValidationError fits a field that is really wrong, down to the number in it.
      """,
    covers: "3.1", "3.2", "3.3", "3.4", "3.5", "3.6", of: "Ingredient",
    mustCatch: [
      .acceptsNoQuantity, .acceptsNaNQuantity, .acceptsInfiniteQuantity, .acceptsUnitsOfWhite,
      .leavesMacrosUnlimited, .reportsAnEmptyUnitAsAName, .describesNoError, .describesMacrosAlike,
      .refusesAllIngredients,
    ]
  ).holds(
    forAll: .ingredient(breaking: .someFields),
    requiring: [
      "blank text": 0.6, "below the range": 0.5, "above the range": 0.4, "NaN": 0.25,
      "infinite": 0.2,
    ]
  ) { ingredient, countMe, trial in
    trial.labelBreaches(of: ingredient)
    try expectRefusedForItsBreaks(ingredient, describedBy: countMe.describe) {
      try countMe.makeIngredient($0)
    }
    try expectKept(ingredient.valid) { try countMe.makeIngredient($0).fields }
  }
}
