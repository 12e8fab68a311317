import CountMeReference
import PropertyTesting

// The fault of CM-11 that ends its process: the app trusted that what it had written once is always there. It
// stands in a file of its own, the only one in which the house rules let a trap be.
extension Fault<CountMeSystem> {
  static let crashesOnMissingFields = Fault(
    "crashesOnMissingFields", "forced try crashes on missing fields", endsProcess: true) {
    let read = $0.foodItemFromFirestore
    $0.foodItemFromFirestore = { document in
      let isComplete = ["id", "name", "calories"].allSatisfy { document[$0] != nil }
      return isComplete ? try read(document) : try! read(document)
    }
  }
}
