import CountMeReference
import PropertyTesting

/// What a document in the cloud stands for: the fields of one of the four models that have documents.
public enum CloudRecord: Sendable, Equatable {
  case foodItem(FoodItem.Fields)
  case exerciseItem(ExerciseItem.Fields)
  case customMeal(CustomMeal.Fields)
  case dailyLog(DailyLog.Fields)

  public enum Kind: String, Sendable {
    case foodItem = "FoodItem"
    case exerciseItem = "ExerciseItem"
    case customMeal = "CustomMeal"
    case dailyLog = "DailyLog"
  }

  public var kind: Kind {
    switch self {
    case .foodItem: .foodItem
    case .exerciseItem: .exerciseItem
    case .customMeal: .customMeal
    case .dailyLog: .dailyLog
    }
  }

  /// The document of this record, put together here by hand and not by the code under test.
  public func document(_ spelling: Spelling) -> FirestoreData {
    switch self {
    case .foodItem(let fields): spelling.document(fields)
    case .exerciseItem(let fields): spelling.document(fields)
    case .customMeal(let fields): spelling.document(fields)
    case .dailyLog(let fields): spelling.document(fields)
    }
  }
}

/// How a document says what can be said in several ways.
public struct Spelling: Sendable {
  /// Whole numbers as integers, as another client may write them; -0.0 stays a double.
  public var usesIntegers = false
  /// What is nil as null, instead of leaving the key out.
  public var usesNulls = false
  /// Keys that no model knows.
  public var extras: FirestoreData = [:]

  /// Doubles, no nulls, no extra keys.
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

  /// `fields` with the nulls that are wanted, and the extra keys.
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
