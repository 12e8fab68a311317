import CountMeReference
import Foundation
import PropertyTesting

/// A constructor of the app.
private typealias Make<Model: ValidatedModel> =
  any WritableKeyPath<CountMeSystem, @Sendable (Model.Fields) throws -> Model> & Sendable

// Mistakes of the constructors that keep or refuse what is valid: CM-01, CM-03, CM-05, CM-07, CM-09.
extension Fault<CountMeSystem> {
  static let acceptsAnyFood = Fault("acceptsAnyFood", "accepts every food item") {
    $0.makeFoodItem = { FoodItem(validated: $0) }
  }

  static let refusesFoodNamesOfJoiners = checks(
    "refusesFoodNamesOfJoiners", "treats U+FEFF, U+2060 and U+180E as white space", \.makeFoodItem) {
    $0.name.unicodeScalars.removeAll { ["\u{FEFF}", "\u{2060}", "\u{180E}"].contains($0) }
  }

  static let trimsFoodNames = keeps("trimsFoodNames", "trims the name", \.makeFoodItem) {
    $0.name = $0.name.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  static let cutsFoodNames = keeps("cutsFoodNames", "cuts the name after 255 characters", \.makeFoodItem) {
    $0.name = String($0.name.prefix(255))
  }

  static let composesFoodNames = keeps("composesFoodNames", "keeps the name in its composed form", \.makeFoodItem) {
    $0.name = $0.name.precomposedStringWithCanonicalMapping
  }

  static let losesTheSignOfZero = keeps("losesTheSignOfZero", "keeps -0.0 as 0.0", \.makeFoodItem) {
    $0.calories += 0
  }

  static let refusesUnknownMinutes = checks(
    "refusesUnknownMinutes", "treats a nil duration as an error", \.makeExerciseItem) {
    $0.durationMinutes = $0.durationMinutes ?? -1
  }

  static let takesUnknownMinutesForNone = keeps(
    "takesUnknownMinutesForNone", "keeps a nil duration as 0", \.makeExerciseItem) {
    $0.durationMinutes = $0.durationMinutes ?? 0
  }

  static let limitsMinutesToADayOfHours = checks(
    "limitsMinutesToADayOfHours", "limits minutes to 24, as if they were hours", \.makeExerciseItem) {
    $0.durationMinutes = $0.durationMinutes.map { $0 * 60 }
  }

  static let refusesTinyQuantities = checks(
    "refusesTinyQuantities", "treats a quantity up to 0.000001 as 0", \.makeIngredient) {
    if $0.quantity <= 1e-6 { $0.quantity = 0 }
  }

  static let refusesLargeQuantities = checks(
    "refusesLargeQuantities", "refuses a quantity above 1,000,000", \.makeIngredient) {
    if $0.quantity > 1e6 { $0.quantity = .infinity }
  }

  static let knowsOnlyMetricUnits = checks(
    "knowsOnlyMetricUnits", "refuses a unit that is not on a list", \.makeIngredient) {
    if !["g", "kg", "ml", "l"].contains($0.unit) { $0.unit = "" }
  }

  static let refusesASingleIngredient = checks(
    "refusesASingleIngredient", "refuses a single ingredient", \.makeCustomMeal) {
    $0.ingredients = Array($0.ingredients.dropFirst())
  }

  static let sortsIngredients = keeps("sortsIngredients", "sorts ingredients by name", \.makeCustomMeal) {
    $0.ingredients.sort { $0.name < $1.name }
  }

  static let keepsEqualIngredientsOnce = keeps(
    "keepsEqualIngredientsOnce", "keeps equal ingredients once", \.makeCustomMeal) {
    $0.ingredients = $0.ingredients.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  static let keepsWholeServings = keeps("keepsWholeServings", "keeps whole servings only", \.makeCustomMeal) {
    $0.servingsCount = $0.servingsCount.rounded(.up)
  }

  static let refusesDatesBefore1970 = checks("refusesDatesBefore1970", "refuses dates before 1970", \.makeDailyLog) {
    if $0.date.timeIntervalSince1970 < 0 { $0.dailyGoal = -1 }
  }

  static let defaultsTheGoal = keeps("defaultsTheGoal", "keeps a nil goal as 2,000", \.makeDailyLog) {
    $0.dailyGoal = $0.dailyGoal ?? 2_000
  }

  static let keepsOnlyTheDay = keeps("keepsOnlyTheDay", "sets the date to midnight", \.makeDailyLog) {
    $0.date = Date(timeIntervalSince1970: ($0.date.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
  }
}

// Mistakes of the constructors that accept what is not, or describe it badly: CM-02, CM-04, CM-06, CM-08, CM-10.
extension Fault<CountMeSystem> {
  static let asksCharacterWhatIsWhite = checks(
    "asksCharacterWhatIsWhite", "asks Character.isWhitespace, which leaves out U+200B", \.makeFoodItem) {
    if !$0.name.allSatisfy(\.isWhitespace) { $0.name = "a" }
  }

  static let roundsFoodCalories = checks("roundsFoodCalories", "rounds calories before the check", \.makeFoodItem) {
    $0.calories = $0.calories.rounded()
  }

  static let comparesErrorsByTheirText = Fault(
    "comparesErrorsByTheirText", "compares errors by their descriptions, in which all NaNs are alike") {
    $0.equalErrors = { $0.errorDescription == $1.errorDescription }
  }

  static let describesNoError = Fault("describesNoError", "has no description for an error") {
    $0.describe = { _ in nil }
  }

  static let leavesAGapInDescriptions = Fault("leavesAGapInDescriptions", "leaves a gap instead of a requirement") {
    $0.describe = { $0.errorDescription?.replacing(#/must [^,]*,/#, with: "must ,") }
  }

  static let limitsMinutesLikeCalories = checks(
    "limitsMinutesLikeCalories", "compares the duration with the maximum of calories", \.makeExerciseItem) {
    if let minutes = $0.durationMinutes, minutes <= 50_000 { $0.durationMinutes = min(minutes, 1_440) }
  }

  static let acceptsNaNMinutes = checks("acceptsNaNMinutes", "lets a NaN duration pass", \.makeExerciseItem) {
    if $0.durationMinutes?.isNaN == true { $0.durationMinutes = nil }
  }

  static let acceptsNaNQuantity = checks("acceptsNaNQuantity", "lets a NaN quantity pass", \.makeIngredient) {
    if $0.quantity.isNaN { $0.quantity = 1 }
  }

  static let acceptsUnitsOfWhite = checks(
    "acceptsUnitsOfWhite", "asks isEmpty of the unit without trimming it", \.makeIngredient) {
    if !$0.unit.isEmpty { $0.unit = "g" }
  }

  static let acceptsNaNServings = checks("acceptsNaNServings", "lets NaN servings pass", \.makeCustomMeal) {
    if $0.servingsCount.isNaN { $0.servingsCount = 1 }
  }

  static let checksOnlyTheNameOfMeals = Fault("checksOnlyTheNameOfMeals", "checks only the name") {
    let make = $0.makeFoodItem
    $0.makeCustomMeal = { meal in
      _ = try make(FoodItem.Fields(name: meal.name, calories: 0))
      return CustomMeal(validated: meal)
    }
  }

  static let acceptsNaNGoals = checks("acceptsNaNGoals", "lets a NaN goal pass", \.makeDailyLog) {
    if $0.dailyGoal?.isNaN == true { $0.dailyGoal = nil }
  }

  static let limitsGoalsLikeMacros = checks(
    "limitsGoalsLikeMacros", "limits goals to the bound of the macros", \.makeDailyLog) {
    if let goal = $0.dailyGoal, goal > 10_000 { $0.dailyGoal = .infinity }
  }
}

// Mistakes at the boundary to the cloud: CM-11, CM-12.
extension Fault<CountMeSystem> {
  static let letsValidationErrorsOut = Fault(
    "letsValidationErrorsOut", "lets a ValidationError cross the sync boundary") {
    let (read, make) = ($0.dailyLogFromFirestore, $0.makeDailyLog)
    $0.dailyLogFromFirestore = { document in
      if let log = try? DailyLog.Fields(document) { try make(log) } else { try read(document) }
    }
  }

  static let describesInvalidDataWithoutReason = Fault(
    "describesInvalidDataWithoutReason", "tells the user that data is invalid, but not why") {
    $0.describeSyncError = { if case .invalidData = $0 { "The data is invalid." } else { $0.errorDescription } }
  }

  static let writesNilAsZero = Fault("writesNilAsZero", "writes a nil macro as 0") {
    let write = $0.foodItemToFirestore
    $0.foodItemToFirestore = { write($0).merging(["fats": .double(0)]) { written, _ in written } }
  }
}

// Ways to get a constructor wrong.
extension Fault<CountMeSystem> {
  /// It checks other fields than it was given, and keeps the given ones.
  private static func checks<Model: ValidatedModel>(
    _ id: String, _ fact: String, _ make: Make<Model>, _ change: @escaping @Sendable (inout Model.Fields) -> Void
  ) -> Fault {
    Fault(id, fact) { countMe in
      let right = countMe[keyPath: make]
      countMe[keyPath: make] = { fields in
        var checked = fields
        change(&checked)
        _ = try right(checked)
        return Model(validated: fields)
      }
    }
  }

  /// It checks what it was given, and keeps something else.
  private static func keeps<Model: ValidatedModel>(
    _ id: String, _ fact: String, _ make: Make<Model>, _ change: @escaping @Sendable (inout Model.Fields) -> Void
  ) -> Fault {
    Fault(id, fact) { countMe in
      let right = countMe[keyPath: make]
      countMe[keyPath: make] = { fields in
        var kept = try right(fields).fields
        change(&kept)
        return Model(validated: kept)
      }
    }
  }
}
