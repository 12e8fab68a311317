import CountMeGenerators
import CountMeReference
import PropertyTesting

/// The constructor of an ingredient takes what is in range, and says what is not.
public enum IngredientProperties: PropertyGroup {
  public static let all = [validIsKept, invalidIsRefused]

  // Feature: robustness-hardening, Property 5: Valid Ingredient construction succeeds
  static let validIsKept = Property<CountMeSystem>(
    "CM-05", "Valid Ingredient construction succeeds",
    covers: "3.7", of: "Ingredient",
    forAll: .ingredient(breaking: .oneField),
    requiring: [
      "an amount is 0": 0.4, "an amount at its upper bound": 0.2, "an amount is nil": 0.2,
      "less than a millionth": 0.02, "more than a million": 0.02,
    ],
    mustCatch: .refusesLessThanOneUnit, .refusesTinyQuantities, .refusesLargeQuantities,
    .knowsOnlyMetricUnits, .refusesIngredientsOfMaxCalories, .acceptsAnyIngredient
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
  static let invalidIsRefused = Property<CountMeSystem>(
    "CM-06", "Invalid Ingredient construction is rejected",
    covers: "3.1", "3.2", "3.3", "3.4", "3.5", "3.6", of: "Ingredient",
    forAll: .ingredient(breaking: .someFields),
    requiring: [
      "blank text": 0.6, "below the range": 0.5, "above the range": 0.4, "NaN": 0.25,
      "infinite": 0.2,
    ],
    mustCatch: .acceptsNoQuantity, .acceptsNaNQuantity, .acceptsInfiniteQuantity,
    .acceptsUnitsOfWhite, .leavesMacrosUnlimited, .reportsAnEmptyUnitAsAName, .describesNoError,
    .describesMacrosAlike, .refusesAllIngredients
  ) { ingredient, countMe, trial in
    trial.labelBreaches(of: ingredient)
    try expectRefusedForItsBreaks(ingredient, describedBy: countMe.describe) {
      try countMe.makeIngredient($0)
    }
    try expectKept(ingredient.valid) { try countMe.makeIngredient($0).fields }
  }
}
