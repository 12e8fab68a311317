import CountMeGenerators
import CountMeReference
import Foundation
import PropertyTesting

/// The constructor of a food item takes what is in range, and says what is not.
public enum FoodItemProperties: PropertyGroup {
  public static let all = [validIsKept, invalidIsRefused]

  // Feature: robustness-hardening, Property 1: Valid FoodItem construction succeeds
  static let validIsKept = Requirement<CountMeSystem>(
    "CM-01", "Valid FoodItem construction succeeds",
    says: """
      The app creates a FoodItem if the name is not blank, calories are 0 to 50,000, and protein, \
      carbohydrates and fats are each absent or 0 to 10,000 grams, bounds included. It keeps all values \
      exactly as given. If any one value is out of range, the app refuses the item. Two items are equal if \
      and only if all their values are the same.
      """,
    covers: "1.6", of: "FoodItem",
    mustCatch: [
      .refusesFoodOfMaxCalories, .refusesFoodOfMaxCarbohydrates, .refusesFoodOfUnknownProtein,
      .refusesFoodOfNoCalories, .limitsFoodCaloriesLikeMacros, .refusesFoodNamesOfJoiners, .trimsFoodNames,
      .cutsFoodNames, .losesTheSignOfZero, .acceptsAnyFood, .comparesFoodWithoutFats, .comparesFoodNamesAsCharacters,
      .comparesCaloriesAsNumbers, .exchangesCarbohydratesAndFats, .composesFoodNames,
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
    try expectEqualIfSame(item.valid) { countMe.equalFoodItems(FoodItem(validated: $0), FoodItem(validated: $1)) }
  }

  // Feature: robustness-hardening, Property 2: Invalid FoodItem construction is rejected
  static let invalidIsRefused = Requirement<CountMeSystem>(
    "CM-02", "Invalid FoodItem construction is rejected",
    says: """
      The app refuses a FoodItem with a blank name, calories outside 0 to 50,000 or a macro outside 0 to \
      10,000 grams, NaN included, and accepts every valid one. The ValidationError is about a field that is \
      really invalid and carries the right number. Its description names the field, the allowed values and \
      the value found.
      """,
    covers: "1.1", "1.2", "1.3", "1.4", "1.5", of: "FoodItem",
    mustCatch: [
      .acceptsFoodOfNaNCalories, .acceptsFoodOfNaNFats, .leavesFatsOfFoodUnchecked,
      .acceptsFoodNamesOfWhite, .asksCharacterWhatIsWhite, .roundsFoodCalories,
      .forgivesSlightlyNegativeProtein, .callsEveryMacroOfFoodProtein, .reportsMacrosAgainstMaxCalories,
      .blamesAnIngredientForFood, .describesNoError, .describesMacrosAlike, .describesNoModel,
      .describesNoBound, .describesNoFinding, .leavesAGapInDescriptions, .comparesErrorsByTheirText,
      .refusesAllFood,
    ]
  ).holds(
    forAll: .foodItem(breaking: .someFields),
    requiring: [
      "blank text": 0.5, "below the range": 0.4, "above the range": 0.4, "NaN": 0.2,
      "infinite": 0.1,
    ]
  ) { item, countMe, trial in
    trial.labelBreaches(of: item)
    try expectRefusedForItsBreaks(item, of: "FoodItem", describedBy: countMe.describe) {
      try countMe.makeFoodItem($0)
    }
    try expectErrorsEqualIfSame(about: item.breaks.compactMap(\.number).first ?? 0, countMe.equalErrors)
    try expectKept(item.valid) { try countMe.makeFoodItem($0).fields }
  }
}

// What CM-01 must catch.
extension Fault<CountMeSystem> {
  static let refusesFoodOfMaxCalories = Fault(
    "refusesFoodOfMaxCalories", "takes the upper bound of calories as exclusive") {
    $0.makeFoodItem = refusing($0.makeFoodItem) { fields in
      guard fields.calories < 50_000 else {
        throw ValidationError.caloriesExceedMax(
          modelType: "FoodItem", value: fields.calories, max: 50_000)
      }
    }
  }

