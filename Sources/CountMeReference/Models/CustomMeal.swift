import Foundation

/// A meal put together by the user. Its values are exactly those given; ingredients keep their order
/// and may repeat.
public struct CustomMeal: Sendable, Equatable, Identifiable {
  /// The values of a meal before anybody has looked at them. Its ingredients are valid: there is no
  /// other way to have one.
  public struct Fields: Sendable {
    public var id: UUID
    /// At least one scalar outside ``ValidationConstants/whitespaceScalars``.
    public var name: String
    /// At least one.
    public var ingredients: [Ingredient]
    /// Finite and more than 0; fractions too.
    public var servingsCount: Double

    public init(id: UUID = UUID(), name: String, ingredients: [Ingredient], servingsCount: Double) {
      self.id = id
      self.name = name
      self.ingredients = ingredients
      self.servingsCount = servingsCount
    }
  }

  static let modelType = "CustomMeal"

  public let fields: Fields

  public var id: UUID { fields.id }
  public var name: String { fields.name }
  public var ingredients: [Ingredient] { fields.ingredients }
  public var servingsCount: Double { fields.servingsCount }

  /// - Throws: the first violation in the order name, ingredients, servingsCount
  /// (requirements 4.1 to 4.4).
  public init(
    id: UUID = UUID(), name: String, ingredients: [Ingredient], servingsCount: Double
  ) throws(ValidationError) {
    try self.init(
      validating: Fields(
        id: id, name: name, ingredients: ingredients, servingsCount: servingsCount))
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

extension CustomMeal.Fields {
  func validate() throws(ValidationError) {
    try Validation.checkName(name, of: CustomMeal.modelType)
    try Validation.checkIngredients(ingredients)
    try Validation.checkServings(servingsCount)
  }
}

extension CustomMeal.Fields: Equatable {
  /// Bit by bit, as for ``ValidationError``.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && identical(left.name, right.name)
      && left.ingredients == right.ingredients
      && identical(left.servingsCount, right.servingsCount)
  }
}

extension CustomMeal {
  /// The ingredients are built first, one by one in their order, as a caller of the constructor has to
  /// build them first; so a bad ingredient is reported before a blank name of the meal.
  /// - Throws: ``SyncError/invalidData(reason:)`` for a missing or ill-typed field, then for the first
  ///   violation in the constructor's order (requirements 6.1 to 6.8). The reason names a
  ///   nested field by its path: `ingredients[2].quantity`, counted from 0.
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
