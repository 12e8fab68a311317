import CountMeReference
import PropertyTesting

// The fault of CM-11 that ends its process: the app trusted that what it had written once is always there. It
// stands in a file of its own, the only one in which the house rules let a trap be.
extension Fault<CountMeSystem> {
  static let crashesOnMissingFields = Fault(
    "crashesOnMissingFields", "forced try crashes on missing fields", endsProcess: true) {
    let right = $0
    $0.foodItemFromFirestore = { document in
      guard document.lacks("id", "name", "calories") else { return try right.foodItemFromFirestore(document) }
      return try! right.foodItemFromFirestore(document)
    }
    $0.exerciseItemFromFirestore = { document in
      guard document.lacks("id", "name", "caloriesBurned") else {
        return try right.exerciseItemFromFirestore(document)
      }
      return try! right.exerciseItemFromFirestore(document)
    }
    $0.customMealFromFirestore = { document in
      guard document.lacks("id", "name", "ingredients", "servingsCount") else {
        return try right.customMealFromFirestore(document)
      }
      return try! right.customMealFromFirestore(document)
    }
    $0.dailyLogFromFirestore = { document in
      guard document.lacks("id", "date") else { return try right.dailyLogFromFirestore(document) }
      return try! right.dailyLogFromFirestore(document)
    }
  }
}

extension FirestoreData {
  fileprivate func lacks(_ keys: String...) -> Bool { keys.contains { self[$0] == nil } }
}
