import Foundation

/// A quantity of some food in a ``CustomMeal``. It has exactly the given values.
public struct Ingredient: Sendable, Equatable, Identifiable {
  /// The values of an ingredient before validation.
  public struct Fields: Sendable {
    /// The identity of the ingredient, here and in the cloud.
    public var id: UUID
    /// At least one scalar outside ``ValidationConstants/whitespaceScalars``.
    public var name: String
    /// Finite and more than 0, in ``unit``.
    public var quantity: Double
    /// Any text with at least one scalar outside ``ValidationConstants/whitespaceScalars``.
    public var unit: String
    /// 0 to 50,000 kcal.
    public var calories: Double
    /// 0 to 10,000 grams. Nil if unknown.
    public var protein: Double?
    /// 0 to 10,000 grams. Nil if unknown.
    public var carbohydrates: Double?
    /// 0 to 10,000 grams. Nil if unknown.
    public var fats: Double?

    /// Creates values without checking them. By default the id is new and the three macronutrients are unknown.
    public init(
      id: UUID = UUID(), name: String, quantity: Double, unit: String, calories: Double,
      protein: Double? = nil, carbohydrates: Double? = nil, fats: Double? = nil
    ) {
      self.id = id
      self.name = name
      self.quantity = quantity
      self.unit = unit
      self.calories = calories
      self.protein = protein
      self.carbohydrates = carbohydrates
      self.fats = fats
    }
  }

  static let modelType = "Ingredient"

  /// The values, which are valid.
  public let fields: Fields

  /// The identity of the ingredient, here and in the cloud.
  public var id: UUID { fields.id }
  /// The name, exactly as given.
  public var name: String { fields.name }
  /// How much of the food the meal contains, in ``unit``: finite and more than 0.
  public var quantity: Double { fields.quantity }
  /// The unit of ``quantity``, any text that is not blank.
  public var unit: String { fields.unit }
  /// The calories in kcal, 0 to 50,000.
  public var calories: Double { fields.calories }
  /// Grams of protein, 0 to 10,000. Nil if unknown.
  public var protein: Double? { fields.protein }
  /// Grams of carbohydrates, 0 to 10,000. Nil if unknown.
  public var carbohydrates: Double? { fields.carbohydrates }
  /// Grams of fats, 0 to 10,000. Nil if unknown.
  public var fats: Double? { fields.fats }

  /// Validates the values and creates an ingredient.
  /// - Throws: the first violation in the order name, quantity, unit, calories, protein, carbohydrates, fats
  ///   (requirements 3.1 to 3.7).
  public init(
    id: UUID = UUID(), name: String, quantity: Double, unit: String, calories: Double,
    protein: Double? = nil, carbohydrates: Double? = nil, fats: Double? = nil
  ) throws(ValidationError) {
    try self.init(
      validating: Fields(
        id: id, name: name, quantity: quantity, unit: unit, calories: calories, protein: protein,
        carbohydrates: carbohydrates, fats: fats))
  }

  /// Validates `fields` and creates an ingredient, as the initialiser with one parameter for each value does.
  public init(validating fields: Fields) throws(ValidationError) {
    try fields.validate()
    self.init(validated: fields)
  }

  /// Creates an ingredient from values that are already validated. It checks nothing.
  public init(validated fields: Fields) {
    self.fields = fields
  }
}

extension Ingredient.Fields {
  func validate() throws(ValidationError) {
    try Validation.checkName(name, of: Ingredient.modelType)
    try Validation.checkQuantity(quantity)
    try Validation.checkUnit(unit)
    try Validation.checkCalories(calories, of: Ingredient.modelType)
    try Validation.checkMacros(
      protein: protein, carbohydrates: carbohydrates, fats: fats, of: Ingredient.modelType)
  }
}

extension Ingredient.Fields: Equatable {
  /// Compares bit by bit, as ``ValidationError`` does.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && identical(left.name, right.name)
      && identical(left.quantity, right.quantity) && identical(left.unit, right.unit)
      && identical(left.calories, right.calories) && identical(left.protein, right.protein)
      && identical(left.carbohydrates, right.carbohydrates) && identical(left.fats, right.fats)
  }
}

extension Ingredient {
  /// Reads an ingredient from a document.
  /// - Throws: ``SyncError/invalidData(reason:)`` for a missing or ill-typed field, then for the first violation in the
  ///   constructor's order.
  public static func fromFirestoreData(_ data: FirestoreData) throws(SyncError) -> Ingredient {
    try from(FirestoreReader(data, modelType: modelType))
  }

  /// Reads an ingredient from its own document or from one inside a meal's. The reader's path tells them apart.
  static func from(_ document: FirestoreReader) throws(SyncError) -> Ingredient {
    let fields = Fields(
      id: try document.uuid("id"),
      name: try document.string("name"),
      quantity: try document.number("quantity"),
      unit: try document.string("unit"),
      calories: try document.number("calories"),
      protein: try document.optionalNumber("protein"),
      carbohydrates: try document.optionalNumber("carbohydrates"),
      fats: try document.optionalNumber("fats"))
    try document.check(fields.validate)
    return Ingredient(validated: fields)
  }

  /// The document that ``fromFirestoreData(_:)`` reads back bit by bit. Fields that are nil have no key.
  public func toFirestoreData() -> FirestoreData {
    var data: FirestoreData = [
      "id": .string(id.uuidString), "name": .string(name), "quantity": .double(quantity),
      "unit": .string(unit), "calories": .double(calories),
    ]
    data["protein"] = protein.map(FirestoreValue.double)
    data["carbohydrates"] = carbohydrates.map(FirestoreValue.double)
    data["fats"] = fats.map(FirestoreValue.double)
    return data
  }
}
