import CountMeReference
import PropertyTesting

/// The content of a document in the cloud: the fields of one of the four models that have documents.
public enum CloudRecord: Sendable, Equatable {
  /// The fields of a food item.
  case foodItem(FoodItem.Fields)
  /// The fields of an exercise item.
  case exerciseItem(ExerciseItem.Fields)
  /// The fields of a meal, including its ingredients.
  case customMeal(CustomMeal.Fields)
  /// The fields of a day's log.
  case dailyLog(DailyLog.Fields)

  /// The model of a record. The raw value is the name of the model's type.
  public enum Kind: String, Sendable {
    case foodItem = "FoodItem"
    case exerciseItem = "ExerciseItem"
    case customMeal = "CustomMeal"
    case dailyLog = "DailyLog"
  }

  /// The model that the fields belong to.
  public var kind: Kind {
    switch self {
    case .foodItem: .foodItem
    case .exerciseItem: .exerciseItem
    case .customMeal: .customMeal
    case .dailyLog: .dailyLog
    }
  }

  /// The document of this record. This file builds it by hand and without the code under test.
  public func document(_ spelling: Spelling) -> FirestoreData {
    switch self {
    case .foodItem(let fields): spelling.document(fields)
    case .exerciseItem(let fields): spelling.document(fields)
    case .customMeal(let fields): spelling.document(fields)
    case .dailyLog(let fields): spelling.document(fields)
    }
  }
}

/// How a document writes values that have several forms.
public struct Spelling: Sendable {
  /// Whether whole numbers are integers, as another client may write them. -0.0 is always a double.
  public var usesIntegers = false
  /// Whether nil is null in the document. If false, the document leaves the key out.
  public var usesNulls = false
  /// Keys that no model knows, and their values.
  public var extras: FirestoreData = [:]

  /// Only doubles, no nulls, no extra keys.
  public static let plain = Spelling()

  func document(_ fields: FoodItem.Fields) -> FirestoreData {
    spell([
      "id": .string(fields.id.uuidString), "name": .string(fields.name),
      "calories": number(fields.calories), "protein": number(fields.protein),
      "carbohydrates": number(fields.carbohydrates), "fats": number(fields.fats),
    ])
  }

  func document(_ fields: ExerciseItem.Fields) -> FirestoreData {
    spell([
      "id": .string(fields.id.uuidString), "name": .string(fields.name),
      "caloriesBurned": number(fields.caloriesBurned),
      "durationMinutes": number(fields.durationMinutes),
    ])
  }

  func document(_ fields: Ingredient.Fields) -> FirestoreData {
    spell([
      "id": .string(fields.id.uuidString), "name": .string(fields.name),
      "quantity": number(fields.quantity), "unit": .string(fields.unit),
      "calories": number(fields.calories), "protein": number(fields.protein),
      "carbohydrates": number(fields.carbohydrates), "fats": number(fields.fats),
    ])
  }

  func document(_ fields: CustomMeal.Fields) -> FirestoreData {
    spell([
      "id": .string(fields.id.uuidString), "name": .string(fields.name),
      "ingredients": .array(fields.ingredients.map { .map(document($0.fields)) }),
      "servingsCount": number(fields.servingsCount),
    ])
  }

  func document(_ fields: DailyLog.Fields) -> FirestoreData {
    spell([
      "id": .string(fields.id.uuidString), "date": .timestamp(fields.date),
      "dailyGoal": number(fields.dailyGoal),
    ])
  }

  private func number(_ value: Double?) -> FirestoreValue {
    guard let value else { return .null }
    let isNegativeZero = value == 0 && value.sign == .minus
    if usesIntegers, !isNegativeZero, let integer = Int64(exactly: value) { return .integer(integer) }
    return .double(value)
  }

  /// `fields` with or without the nulls, and with the extra keys.
  private func spell(_ fields: FirestoreData) -> FirestoreData {
    fields.filter { usesNulls || $0.value != .null }.merging(extras) { field, _ in field }
  }
}

extension Generator where Value == Spelling {
  static var spelling: Generator {
    let extra = Generator<FirestoreValue>.element(of: [
      .null, .bool(true), .integer(5), .string("x"), .array([.null]), .map(["name": .string("")]),
    ])
    let extras = Generator<FirestoreData>.dictionary(
      of: .element(of: ["rating", "Calories", "updatedAt"]), extra, count: 0...2)
    return Generator { source in
      Spelling(
        usesIntegers: try source(.bool), usesNulls: try source(.bool), extras: try source(extras))
    }
  }
}