  static let refusesFoodOfMaxCarbohydrates = Fault(
    "refusesFoodOfMaxCarbohydrates", "takes the upper bound of carbohydrates as exclusive"
  ) {
    $0.makeFoodItem = refusing($0.makeFoodItem) { fields in
      guard let grams = fields.carbohydrates, grams >= 10_000 else { return }
      throw ValidationError.macroExceedMax(
        modelType: "FoodItem", field: "carbohydrates", value: grams, max: 10_000)
    }
  }

  static let refusesFoodOfUnknownProtein = Fault("refusesFoodOfUnknownProtein", "treats a nil macro as an error") {
    $0.makeFoodItem = refusing($0.makeFoodItem) { fields in
      guard fields.protein != nil else {
        throw ValidationError.negativeMacro(modelType: "FoodItem", field: "protein", value: -1)
      }
    }
  }

  static let refusesFoodOfNoCalories = Fault("refusesFoodOfNoCalories", "refuses 0 calories") {
    $0.makeFoodItem = refusing($0.makeFoodItem) { fields in
      guard fields.calories > 0 else {
        throw ValidationError.negativeCalories(modelType: "FoodItem", value: fields.calories)
      }
    }
  }

  static let limitsFoodCaloriesLikeMacros = Fault(
    "limitsFoodCaloriesLikeMacros", "limits calories to the bound of the macros") {
    $0.makeFoodItem = refusing($0.makeFoodItem) { fields in
      guard fields.calories <= 10_000 else {
        throw ValidationError.caloriesExceedMax(
          modelType: "FoodItem", value: fields.calories, max: 10_000)
      }
    }
  }

  static let refusesFoodNamesOfJoiners = Fault(
    "refusesFoodNamesOfJoiners", "treats U+FEFF, U+2060 and U+180E as white space") {
    $0.makeFoodItem = refusing($0.makeFoodItem) { fields in
      let alsoWhite: [Unicode.Scalar] = ["\u{FEFF}", "\u{2060}", "\u{180E}"]
      guard !fields.name.unicodeScalars.allSatisfy(alsoWhite.contains) else {
        throw ValidationError.emptyName(modelType: "FoodItem")
      }
    }
  }

