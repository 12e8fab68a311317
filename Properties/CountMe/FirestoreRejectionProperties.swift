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
      Reading a food, exercise, meal or log document from Firestore throws SyncError.invalidData naming \
      the field if a number is out of range, a text is blank, the ingredients are empty, a required \
      field is missing, or any field has the wrong type. Each nested ingredient obeys the same rules; \
      valid documents pass.
      """,
    covers: "6.1", "6.2", "6.3", "6.4", "6.5", "6.6", "6.7",
    of: "fromFirestoreData of FoodItem, ExerciseItem, CustomMeal (nested Ingredient), DailyLog",
    mustCatch: [
      .readsWithoutChecking, .letsValidationErrorsOut, .checksOnlyTheFirstIngredient, .checksOnlyFoodItems,
      .readsTrueAsOne, .readsIllTypedOptionalsAsNil, .readsMissingCaloriesAsZero, .skipsWhatIsNoIngredient,
      .readsMealsWithoutIngredients, .givesNoReason, .wrapsLargeIntegers, .throwsAnErrorOfItsOwn,
      .readsNothing, .crashesOnMissingFields,
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
      try expectInvalidData(error, mentioning: [broken.path.field])
      if let record = broken.record {
        _ = try expectThrows("construction where \(broken)", ValidationError.self) {
          try countMe.construct(record)
        }
      }
    }
    let error = try expectThrows("reading with all breaks", SyncError.self) {
      try countMe.read(sample.brokenTogether, as: kind)
    }
    try expectInvalidData(error, mentioning: sample.breaks.map(\.path.field))

    try expectKept(sample.record) { _ in try countMe.read(sample.document, as: kind) }
    try expectKept(sample.record) { try countMe.construct($0) }
  }
}

/// Fails the case unless `error` is about invalid data and its reason mentions one of `fields`.
private func expectInvalidData(_ error: SyncError, mentioning fields: [String]) throws {
  guard case .invalidData(let reason) = error else {
    return try expect("“\(error)” says that the data is invalid", false)
  }
  try expect(
    "the reason “\(reason)” mentions \(fields.joined(separator: " or "))",
    fields.contains { reason.contains($0) })
}
