import CountMeGenerators
import CountMeReference
import PropertyTesting

/// What is in range gets in from the cloud, however the document spells it.
public enum FirestoreAcceptanceProperties: PropertyGroup {
  public static let all = [validIsRead]

  // Feature: robustness-hardening, Property 12: Deserialization accepts valid Firestore data
  static let validIsRead = Property<CountMeSystem>(
    "CM-12", "Deserialization accepts valid Firestore data",
    covers: "6.8", of: "fromFirestoreData, toFirestoreData",
    forAll: .array(of: .document(breaking: .oneField), count: 1...10),
    requiring: [
      "FoodItem": 0.1, "ExerciseItem": 0.1, "CustomMeal": 0.2, "DailyLog": 0.2,
      "whole numbers as integers": 0.4, "nil as null": 0.4, "extra keys": 0.4,
    ],
    mustCatch: .readsNoIntegers, .readsIntegerMacrosAsNil, .refusesDocumentsAtTheirBounds,
    .refusesExtraKeys, .dropsAGoalOfZero, .refusesNulls, .writesNilAsZero, .trimsNamesRead,
    .writesWholeSeconds, .reversesIngredientsRead, .readsWithoutChecking
  ) { samples, countMe, trial in
    for sample in samples {
      let kind = sample.record.kind
      trial.label(kind.rawValue)
      trial.label("whole numbers as integers", if: sample.spelling.usesIntegers)
      trial.label("nil as null", if: sample.spelling.usesNulls)
      trial.label("extra keys", if: !sample.spelling.extras.isEmpty)

      // There and back.
      try expectKept(sample.record) { try countMe.read(countMe.write($0), as: kind) }
      // Written by somebody else: plainly, and with integers, nulls and extra keys.
      try expectKept(sample.record) { try countMe.read($0.document(.plain), as: kind) }
      try expectKept(sample.record) { _ in try countMe.read(sample.document, as: kind) }
      // The converse: an edit away it is refused.
      for broken in sample.breaks {
        _ = try expectThrows("reading where \(broken)", SyncError.self) {
          try countMe.read(sample.document(broken), as: kind)
        }
      }
    }
  }
}