  static let trimsFoodNames = Fault("trimsFoodNames", "trims the name") {
    $0.makeFoodItem = keeping($0.makeFoodItem, FoodItem.init(validated:)) { fields in
      fields.name = fields.name.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  static let cutsFoodNames = Fault("cutsFoodNames", "cuts the name after 255 characters") {
    $0.makeFoodItem = keeping($0.makeFoodItem, FoodItem.init(validated:)) { fields in
      fields.name = String(fields.name.prefix(255))
    }
  }

  static let losesTheSignOfZero = Fault("losesTheSignOfZero", "keeps -0.0 as 0.0") {
    $0.makeFoodItem = keeping($0.makeFoodItem, FoodItem.init(validated:)) { fields in
      fields.calories += 0
      fields.fats = fields.fats.map { $0 + 0 }
    }
  }

  static let exchangesCarbohydratesAndFats = Fault(
    "exchangesCarbohydratesAndFats", "puts carbohydrates and fats into each other's places") {
    $0.makeFoodItem = keeping($0.makeFoodItem, FoodItem.init(validated:)) { fields in
      swap(&fields.carbohydrates, &fields.fats)
    }
  }

  static let composesFoodNames = Fault("composesFoodNames", "keeps the name in its composed form") {
    $0.makeFoodItem = keeping($0.makeFoodItem, FoodItem.init(validated:)) { fields in
      fields.name = fields.name.precomposedStringWithCanonicalMapping
    }
  }

  static let acceptsAnyFood = Fault("acceptsAnyFood", "accepts every food item") {
    $0.makeFoodItem = { FoodItem(validated: $0) }
  }
}

// What CM-02 must catch.
extension Fault<CountMeSystem> {
  static let acceptsFoodOfNaNCalories = Fault("acceptsFoodOfNaNCalories", "lets NaN calories pass") {
    $0.makeFoodItem = checking($0.makeFoodItem, FoodItem.init(validated:)) { fields in
      if fields.calories.isNaN { fields.calories = 0 }
    }
  }

  static let acceptsFoodOfNaNFats = Fault("acceptsFoodOfNaNFats", "lets NaN fats pass") {
    $0.makeFoodItem = checking($0.makeFoodItem, FoodItem.init(validated:)) { fields in
      if fields.fats?.isNaN == true { fields.fats = nil }
    }
  }

  static let leavesFatsOfFoodUnchecked = Fault("leavesFatsOfFoodUnchecked", "leaves fats unchecked") {
    $0.makeFoodItem = checking($0.makeFoodItem, FoodItem.init(validated:)) { $0.fats = nil }
  }

  static let acceptsFoodNamesOfWhite = Fault(
    "acceptsFoodNamesOfWhite", "asks isEmpty of the name without trimming it") {
    $0.makeFoodItem = checking($0.makeFoodItem, FoodItem.init(validated:)) { fields in
      if !fields.name.isEmpty { fields.name = "a" }
    }
  }

  static let asksCharacterWhatIsWhite = Fault(
    "asksCharacterWhatIsWhite", "asks Character.isWhitespace, which leaves out U+200B") {
    $0.makeFoodItem = checking($0.makeFoodItem, FoodItem.init(validated:)) { fields in
      if !fields.name.allSatisfy(\.isWhitespace) { fields.name = "a" }
    }
  }

  static let roundsFoodCalories = Fault("roundsFoodCalories", "rounds calories before the check") {
    $0.makeFoodItem = checking($0.makeFoodItem, FoodItem.init(validated:)) { fields in
      fields.calories = fields.calories.rounded()
    }
  }

  static let forgivesSlightlyNegativeProtein = Fault(
    "forgivesSlightlyNegativeProtein", "accepts protein down to -0.000001") {
    $0.makeFoodItem = checking($0.makeFoodItem, FoodItem.init(validated:)) { fields in
      if let grams = fields.protein, grams >= -1e-6, grams < 0 { fields.protein = 0 }
    }
  }

  static let callsEveryMacroOfFoodProtein = Fault(
    "callsEveryMacroOfFoodProtein", "names protein in the error of every macro") {
    $0.makeFoodItem = reporting($0.makeFoodItem) { error in
      switch error {
      case .negativeMacro(let model, _, let value):
        .negativeMacro(modelType: model, field: "protein", value: value)
      case .macroExceedMax(let model, _, let value, let max):
        .macroExceedMax(modelType: model, field: "protein", value: value, max: max)
      default: error
      }
    }
  }

  static let reportsMacrosAgainstMaxCalories = Fault(
    "reportsMacrosAgainstMaxCalories", "reports the maximum of calories for a macro") {
    $0.makeFoodItem = reporting($0.makeFoodItem) { error in
      guard case .macroExceedMax(let model, let field, let value, _) = error else { return error }
      return .macroExceedMax(modelType: model, field: field, value: value, max: 50_000)
    }
  }

  static let blamesAnIngredientForFood = Fault(
    "blamesAnIngredientForFood", "names Ingredient in the error for an empty name") {
    $0.makeFoodItem = reporting($0.makeFoodItem) { error in
      guard case .emptyName = error else { return error }
      return .emptyName(modelType: "Ingredient")
    }
  }

  static let refusesAllFood = Fault("refusesAllFood", "refuses every food item") {
    $0.makeFoodItem = refusing($0.makeFoodItem) { _ in
      throw ValidationError.emptyName(modelType: "FoodItem")
    }
  }
}
