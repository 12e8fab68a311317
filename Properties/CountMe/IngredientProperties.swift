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
      calories are 0 to 50,000 and each macro is absent or 0 to 10,000 grams. It keeps all values exactly \
      as given. If any one value is out of range, the app refuses the ingredient. Two ingredients are \
      equal if and only if all their values are the same.
      """,
    covers: "3.7", of: "Ingredient",
    mustCatch: [
      .refusesLessThanOneUnit, .refusesTinyQuantities, .refusesLargeQuantities, .knowsOnlyMetricUnits,
      .refusesIngredientsOfMaxCalories, .acceptsAnyIngredient, .exchangesProteinAndCarbohydrates,
      .comparesIngredientsWithoutUnits,
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
    try expectEqualIfSame(valid) { countMe.equalIngredients(Ingredient(validated: $0), Ingredient(validated: $1)) }
  }

  // Feature: robustness-hardening, Property 6: Invalid Ingredient construction is rejected
  static let invalidIsRefused = Requirement<CountMeSystem>(
    "CM-06", "Invalid Ingredient construction is rejected",
    says: """
      The app refuses an Ingredient with a blank name or unit, a quantity that is not finite and above \
      0, calories outside 0 to 50,000 or a macro outside 0 to 10,000 grams, NaN included, and accepts \
      every valid one. The ValidationError is about a field that is really invalid and carries the \
      right number.
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
    try expectRefusedForItsBreaks(ingredient, of: "Ingredient", describedBy: countMe.describe) {
      try countMe.makeIngredient($0)
    }
    try expectKept(ingredient.valid) { try countMe.makeIngredient($0).fields }
  }
}

// What CM-05 must catch.
extension Fault<CountMeSystem> {
  static let refusesLessThanOneUnit = Fault("refusesLessThanOneUnit", "refuses a quantity below 1") {
    $0.makeIngredient = refusing($0.makeIngredient) { fields in
      guard fields.quantity >= 1 else {
        throw ValidationError.nonPositiveQuantity(value: fields.quantity)
      }
    }
  }

  static let refusesTinyQuantities = Fault("refusesTinyQuantities", "treats a quantity up to 0.000001 as 0") {
    $0.makeIngredient = refusing($0.makeIngredient) { fields in
      guard fields.quantity > 1e-6 else {
        throw ValidationError.nonPositiveQuantity(value: fields.quantity)
      }
    }
  }

  static let refusesLargeQuantities = Fault("refusesLargeQuantities", "refuses a quantity above 1,000,000") {
    $0.makeIngredient = refusing($0.makeIngredient) { fields in
      guard fields.quantity <= 1e6 else {
        throw ValidationError.nonPositiveQuantity(value: fields.quantity)
      }
    }
  }

  static let knowsOnlyMetricUnits = Fault("knowsOnlyMetricUnits", "refuses a unit that is not on a list") {
    $0.makeIngredient = refusing($0.makeIngredient) { fields in
      guard ["g", "kg", "ml", "l"].contains(fields.unit) else { throw ValidationError.emptyUnit }
    }
  }

  static let refusesIngredientsOfMaxCalories = Fault(
    "refusesIngredientsOfMaxCalories", "takes the upper bound of calories as exclusive") {
    $0.makeIngredient = refusing($0.makeIngredient) { fields in
      guard fields.calories < 50_000 else {
        throw ValidationError.caloriesExceedMax(
          modelType: "Ingredient", value: fields.calories, max: 50_000)
      }
    }
  }

  static let acceptsAnyIngredient = Fault("acceptsAnyIngredient", "accepts every ingredient") {
    $0.makeIngredient = { Ingredient(validated: $0) }
  }
}

extension Fault<CountMeSystem> {
  static let exchangesProteinAndCarbohydrates = Fault(
    "exchangesProteinAndCarbohydrates", "keeps protein as carbohydrates and carbohydrates as protein") {
    $0.makeIngredient = keeping($0.makeIngredient, Ingredient.init(validated:)) { fields in
      swap(&fields.protein, &fields.carbohydrates)
    }
  }
}

// What CM-06 must catch.
extension Fault<CountMeSystem> {
  static let acceptsNoQuantity = Fault("acceptsNoQuantity", "compares the quantity by >= 0") {
    $0.makeIngredient = checking($0.makeIngredient, Ingredient.init(validated:)) { fields in
      if fields.quantity == 0 { fields.quantity = 1 }
    }
  }

  static let acceptsNaNQuantity = Fault("acceptsNaNQuantity", "lets a NaN quantity pass") {
    $0.makeIngredient = checking($0.makeIngredient, Ingredient.init(validated:)) { fields in
      if fields.quantity.isNaN { fields.quantity = 1 }
    }
  }

  static let acceptsInfiniteQuantity = Fault("acceptsInfiniteQuantity", "lets an infinite quantity pass") {
    $0.makeIngredient = checking($0.makeIngredient, Ingredient.init(validated:)) { fields in
      if fields.quantity == .infinity { fields.quantity = 1 }
    }
  }

  static let acceptsUnitsOfWhite = Fault("acceptsUnitsOfWhite", "asks isEmpty of the unit without trimming it") {
    $0.makeIngredient = checking($0.makeIngredient, Ingredient.init(validated:)) { fields in
      if !fields.unit.isEmpty { fields.unit = "g" }
    }
  }

  static let leavesMacrosUnlimited = Fault("leavesMacrosUnlimited", "has no maximum for macros") {
    $0.makeIngredient = checking($0.makeIngredient, Ingredient.init(validated:)) { fields in
      fields.protein = fields.protein.map { $0 > 10_000 ? 10_000 : $0 }
      fields.carbohydrates = fields.carbohydrates.map { $0 > 10_000 ? 10_000 : $0 }
      fields.fats = fields.fats.map { $0 > 10_000 ? 10_000 : $0 }
    }
  }

  static let reportsAnEmptyUnitAsAName = Fault(
    "reportsAnEmptyUnitAsAName", "reports an empty unit as an empty name") {
    $0.makeIngredient = reporting($0.makeIngredient) { error in
      guard case .emptyUnit = error else { return error }
      return .emptyName(modelType: "Ingredient")
    }
  }

  static let refusesAllIngredients = Fault("refusesAllIngredients", "refuses every ingredient") {
    $0.makeIngredient = refusing($0.makeIngredient) { _ in throw ValidationError.emptyUnit }
  }
}
