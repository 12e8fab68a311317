import CountMeGenerators
import CountMeReference
import PropertyTesting

/// The constructors of the five models take what is in range, and say what is not.
public enum ModelProperties: PropertyGroup {
  public static let all = [
    validFoodItem, invalidFoodItem, validExerciseItem, invalidExerciseItem, validIngredient, invalidIngredient,
    validCustomMeal, invalidCustomMeal, validDailyLog, invalidDailyLog,
  ]

  // Feature: robustness-hardening, Property 1: Valid FoodItem construction succeeds
  static let validFoodItem = Requirement<CountMeSystem>(
    "CM-01", "Valid FoodItem construction succeeds",
    says: """
      The app creates a FoodItem if the name is not blank, calories are 0 to 50,000, and protein, \
      carbohydrates and fats are each absent or 0 to 10,000 grams, bounds included. It keeps all values \
      exactly as given. If any one value is out of range, the app refuses the item. Two items are equal if \
      and only if all their values are the same.
      """,
    covers: "1.6", of: "FoodItem",
    mustCatch: [
      .acceptsAnyFood, .refusesFoodNamesOfJoiners, .trimsFoodNames, .cutsFoodNames, .composesFoodNames,
      .losesTheSignOfZero,
    ]
  ).holds(
    forAll: .nearMiss(of: .foodItem, breaking: .oneField),
    requiring: [
      "an amount is 0": 0.4, "an amount at its upper bound": 0.2, "an amount is nil": 0.2,
      "an amount is subnormal": 0.05, "white at an end of the name": 0.02,
      "a name of more than 100 scalars": 0.01,
    ], expectValidIsKept)

  // Feature: robustness-hardening, Property 2: Invalid FoodItem construction is rejected
  static let invalidFoodItem = Requirement<CountMeSystem>(
    "CM-02", "Invalid FoodItem construction is rejected",
    says: """
      The app refuses a FoodItem with a blank name, calories outside 0 to 50,000 or a macro outside 0 to \
      10,000 grams, NaN included, and accepts every valid one. The ValidationError is about a field that is \
      really invalid and carries the right number. Its description names the field, the allowed values and \
      the value found.
      """,
    covers: "1.1", "1.2", "1.3", "1.4", "1.5", of: "FoodItem",
    mustCatch: [
      .asksCharacterWhatIsWhite, .roundsFoodCalories, .comparesErrorsByTheirText, .describesNoError,
      .leavesAGapInDescriptions,
    ]
  ).holds(
    forAll: .nearMiss(of: .foodItem, breaking: .someFields),
    requiring: ["blank text": 0.5, "below the range": 0.4, "above the range": 0.4, "NaN": 0.2, "infinite": 0.1]
  ) { item, countMe, trial in
    try expectInvalidIsRefused(item, by: countMe, trial)
    try expectErrorsEqualIfSame(about: item.breaks.compactMap(\.number).first ?? 0, countMe.equalErrors)
  }

  // Feature: robustness-hardening, Property 3: Valid ExerciseItem construction succeeds
  static let validExerciseItem = Requirement<CountMeSystem>(
    "CM-03", "Valid ExerciseItem construction succeeds",
    says: """
      The app creates an ExerciseItem if the name is not blank, calories burned are 0 to 50,000 and the \
      duration is absent or 0 to 1,440 minutes, bounds included. It keeps all values exactly as given. \
      If any one value is out of range, the app refuses the item. Two items are equal if and only if \
      all their values are the same.
      """,
    covers: "2.6", of: "ExerciseItem",
    mustCatch: [.refusesUnknownMinutes, .takesUnknownMinutesForNone, .limitsMinutesToADayOfHours]
  ).holds(
    forAll: .nearMiss(of: .exerciseItem, breaking: .oneField),
    requiring: [
      "an amount is 0": 0.2, "an amount at its upper bound": 0.1, "an amount is nil": 0.02,
      "white at an end of the name": 0.02, "a name of more than 100 scalars": 0.01,
    ], expectValidIsKept)

  // Feature: robustness-hardening, Property 4: Invalid ExerciseItem construction is rejected
  static let invalidExerciseItem = Requirement<CountMeSystem>(
    "CM-04", "Invalid ExerciseItem construction is rejected",
    says: """
      The app refuses an ExerciseItem with a blank name, calories burned outside 0 to 50,000 or a \
      duration outside 0 to 1,440 minutes, NaN included, and accepts every valid one. The \
      ValidationError is about a field that is really invalid and carries the right number. Its \
      description names the field.
      """,
    covers: "2.1", "2.2", "2.3", "2.4", "2.5", of: "ExerciseItem",
    mustCatch: [.limitsMinutesLikeCalories, .acceptsNaNMinutes, .describesNoError]
  ).holds(
    forAll: .nearMiss(of: .exerciseItem, breaking: .someFields),
    requiring: ["blank text": 0.5, "below the range": 0.2, "above the range": 0.2, "NaN": 0.05, "infinite": 0.02],
    expectInvalidIsRefused)

