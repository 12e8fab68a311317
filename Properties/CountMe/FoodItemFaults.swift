import CountMeReference
import Foundation
import PropertyTesting

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
    "refusesFoodNamesOfJoiners", "takes U+FEFF, U+2060 and U+180E for white") {
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
    "forgivesSlightlyNegativeProtein", "forgives protein down to -0.000001") {
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
    "blamesAnIngredientForFood", "names Ingredient in the error of an empty name") {
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
