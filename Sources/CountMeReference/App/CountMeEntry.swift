import Foundation

/// Something that the user keeps in CountMe, and that devices exchange as a document.
public enum CountMeEntry: Sendable, Equatable {
  /// A food that was eaten.
  case food(FoodItem)
  /// An exercise that was done.
  case exercise(ExerciseItem)
  /// A meal of the user's own.
  case meal(CustomMeal)
  /// A day with its goal.
  case log(DailyLog)

  /// Its model.
  public var type: SyncEntityType {
    switch self {
    case .food: .foodItem
    case .exercise: .exerciseItem
    case .meal: .customMeal
    case .log: .dailyLog
    }
  }

  /// Its identity, unique together with ``type``.
  public var id: UUID {
    switch self {
    case .food(let item): item.id
    case .exercise(let item): item.id
    case .meal(let meal): meal.id
    case .log(let log): log.id
    }
  }
}

/// Values that the user has typed, before anybody validates them. A day's log has a call of its own:
/// ``CountMeApp/setGoal(_:)``.
public enum CountMeDraft: Sendable {
  /// What is to be a food.
  case food(FoodItem.Fields)
  /// What is to be an exercise.
  case exercise(ExerciseItem.Fields)
  /// What is to be a meal.
  case meal(CustomMeal.Fields)
}

extension CountMeSystem {
  /// Validates what the user has typed.
  /// - Throws: the first violation as a ``ValidationError``.
  func entry(of draft: CountMeDraft) throws -> CountMeEntry {
    switch draft {
    case .food(let fields): .food(try makeFoodItem(fields))
    case .exercise(let fields): .exercise(try makeExerciseItem(fields))
    case .meal(let fields): .meal(try makeCustomMeal(fields))
    }
  }

  /// Reads the document of an entry that is known by `id`.
  /// - Throws: ``SyncError/invalidData(reason:)`` if the document is invalid or has another id.
  func entry(_ type: SyncEntityType, _ id: String, from document: FirestoreData) throws -> CountMeEntry {
    let entry: CountMeEntry =
      switch type {
      case .foodItem: .food(try foodItemFromFirestore(document))
      case .exerciseItem: .exercise(try exerciseItemFromFirestore(document))
      case .customMeal: .meal(try customMealFromFirestore(document))
      case .dailyLog: .log(try dailyLogFromFirestore(document))
      }
    guard entry.id.uuidString == id else {
      throw SyncError.invalidData(reason: "\(type) id must be that of its document \(id.debugDescription), but it is \(entry.id).")
    }
    return entry
  }

  /// The document that ``entry(_:_:from:)`` reads back.
  func document(of entry: CountMeEntry) -> FirestoreData {
    switch entry {
    case .food(let item): foodItemToFirestore(item)
    case .exercise(let item): exerciseItemToFirestore(item)
    case .meal(let meal): customMealToFirestore(meal)
    case .log(let log): dailyLogToFirestore(log)
    }
  }
}