  // Feature: robustness-hardening, Property 5: Valid Ingredient construction succeeds
  static let validIngredient = Requirement<CountMeSystem>(
    "CM-05", "Valid Ingredient construction succeeds",
    says: """
      The app creates an Ingredient if name and unit are not blank, the quantity is finite and above 0, \
      calories are 0 to 50,000 and each macro is absent or 0 to 10,000 grams. It keeps all values exactly \
      as given. If any one value is out of range, the app refuses the ingredient. Two ingredients are \
      equal if and only if all their values are the same.
      """,
    covers: "3.7", of: "Ingredient",
    mustCatch: [.refusesTinyQuantities, .refusesLargeQuantities, .knowsOnlyMetricUnits]
  ).holds(
    forAll: .nearMiss(of: .ingredient, breaking: .oneField),
    requiring: [
      "an amount is 0": 0.4, "an amount at its upper bound": 0.2, "an amount is nil": 0.2,
      "less than a millionth": 0.02, "more than a million": 0.02,
    ], expectValidIsKept)

  // Feature: robustness-hardening, Property 6: Invalid Ingredient construction is rejected
  static let invalidIngredient = Requirement<CountMeSystem>(
    "CM-06", "Invalid Ingredient construction is rejected",
    says: """
      The app refuses an Ingredient with a blank name or unit, a quantity that is not finite and above \
      0, calories outside 0 to 50,000 or a macro outside 0 to 10,000 grams, NaN included, and accepts \
      every valid one. The ValidationError is about a field that is really invalid and carries the \
      right number.
      """,
    covers: "3.1", "3.2", "3.3", "3.4", "3.5", "3.6", of: "Ingredient",
    mustCatch: [.acceptsNaNQuantity, .acceptsUnitsOfWhite, .describesNoError]
  ).holds(
    forAll: .nearMiss(of: .ingredient, breaking: .someFields),
    requiring: ["blank text": 0.6, "below the range": 0.5, "above the range": 0.4, "NaN": 0.25, "infinite": 0.2],
    expectInvalidIsRefused)

  // Feature: robustness-hardening, Property 7: Valid CustomMeal construction succeeds
  static let validCustomMeal = Requirement<CountMeSystem>(
    "CM-07", "Valid CustomMeal construction succeeds",
    says: """
      The app creates a CustomMeal if the name is not blank, there is at least one ingredient, and \
      servings are finite and above 0, fractions included. It keeps all values as given and the \
      ingredients in order, even equal ones. If any one value is invalid, the app refuses the meal. Two \
      meals are equal if and only if all their values are the same.
      """,
    covers: "4.4", of: "CustomMeal",
    mustCatch: [.refusesASingleIngredient, .sortsIngredients, .keepsEqualIngredientsOnce, .keepsWholeServings]
  ).holds(
    forAll: .nearMiss(of: .customMeal, breaking: .oneField),
    requiring: ["one ingredient": 0.05, "an ingredient twice": 0.3, "less than one serving": 0.05],
    expectValidIsKept)

  // Feature: robustness-hardening, Property 8: Invalid CustomMeal construction is rejected
  static let invalidCustomMeal = Requirement<CountMeSystem>(
    "CM-08", "Invalid CustomMeal construction is rejected",
    says: """
      The app refuses a CustomMeal with a blank name, no ingredients, or servings that are 0, negative, \
      NaN or infinite, and accepts every valid one. The ValidationError is about a field that is really \
      invalid and carries the right number.
      """,
    covers: "4.1", "4.2", "4.3", of: "CustomMeal",
    mustCatch: [.acceptsNaNServings, .checksOnlyTheNameOfMeals, .describesNoError]
  ).holds(
    forAll: .nearMiss(of: .customMeal, breaking: .someFields),
    requiring: ["blank text": 0.5, "no ingredients": 0.5, "below the range": 0.2, "NaN": 0.01, "infinite": 0.02],
    expectInvalidIsRefused)

  // Feature: robustness-hardening, Property 9: Valid DailyLog construction succeeds
  static let validDailyLog = Requirement<CountMeSystem>(
    "CM-09", "Valid DailyLog construction succeeds",
    says: """
      The app creates a DailyLog for any date, with no goal or a goal of 0 to 50,000, bounds included, \
      and refuses any other goal. The log keeps the date with fractions of a second. An absent goal \
      stays absent. Two logs are equal if and only if all their values are the same.
      """,
    covers: "5.3", "5.4", of: "DailyLog",
    mustCatch: [.refusesDatesBefore1970, .defaultsTheGoal, .keepsOnlyTheDay]
  ).holds(
    forAll: .nearMiss(of: .dailyLog, breaking: .oneField),
    requiring: [
      "no goal": 0.02, "a goal of 0": 0.02, "the highest goal": 0.01,
      "a fraction of a second": 0.1, "before 1970": 0.1,
    ], expectValidIsKept)

  // Feature: robustness-hardening, Property 10: Invalid DailyLog construction is rejected
  static let invalidDailyLog = Requirement<CountMeSystem>(
    "CM-10", "Invalid DailyLog construction is rejected",
    says: """
      If the goal of a DailyLog is negative or NaN, the app refuses the log with negativeGoal. If \
      the goal exceeds 50,000, the app refuses the log with goalExceedMax. Both errors carry the \
      goal. The app accepts every log with a valid goal or without a goal.
      """,
    covers: "5.1", "5.2", of: "DailyLog",
    mustCatch: [.acceptsNaNGoals, .limitsGoalsLikeMacros, .describesNoError]
  ).holds(
    forAll: .nearMiss(of: .dailyLog, breaking: .oneField),
    requiring: ["below the range": 0.05, "above the range": 0.05, "NaN": 0.01, "infinite": 0.01],
    expectInvalidIsRefused)
}
