import Foundation

/// Food that the user has eaten. It has exactly the given values: the initialisers trim, round and default nothing.
public struct FoodItem: Sendable, Equatable, Identifiable {
  /// The values of a food item before validation.
  public struct Fields: Sendable {
    /// The identity of the food item, here and in the cloud.
    public var id: UUID
    /// At least one scalar outside ``ValidationConstants/whitespaceScalars``.
    public var name: String
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
      id: UUID = UUID(), name: String, calories: Double, protein: Double? = nil,
      carbohydrates: Double? = nil, fats: Double? = nil
    ) {
      self.id = id
      self.name = name
      self.calories = calories
      self.protein = protein
      self.carbohydrates = carbohydrates
      self.fats = fats
    }
  }

  static let modelType = "FoodItem"

  /// The values, which are valid.
  public let fields: Fields

  /// The identity of the food item, here and in the cloud.
  public var id: UUID { fields.id }
  /// The name, exactly as given.
  public var name: String { fields.name }
  /// The calories in kcal, 0 to 50,000.
  public var calories: Double { fields.calories }
  /// Grams of protein, 0 to 10,000. Nil if unknown.
  public var protein: Double? { fields.protein }
  /// Grams of carbohydrates, 0 to 10,000. Nil if unknown.
  public var carbohydrates: Double? { fields.carbohydrates }
  /// Grams of fats, 0 to 10,000. Nil if unknown.
  public var fats: Double? { fields.fats }

  /// Validates the values and creates a food item.
  /// - Throws: the first violation in the order name, calories, protein, carbohydrates, fats (requirements 1.1 to 1.6).
  public init(
    id: UUID = UUID(), name: String, calories: Double, protein: Double? = nil,
    carbohydrates: Double? = nil, fats: Double? = nil
  ) throws(ValidationError) {
    try self.init(
      validating: Fields(
        id: id, name: name, calories: calories, protein: protein, carbohydrates: carbohydrates,
        fats: fats))
  }

  /// Validates `fields` and creates a food item, as the initialiser with one parameter for each value does.
  public init(validating fields: Fields) throws(ValidationError) {
    try fields.validate()
    self.init(validated: fields)
  }

  /// Creates a food item from values that are already validated. It checks nothing.
  public init(validated fields: Fields) {
    self.fields = fields
  }
}

extension FoodItem.Fields {
  func validate() throws(ValidationError) {
    try Validation.checkName(name, of: FoodItem.modelType)
    try Validation.checkCalories(calories, of: FoodItem.modelType)
    try Validation.checkMacros(
      protein: protein, carbohydrates: carbohydrates, fats: fats, of: FoodItem.modelType)
  }
}

extension FoodItem.Fields: Equatable {
  /// Compares bit by bit, as ``ValidationError`` does.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && identical(left.name, right.name)
      && identical(left.calories, right.calories) && identical(left.protein, right.protein)
      && identical(left.carbohydrates, right.carbohydrates) && identical(left.fats, right.fats)
  }
}

extension FoodItem {
  /// Reads a food item from a document.
  /// - Throws: ``SyncError/invalidData(reason:)`` for a missing or ill-typed field, then for the first violation in the
  ///   constructor's order (requirements 6.1 to 6.8).
  public static func fromFirestoreData(_ data: FirestoreData) throws(SyncError) -> FoodItem {
    let document = FirestoreReader(data, modelType: modelType)
    let fields = Fields(
      id: try document.uuid("id"),
      name: try document.string("name"),
      calories: try document.number("calories"),
      protein: try document.optionalNumber("protein"),
      carbohydrates: try document.optionalNumber("carbohydrates"),
      fats: try document.optionalNumber("fats"))
    try document.check(fields.validate)
    return FoodItem(validated: fields)
  }

  /// The document that ``fromFirestoreData(_:)`` reads back bit by bit. Fields that are nil have no key.
  public func toFirestoreData() -> FirestoreData {
    var data: FirestoreData = [
      "id": .string(id.uuidString), "name": .string(name), "calories": .double(calories),
    ]
    data["protein"] = protein.map(FirestoreValue.double)
    data["carbohydrates"] = carbohydrates.map(FirestoreValue.double)
    data["fats"] = fats.map(FirestoreValue.double)
    return data
  }
}
