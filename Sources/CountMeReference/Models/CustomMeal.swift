import Foundation

/// A meal that the user composes. It has exactly the given values; ingredients keep their order and may repeat.
public struct CustomMeal: Sendable, Equatable, Identifiable {
  /// The values of a meal before validation. Its ingredients are ``Ingredient``s, so they are already validated.
  public struct Fields: Sendable {
    /// The identity of the meal, here and in the cloud.
    public var id: UUID
    /// At least one scalar outside ``ValidationConstants/whitespaceScalars``.
    public var name: String
    /// At least one ingredient.
    public var ingredients: [Ingredient]
    /// How many servings the meal makes: finite and more than 0, perhaps a fraction.
    public var servingsCount: Double

    /// Creates values without checking them. By default the id is new.
    public init(id: UUID = UUID(), name: String, ingredients: [Ingredient], servingsCount: Double) {
      self.id = id
      self.name = name
      self.ingredients = ingredients
      self.servingsCount = servingsCount
    }
  }

  static let modelType = "CustomMeal"

  /// The values, which are valid.
  public let fields: Fields

  /// The identity of the meal, here and in the cloud.
  public var id: UUID { fields.id }
  /// The name, exactly as given.
  public var name: String { fields.name }
  /// The ingredients in the given order, at least one.
  public var ingredients: [Ingredient] { fields.ingredients }
  /// How many servings the meal makes: finite and more than 0.
  public var servingsCount: Double { fields.servingsCount }

  /// Validates the values and creates a meal.
  /// - Throws: the first violation in the order name, ingredients, servingsCount (requirements 4.1 to 4.4).
  public init(
    id: UUID = UUID(), name: String, ingredients: [Ingredient], servingsCount: Double
  ) throws(ValidationError) {
    try self.init(
      validating: Fields(
        id: id, name: name, ingredients: ingredients, servingsCount: servingsCount))
  }

  /// Validates `fields` and creates a meal, as the initialiser with one parameter for each value does.
  public init(validating fields: Fields) throws(ValidationError) {
    try fields.validate()
    self.init(validated: fields)
  }

  /// Creates a meal from values that are already validated. It checks nothing.
  public init(validated fields: Fields) {
    self.fields = fields
  }
}

extension CustomMeal.Fields {
  func validate() throws(ValidationError) {
    try Validation.checkName(name, of: CustomMeal.modelType)
    try Validation.checkIngredients(ingredients)
    try Validation.checkServings(servingsCount)
  }
}

extension CustomMeal.Fields: Equatable {
  /// Compares bit by bit, as ``ValidationError`` does.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && identical(left.name, right.name)
      && left.ingredients == right.ingredients
      && identical(left.servingsCount, right.servingsCount)
  }
}

extension CustomMeal {
  /// Reads a meal from a document. It builds the ingredients first, in their order, as a caller of the constructor
  /// must. It therefore reports an invalid ingredient before a blank name of the meal.
  /// - Throws: ``SyncError/invalidData(reason:)`` for a missing or ill-typed field, then for the first violation in the
  ///   constructor's order (requirements 6.1 to 6.8). The reason names a nested field by its path, such as
  ///   `ingredients[2].quantity`, counted from 0.
  public static func fromFirestoreData(_ data: FirestoreData) throws(SyncError) -> CustomMeal {
    let document = FirestoreReader(data, modelType: modelType)
    let id = try document.uuid("id")
    let name = try document.string("name")
    var ingredients: [Ingredient] = []
    for element in try document.documents("ingredients") {
      ingredients.append(try Ingredient.from(element))
    }
    let fields = Fields(
      id: id, name: name, ingredients: ingredients,
      servingsCount: try document.number("servingsCount"))
    try document.check(fields.validate)
    return CustomMeal(validated: fields)
  }

  /// The document that ``fromFirestoreData(_:)`` reads back bit by bit.
  public func toFirestoreData() -> FirestoreData {
    [
      "id": .string(id.uuidString), "name": .string(name),
      "ingredients": .array(ingredients.map { .map($0.toFirestoreData()) }),
      "servingsCount": .double(servingsCount),
    ]
  }
}
