import CountMeGenerators
import CountMeReference
import PropertyTesting

/// What must not get in does not get in from the cloud either, and the reason says where it was found.
public enum FirestoreRejectionProperties: PropertyGroup {
  public static let all = [outOfRangeIsRefused]

  // Feature: robustness-hardening, Property 11: Deserialization rejects out-of-range Firestore data
  static let outOfRangeIsRefused = Requirement<CountMeSystem>(
    "CM-11", "Deserialization rejects out-of-range Firestore data",
    says: """
      If a food, exercise, meal or log document from Firestore has a number out of range, a blank text, \
      no ingredients, no value for a required field, or a field of the wrong type, the app throws \
      SyncError.invalidData. The error names model, path, field, the allowed values and the value \
      found. Nested ingredients obey the same rules. The app reads every valid document.
      """,
    covers: "6.1", "6.2", "6.3", "6.4", "6.5", "6.6", "6.7",
    of: "fromFirestoreData of FoodItem, ExerciseItem, CustomMeal (nested Ingredient), DailyLog",
    mustCatch: [
      .readsWithoutChecking, .letsValidationErrorsOut, .checksOnlyTheFirstIngredient, .checksOnlyFoodItems,
      .readsTrueAsOne, .readsIllTypedOptionalsAsNil, .readsMissingCaloriesAsZero, .skipsWhatIsNoIngredient,
      .readsMealsWithoutIngredients, .givesNoReason, .wrapsLargeIntegers, .throwsAnErrorOfItsOwn,
      .readsNothing, .givesReasonsWithoutModel, .givesReasonsWithoutPath, .takesAllBoolsForAlike,
      .givesReasonsWithoutFinding, .describesInvalidDataWithoutReason, .crashesOnMissingFields,
    ]
  ).holds(
    forAll: .document(breaking: .someFields),
    requiring: [
      "FoodItem": 0.02, "ExerciseItem": 0.02, "CustomMeal": 0.05, "DailyLog": 0.05,
      "out of range": 0.4, "integer out of range": 0.04, "NaN or infinite": 0.2, "blank text": 0.3,
      "no ingredients": 0.02, "missing": 0.2, "null": 0.2, "wrong type": 0.5,
      "Bool for a number": 0.3, "an ingredient after the first": 0.01,
    ]
  ) { sample, countMe, trial in
    let kind = sample.record.kind
    trial.label(kind.rawValue)
    for broken in sample.breaks { trial.label(broken.breach.rawValue) }
    trial.label("an ingredient after the first", if: sample.breaks.contains { ($0.path.ingredient ?? 0) > 0 })

    for broken in sample.breaks {
      let error = try expectThrows("reading where \(broken)", SyncError.self) {
        try countMe.read(sample.document(broken), as: kind)
      }
      let reason = try expectInvalidData(error, mentioning: [broken.path.field])
      try broken.expectTold(in: reason, of: kind)
      try expectSyncErrorsTold(reason: reason, by: countMe.describeSyncError)
      if let record = broken.record {
        _ = try expectThrows("construction where \(broken)", ValidationError.self) {
          try countMe.construct(record)
        }
      }
    }
    let error = try expectThrows("reading with all breaks", SyncError.self) {
      try countMe.read(sample.brokenTogether, as: kind)
    }
    _ = try expectInvalidData(error, mentioning: sample.breaks.map(\.path.field))
    if let illTyped = sample.breaks.first(where: { !$0.alsoWrong.isEmpty }) {
      try expectReasonsApart(sample, illTyped) { try countMe.read($0, as: kind) }
    }

    try expectKept(sample.record) { _ in try countMe.read(sample.document, as: kind) }
    try expectKept(sample.record) { try countMe.construct($0) }
  }
}

/// Fails the case unless `error` is about invalid data and its reason mentions one of `fields`.
/// - Returns: the reason.
private func expectInvalidData(_ error: SyncError, mentioning fields: [String]) throws -> String {
  guard case .invalidData(let reason) = error else {
    try expect("\(describe(error)) says that the data is invalid", false)
    return ""
  }
  try expect(
    "the reason \(describe(reason)) mentions \(fields.joined(separator: " or "))",
    fields.contains { RefusalText(text: reason).mentions($0) })
  return reason
}

/// Fails the case unless each value that must not stand in this field is refused for a reason of its own, which ends
/// with what was found.
private func expectReasonsApart(
  _ sample: NearMissDocument, _ broken: DocumentBreak, _ read: (FirestoreData) throws -> CloudRecord
) throws {
  var reasons: [String: FirestoreValue?] = [:]
  var reasonOfMap: String?
  for value in broken.alsoWrong {
    let other = broken.with(value)
    let error = try expectThrows("reading where \(other)", SyncError.self) { try read(sample.document(other)) }
    let reason = try expectInvalidData(error, mentioning: [broken.path.field])
    try other.expectTold(in: reason, of: sample.record.kind)
    if case .map? = value { reasonOfMap = reason }
    if case .bool? = value, let reasonOfMap {
      try RefusalText(text: reason).expectFindingLast(unlike: RefusalText(text: reasonOfMap))
    }
    let known = reasons.updateValue(value, forKey: reason)
    try expect("\(describe(reason)) is the reason for \(describe(value)) alone, not for \(describe(known)) too", known == nil)
  }
}

// What CM-11 must catch; and see ForcedTryFault.swift.
extension Fault<CountMeSystem> {
  static let readsWithoutChecking = Fault(
    "readsWithoutChecking", "builds models with init(validated:), without a check") {
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
    "throwsAnErrorOfItsOwn", "throws an error of its own if a name is no text") {
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
