/// The constraints themselves, each written once. The models' `Fields.validate()` checks them in declared order, and
/// both constructors and deserialisers call it.
///
/// Every comparison is written so that NaN fails it: `guard value >= 0`, never `if value < 0`. -0.0 counts as 0: it is
/// in range if 0 is, and it is not positive.
enum Validation {
  /// CM-02, CM-04, CM-06, CM-08.
  static func checkName(_ name: String, of modelType: String) throws(ValidationError) {
    guard !isBlank(name) else { throw .emptyName(modelType: modelType) }
  }

  /// CM-02, CM-04, CM-06: calories and caloriesBurned.
  static func checkCalories(_ value: Double, of modelType: String) throws(ValidationError) {
    let max = ValidationConstants.maxCalories
    guard value >= 0 else { throw .negativeCalories(modelType: modelType, value: value) }
    guard value <= max else {
      throw .caloriesExceedMax(modelType: modelType, value: value, max: max)
    }
  }

  /// CM-02, CM-06: protein, carbohydrates and fats. A value that is nil passes.
  static func checkMacros(
    protein: Double?, carbohydrates: Double?, fats: Double?, of modelType: String
  ) throws(ValidationError) {
    try checkMacro(protein, field: "protein", of: modelType)
    try checkMacro(carbohydrates, field: "carbohydrates", of: modelType)
    try checkMacro(fats, field: "fats", of: modelType)
  }

  private static func checkMacro(
    _ value: Double?, field: String, of modelType: String
  ) throws(ValidationError) {
    guard let value else { return }
    let max = ValidationConstants.maxMacroGrams
    guard value >= 0 else { throw .negativeMacro(modelType: modelType, field: field, value: value) }
    guard value <= max else {
      throw .macroExceedMax(modelType: modelType, field: field, value: value, max: max)
    }
  }

  /// CM-04: minutes. Nil passes.
  static func checkDuration(_ value: Double?) throws(ValidationError) {
    guard let value else { return }
    let max = ValidationConstants.maxDurationMinutes
    guard value >= 0 else { throw .negativeDuration(value: value) }
    guard value <= max else { throw .durationExceedMax(value: value, max: max) }
  }

  /// CM-06. There is no upper bound, but an infinite quantity is invalid.
  static func checkQuantity(_ value: Double) throws(ValidationError) {
    guard value > 0, value.isFinite else { throw .nonPositiveQuantity(value: value) }
  }

  /// CM-06.
  static func checkUnit(_ unit: String) throws(ValidationError) {
    guard !isBlank(unit) else { throw .emptyUnit }
  }

  /// CM-08; requirement 4.2.
  static func checkIngredients(_ ingredients: [Ingredient]) throws(ValidationError) {
    guard !ingredients.isEmpty else { throw .emptyIngredients }
  }

  /// CM-08. The number must be finite, like a quantity.
  static func checkServings(_ value: Double) throws(ValidationError) {
    guard value > 0, value.isFinite else { throw .nonPositiveServings(value: value) }
  }

  /// CM-10. No goal is a valid goal (requirement 5.3).
  static func checkGoal(_ value: Double?) throws(ValidationError) {
    guard let value else { return }
    let max = ValidationConstants.maxDailyGoal
    guard value >= 0 else { throw .negativeGoal(value: value) }
    guard value <= max else { throw .goalExceedMax(value: value, max: max) }
  }

  /// The check goes scalar by scalar, so a space with a combining accent is content.
  private static func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy(ValidationConstants.whitespaceScalars.contains)
  }
}
