import CountMeGenerators
import CountMeReference
import PropertyTesting

/// The constructor of a food item takes what is in range, and says what is not.
public enum FoodItemProperties: PropertyGroup {
  public static let all = [validIsKept, invalidIsRefused]

  // Feature: robustness-hardening, Property 1: Valid FoodItem construction succeeds
  static let validIsKept = Requirement<CountMeSystem>(
    "CM-01", "Valid FoodItem construction succeeds",
    says: """
      The app creates a FoodItem if the name is not blank, calories are 0 to 50,000, and protein, \
      carbohydrates and fats are each absent or 0 to 10,000 grams, bounds included, and keeps all values \
      exactly as given. With any one of these out of range the app refuses the item.
      """,
    covers: "1.6", of: "FoodItem",
    mustCatch: [
      .refusesFoodOfMaxCalories, .refusesFoodOfMaxCarbohydrates, .refusesFoodOfUnknownProtein,
      .refusesFoodOfNoCalories, .limitsFoodCaloriesLikeMacros, .refusesFoodNamesOfJoiners, .trimsFoodNames,
      .cutsFoodNames, .losesTheSignOfZero, .acceptsAnyFood,
    ]
  ).holds(
    forAll: .foodItem(breaking: .oneField),
    requiring: [
      "an amount is 0": 0.4, "an amount at its upper bound": 0.2, "an amount is nil": 0.2,
      "an amount is subnormal": 0.05, "white at an end of the name": 0.02,
      "a name of more than 100 scalars": 0.01,
    ]
  ) { item, countMe, trial in
    trial.labelEdges(
      name: item.valid.name,
      amounts: [item.valid.calories, item.valid.protein, item.valid.carbohydrates, item.valid.fats],
      upTo: [50_000, 10_000, 10_000, 10_000])
    try expectKept(item.valid) { try countMe.makeFoodItem($0).fields }
    try expectRefused(item) { try countMe.makeFoodItem($0) }
  }

  // Feature: robustness-hardening, Property 2: Invalid FoodItem construction is rejected
  static let invalidIsRefused = Requirement<CountMeSystem>(
    "CM-02", "Invalid FoodItem construction is rejected",
    says: """
      The app refuses a FoodItem with a blank name, calories outside 0 to 50,000 or a macro outside 0 to \
      10,000 grams, NaN included, and accepts every valid one. The ValidationError fits a field that is \
      really wrong, down to the number in it, and each field has its own description.
      """,
    covers: "1.1", "1.2", "1.3", "1.4", "1.5", of: "FoodItem",
    mustCatch: [
      .acceptsFoodOfNaNCalories, .acceptsFoodOfNaNFats, .leavesFatsOfFoodUnchecked,
      .acceptsFoodNamesOfWhite, .asksCharacterWhatIsWhite, .roundsFoodCalories,
      .forgivesSlightlyNegativeProtein, .callsEveryMacroOfFoodProtein, .reportsMacrosAgainstMaxCalories,
      .blamesAnIngredientForFood, .describesNoError, .describesMacrosAlike, .refusesAllFood,
    ]
  ).holds(
    forAll: .foodItem(breaking: .someFields),
    requiring: [
      "blank text": 0.5, "below the range": 0.4, "above the range": 0.4, "NaN": 0.2,
      "infinite": 0.1,
    ]
  ) { item, countMe, trial in
    trial.labelBreaches(of: item)
    try expectRefusedForItsBreaks(item, describedBy: countMe.describe) { try countMe.makeFoodItem($0) }
    try expectKept(item.valid) { try countMe.makeFoodItem($0).fields }
  }
}
