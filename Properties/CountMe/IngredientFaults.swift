import CountMeReference
import PropertyTesting

// What CM-05 must catch.
extension Fault<CountMeSystem> {
  static let refusesLessThanOneUnit = Fault("refusesLessThanOneUnit", "refuses a quantity below 1") {
    $0.makeIngredient = refusing($0.makeIngredient) { fields in
      guard fields.quantity >= 1 else {
        throw ValidationError.nonPositiveQuantity(value: fields.quantity)
      }
    }
  }

  static let refusesTinyQuantities = Fault("refusesTinyQuantities", "takes a quantity up to 0.000001 for 0") {
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
