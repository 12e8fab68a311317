import CountMeGenerators
import CountMeReference
import Foundation

/// The app's functions of one model, for records. None but ``construct`` and ``read`` validates them.
struct ModelDriver: Sendable {
  /// The record as the constructor keeps it. The ingredients of a meal are constructed first.
  let construct: @Sendable (ModelRecord) throws -> ModelRecord
  let areEqual: @Sendable (ModelRecord, ModelRecord) throws -> Bool
  let read: @Sendable (FirestoreData) throws -> ModelRecord
  let write: @Sendable (ModelRecord) throws -> FirestoreData

  init(_ countMe: CountMeSystem, _ model: SpecifiedModel) {
    switch model {
    case .foodItem:
      self.init(
        model, countMe.makeFoodItem, countMe.equalFoodItems, countMe.foodItemFromFirestore, countMe.foodItemToFirestore)
    case .exerciseItem:
      self.init(
        model, countMe.makeExerciseItem, countMe.equalExerciseItems, countMe.exerciseItemFromFirestore,
        countMe.exerciseItemToFirestore)
    case .ingredient:
      self.init(model, countMe.makeIngredient, countMe.equalIngredients, { _ in throw NotInRecord() }, { _ in [:] })
    case .customMeal:
      let make = { @Sendable (fields: CustomMeal.Fields) in
        var meal = fields
        meal.ingredients = try fields.ingredients.map { try countMe.makeIngredient($0.fields) }
        return try countMe.makeCustomMeal(meal)
      }
      self.init(model, make, countMe.equalCustomMeals, countMe.customMealFromFirestore, countMe.customMealToFirestore)
    case .dailyLog:
      self.init(
        model, countMe.makeDailyLog, countMe.equalDailyLogs, countMe.dailyLogFromFirestore, countMe.dailyLogToFirestore)
    }
  }

  private init<Model: ValidatedModel>(
    _ model: SpecifiedModel, _ make: @escaping @Sendable (Model.Fields) throws -> Model,
    _ equal: @escaping @Sendable (Model, Model) -> Bool, _ read: @escaping @Sendable (FirestoreData) throws -> Model,
    _ write: @escaping @Sendable (Model) -> FirestoreData
  ) {
    construct = { ModelRecord(model, try make(Model.Fields($0.values)).fields.values) }
    areEqual = { equal(Model(validated: try Model.Fields($0.values)), Model(validated: try Model.Fields($1.values))) }
    self.read = { ModelRecord(model, try read($0).fields.values) }
    self.write = { write(Model(validated: try Model.Fields($0.values))) }
  }
}

/// A model that can be made of any values, whether valid or not.
protocol ValidatedModel: Sendable {
  associatedtype Fields: FieldsOfRecord
  init(validated fields: Fields)
  var fields: Fields { get }
}

extension FoodItem: ValidatedModel {}
extension ExerciseItem: ValidatedModel {}
extension Ingredient: ValidatedModel {}
extension CustomMeal: ValidatedModel {}
extension DailyLog: ValidatedModel {}

protocol FieldsOfRecord: Sendable {
  init(_ values: FirestoreData) throws
}

extension FieldsOfRecord {
  /// Whatever they hold, by name.
  var values: FirestoreData {
    Mirror(reflecting: self).children.reduce(into: [:]) { values, child in
      values[child.label ?? ""] =
        switch child.value {
        case let id as UUID: .string(id.uuidString)
        case let text as String: .string(text)
        case let number as Double: .double(number)
        case let date as Date: .timestamp(date)
        case let ingredients as [Ingredient]: .array(ingredients.map { .map($0.fields.values) })
        default: .null
        }
    }
  }
}

extension FoodItem.Fields: FieldsOfRecord {
  init(_ values: FirestoreData) throws {
    try self.init(
      id: values.id(), name: values.text("name"), calories: values.number("calories"),
      protein: values.optional("protein"), carbohydrates: values.optional("carbohydrates"),
      fats: values.optional("fats"))
  }
}

extension ExerciseItem.Fields: FieldsOfRecord {
  init(_ values: FirestoreData) throws {
    try self.init(
      id: values.id(), name: values.text("name"), caloriesBurned: values.number("caloriesBurned"),
      durationMinutes: values.optional("durationMinutes"))
  }
}

extension Ingredient.Fields: FieldsOfRecord {
  init(_ values: FirestoreData) throws {
    try self.init(
      id: values.id(), name: values.text("name"), quantity: values.number("quantity"), unit: values.text("unit"),
      calories: values.number("calories"), protein: values.optional("protein"),
      carbohydrates: values.optional("carbohydrates"), fats: values.optional("fats"))
  }
}

extension CustomMeal.Fields: FieldsOfRecord {
  init(_ values: FirestoreData) throws {
    guard case .array(let elements) = values["ingredients"] else { throw NotInRecord() }
    let ingredients = try elements.map { element in
      guard case .map(let ingredient) = element else { throw NotInRecord() }
      return Ingredient(validated: try Ingredient.Fields(ingredient))
    }
    try self.init(
      id: values.id(), name: values.text("name"), ingredients: ingredients,
      servingsCount: values.number("servingsCount"))
  }
}

extension DailyLog.Fields: FieldsOfRecord {
  init(_ values: FirestoreData) throws {
    guard case .timestamp(let date) = values["date"] else { throw NotInRecord() }
    try self.init(id: values.id(), date: date, dailyGoal: values.optional("dailyGoal"))
  }
}

extension FirestoreData {
  fileprivate func text(_ field: String) throws -> String {
    if case .string(let text) = self[field] { text } else { throw NotInRecord() }
  }

  fileprivate func id() throws -> UUID {
    if let id = UUID(uuidString: try text("id")) { id } else { throw NotInRecord() }
  }

  fileprivate func number(_ field: String) throws -> Double {
    if case .double(let number) = self[field] { number } else { throw NotInRecord() }
  }

  fileprivate func optional(_ field: String) throws -> Double? {
    if case .null = self[field] { nil } else { try number(field) }
  }
}

/// A value that the plain document of a record does not have there.
private struct NotInRecord: Error {}
