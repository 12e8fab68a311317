import CountMeGenerators
import CountMeReference

// The system's functions of the four models that have documents, as one function each.
extension CountMeSystem {
  /// The record as the constructors keep it.
  func construct(_ record: CloudRecord) throws -> CloudRecord {
    switch record {
    case .foodItem(let fields): return .foodItem(try makeFoodItem(fields).fields)
    case .exerciseItem(let fields): return .exerciseItem(try makeExerciseItem(fields).fields)
    case .dailyLog(let fields): return .dailyLog(try makeDailyLog(fields).fields)
    case .customMeal(var fields):
      fields.ingredients = try fields.ingredients.map { try makeIngredient($0.fields) }
      return .customMeal(try makeCustomMeal(fields).fields)
    }
  }

  /// The record that a document is read as.
  func read(_ document: FirestoreData, as kind: CloudRecord.Kind) throws -> CloudRecord {
    switch kind {
    case .foodItem: .foodItem(try foodItemFromFirestore(document).fields)
    case .exerciseItem: .exerciseItem(try exerciseItemFromFirestore(document).fields)
    case .customMeal: .customMeal(try customMealFromFirestore(document).fields)
    case .dailyLog: .dailyLog(try dailyLogFromFirestore(document).fields)
    }
  }

  /// The document that a valid record is written as.
  func write(_ record: CloudRecord) -> FirestoreData {
    switch record {
    case .foodItem(let fields): foodItemToFirestore(FoodItem(validated: fields))
    case .exerciseItem(let fields): exerciseItemToFirestore(ExerciseItem(validated: fields))
    case .customMeal(let fields): customMealToFirestore(CustomMeal(validated: fields))
    case .dailyLog(let fields): dailyLogToFirestore(DailyLog(validated: fields))
    }
  }
}
