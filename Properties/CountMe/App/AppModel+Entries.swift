import CountMeGenerators
import CountMeReference
import Foundation

// What the numbers stand for.
extension AppModel {
  static func draft(_ key: AppKey, _ value: Int) -> CountMeDraft {
    let (amount, half) = (Double(value), value.isMultiple(of: 2) ? nil : Double(value) / 2)
    switch key.type {
    case .foodItem:
      return .food(
        FoodItem.Fields(
          id: key.id, name: "cafe\u{301} \(value)", calories: amount, protein: half, carbohydrates: amount + 0.25, fats: half ?? -0.0))
    case .exerciseItem, .dailyLog:
      return .exercise(
        ExerciseItem.Fields(id: key.id, name: "run \(value)", caloriesBurned: amount, durationMinutes: half))
    case .customMeal:
      let ingredients = (1...2).map { number in
        Ingredient(
          validated: Ingredient.Fields(
            id: AppKey(number: 3 * number).id, name: "part \(number) of \(value)", quantity: 0.1 * Double(number), unit: "g",
            calories: amount, protein: half, carbohydrates: half, fats: amount))
      }
      return .meal(
        CustomMeal.Fields(id: key.id, name: "meal \(value)", ingredients: ingredients, servingsCount: amount + 1))
    }
  }

  static func entry(_ key: AppKey, _ value: Int) -> CountMeEntry {
    if key.isLog {
      return .log(
        DailyLog(
          validated: DailyLog.Fields(
            id: key.id, date: date(key.seconds),
            dailyGoal: value < 0 ? nil : Double(value))))
    }
    return switch draft(key, value) {
    case .food(let fields): .food(FoodItem(validated: fields))
    case .exercise(let fields): .exercise(ExerciseItem(validated: fields))
    case .meal(let fields): .meal(CustomMeal(validated: fields))
    }
  }

  /// Of a clock, which shows a fraction of a second too: the last bit that such a date has.
  static func date(_ seconds: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(seconds) + 0x1p-23) }

  /// The value of an entry; −2 if it is not exactly what was given.
  static func value(of entry: CountMeEntry) -> Int {
    let value =
      switch entry {
      case .food(let item): Int(item.calories)
      case .exercise(let item): Int(item.caloriesBurned)
      case .meal(let meal): Int(meal.servingsCount) - 1
      case .log(let log): log.dailyGoal.map { Int($0) } ?? -1
      }
    return entry == self.entry(AppKey(entry.id, of: entry.type), value) ? value : -2
  }

  /// The value of a document that nobody has corrupted; −2 if it has a field that is not of the model.
  static func value(of document: FirestoreData, _ type: SyncEntityType) -> Int {
    let model: SpecifiedModel =
      switch type {
      case .foodItem: .foodItem
      case .exerciseItem: .exerciseItem
      case .customMeal: .customMeal
      case .dailyLog: .dailyLog
      }
    let fields = Set(model.fields.map(\.key))
    guard document.keys.allSatisfy(fields.contains) else { return -2 }
    if type == .dailyLog { return document["dailyGoal"]?.number.map { Int($0) } ?? -1 }
    let amount = document["calories"] ?? document["caloriesBurned"]
    return (amount?.number ?? document["servingsCount"]?.number.map { $0 - 1 }).map { Int($0) } ?? -2
  }
}
