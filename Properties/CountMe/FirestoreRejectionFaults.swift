import CountMeReference
import PropertyTesting

// What CM-11 must catch; and see ForcedTryFault.swift.
extension Fault<CountMeSystem> {
  static let readsWithoutChecking = Fault(
    "readsWithoutChecking", "builds what it has read by init(validated:), unchecked") {
    $0.readUnchecked(
      food: FoodItem.init(validated:), exercise: ExerciseItem.init(validated:),
      ingredient: Ingredient.init(validated:), meal: CustomMeal.init(validated:),
      log: DailyLog.init(validated:))
  }

  static let letsValidationErrorsOut = Fault(
    "letsValidationErrorsOut", "lets a ValidationError cross the sync boundary") {
    $0.readUnchecked(
      food: $0.makeFoodItem, exercise: $0.makeExerciseItem, ingredient: $0.makeIngredient,
      meal: $0.makeCustomMeal, log: $0.makeDailyLog)
  }

  static let checksOnlyTheFirstIngredient = Fault(
    "checksOnlyTheFirstIngredient", "checks only the first ingredient of a meal") { countMe in
    let read = countMe.customMealFromFirestore
    countMe.customMealFromFirestore = { document in
      guard case .array(let elements) = document["ingredients"], elements.count > 1 else {
        return try read(document)
      }
      var short = document
      short["ingredients"] = .array([elements[0]])
      _ = try read(short)
      return CustomMeal(validated: try document.uncheckedCustomMeal())
    }
  }

  static let checksOnlyFoodItems = Fault("checksOnlyFoodItems", "checks only food items") { countMe in
    let readFood = countMe.foodItemFromFirestore
    readsWithoutChecking.apply(&countMe)
    countMe.foodItemFromFirestore = readFood
  }

  static let readsTrueAsOne = Fault("readsTrueAsOne", "reads true as 1") {
    $0.readDocuments { document in
      document.changing { value in
        guard case .bool(let flag) = value else { return value }
        return .double(flag ? 1 : 0)
      }
    }
  }

  static let readsIllTypedOptionalsAsNil = Fault(
    "readsIllTypedOptionalsAsNil", "reads an ill-typed optional as nil") {
    $0.readDocuments { document in
      document.changing(FirestoreData.optionalKeys) { $0.number == nil ? nil : $0 }
    }
  }

  static let readsMissingCaloriesAsZero = Fault("readsMissingCaloriesAsZero", "reads missing calories as 0") {
    $0.readDocuments { document in
      let zero: FirestoreData = ["calories": .double(0), "caloriesBurned": .double(0)]
      return document.merging(zero) { written, _ in written }
    }
  }

  static let wrapsLargeIntegers = Fault("wrapsLargeIntegers", "reads an integer by its lowest 16 bits") {
    $0.readDocuments { document in
      document.changing { value in
        guard case .integer(let number) = value else { return value }
        return .integer(Int64(UInt16(truncatingIfNeeded: number)))
      }
    }
  }

  static let skipsWhatIsNoIngredient = Fault(
    "skipsWhatIsNoIngredient", "skips ingredients that it cannot read") { countMe in
    let read = countMe.customMealFromFirestore
    countMe.customMealFromFirestore = { document in
      guard case .array(let elements) = document["ingredients"] else { return try read(document) }
      let readable = elements.filter { element in
        var single = document
        single["ingredients"] = .array([element])
        return (try? read(single)) != nil
      }
      var rest = document
      if !readable.isEmpty { rest["ingredients"] = .array(readable) }
      return try read(rest)
    }
  }

  static let readsMealsWithoutIngredients = Fault(
    "readsMealsWithoutIngredients", "reads a meal without ingredients") { countMe in
    let read = countMe.customMealFromFirestore
    countMe.customMealFromFirestore = { document in
      guard document["ingredients"] == .array([]) else { return try read(document) }
      return CustomMeal(validated: try document.uncheckedCustomMeal())
    }
  }

  static let givesNoReason = Fault("givesNoReason", "does not say which field is wrong") {
    $0.failToRead { _ in SyncError.invalidData(reason: "malformed document") }
  }

  static let throwsAnErrorOfItsOwn = Fault(
    "throwsAnErrorOfItsOwn", "throws an error of its own where a name is no text") {
    $0.readDocuments { document in
      guard let name = document["name"] else { return document }
      guard case .string = name else { throw CastFailure() }
      return document
    }
  }

  static let readsNothing = Fault("readsNothing", "refuses every document") {
    $0.readDocuments { _ in throw SyncError.invalidData(reason: "calories id name date servingsCount") }
  }
}

private struct CastFailure: Error {}
