import Foundation

/// Something eaten. Its values are exactly those given: nothing is trimmed, rounded or defaulted.
public struct FoodItem: Sendable, Equatable, Identifiable {
  /// The values of a food item before anybody has looked at them.
  public struct Fields: Sendable {
    public var id: UUID
    /// At least one scalar outside ``ValidationConstants/whitespaceScalars``.
    public var name: String
    /// 0 to 50,000 kcal.
    public var calories: Double
    /// 0 to 10,000 grams, or nil: not known. So too the other two.
    public var protein: Double?
    public var carbohydrates: Double?
    public var fats: Double?

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

  public let fields: Fields

  public var id: UUID { fields.id }
  public var name: String { fields.name }
  public var calories: Double { fields.calories }
  public var protein: Double? { fields.protein }
  public var carbohydrates: Double? { fields.carbohydrates }
  public var fats: Double? { fields.fats }

  /// - Throws: the first violation in the order name, calories, protein, carbohydrates, fats
  /// (requirements 1.1 to 1.6).
  public init(
    id: UUID = UUID(), name: String, calories: Double, protein: Double? = nil,
    carbohydrates: Double? = nil, fats: Double? = nil
  ) throws(ValidationError) {
    try self.init(
      validating: Fields(
        id: id, name: name, calories: calories, protein: protein, carbohydrates: carbohydrates,
        fats: fats))
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

extension FoodItem.Fields {
  func validate() throws(ValidationError) {
    try Validation.checkName(name, of: FoodItem.modelType)
    try Validation.checkCalories(calories, of: FoodItem.modelType)
    try Validation.checkMacros(
      protein: protein, carbohydrates: carbohydrates, fats: fats, of: FoodItem.modelType)
  }
}

extension FoodItem.Fields: Equatable {
  /// Bit by bit, as for ``ValidationError``.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && identical(left.name, right.name)
      && identical(left.calories, right.calories) && identical(left.protein, right.protein)
      && identical(left.carbohydrates, right.carbohydrates) && identical(left.fats, right.fats)
  }
}

extension FoodItem {
  /// - Throws: ``SyncError/invalidData(reason:)`` for a missing or ill-typed field, then for the first
  ///   violation in the constructor's order (requirements 6.1 to 6.8).
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

  /// The document that ``fromFirestoreData(_:)`` reads back bit by bit. Nil fields have no key.
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
