import Foundation

/// So much of something, inside a ``CustomMeal``. Its values are exactly those given.
public struct Ingredient: Sendable, Equatable, Identifiable {
  /// The values of an ingredient before anybody has looked at them.
  public struct Fields: Sendable {
    public var id: UUID
    /// At least one scalar outside ``ValidationConstants/whitespaceScalars``.
    public var name: String
    /// Finite and more than 0, in ``unit``.
    public var quantity: Double
    /// Any text with at least one scalar outside ``ValidationConstants/whitespaceScalars``.
    public var unit: String
    /// 0 to 50,000 kcal.
    public var calories: Double
    /// 0 to 10,000 grams, or nil: not known. So too the other two.
    public var protein: Double?
    public var carbohydrates: Double?
    public var fats: Double?

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

  public let fields: Fields

  public var id: UUID { fields.id }
  public var name: String { fields.name }
  public var quantity: Double { fields.quantity }
  public var unit: String { fields.unit }
  public var calories: Double { fields.calories }
  public var protein: Double? { fields.protein }
  public var carbohydrates: Double? { fields.carbohydrates }
  public var fats: Double? { fields.fats }

  /// - Throws: the first violation in the order name, quantity, unit, calories, protein,
  ///   carbohydrates, fats (requirements 3.1 to 3.7).
  public init(
    id: UUID = UUID(), name: String, quantity: Double, unit: String, calories: Double,
    protein: Double? = nil, carbohydrates: Double? = nil, fats: Double? = nil
  ) throws(ValidationError) {
    try self.init(
      validating: Fields(
        id: id, name: name, quantity: quantity, unit: unit, calories: calories, protein: protein,
        carbohydrates: carbohydrates, fats: fats))
  }

  /// As the labelled initialiser, from values in one piece.
  public init(validating fields: Fields) throws(ValidationError) {
    try fields.validate()
    self.init(validated: fields)
  }

  /// For values that were validated already: nothing is checked.
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
  /// Bit by bit, as for ``ValidationError``.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && identical(left.name, right.name)
      && identical(left.quantity, right.quantity) && identical(left.unit, right.unit)
      && identical(left.calories, right.calories) && identical(left.protein, right.protein)
      && identical(left.carbohydrates, right.carbohydrates) && identical(left.fats, right.fats)
  }
}

extension Ingredient {
  /// - Throws: ``SyncError/invalidData(reason:)`` for a missing or ill-typed field, then for the first
  ///   violation in the constructor's order.
  public static func fromFirestoreData(_ data: FirestoreData) throws(SyncError) -> Ingredient {
    try from(FirestoreReader(data, modelType: modelType))
  }

  /// From a document of its own, or from one inside a meal's: the reader knows which.
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

  /// The document that ``fromFirestoreData(_:)`` reads back bit by bit. Nil fields have no key.
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
