import CountMeGenerators
import CountMeReference
import PropertyTesting

/// What is in range gets in from the cloud, however the document spells it.
public enum FirestoreAcceptanceProperties: PropertyGroup {
  public static let all = [validIsRead]

  // Feature: robustness-hardening, Property 12: Deserialization accepts valid Firestore data
  static let validIsRead = Requirement<CountMeSystem>(
    "CM-12", "Deserialization accepts valid Firestore data",
    says: """
      The app reads every valid Firestore document, with numbers as integers or doubles, optional fields \
      absent or null, and unknown keys present. A model written and read back has exactly the same \
      values. With any one field invalid, reading throws.
      """,
    covers: "6.8", of: "fromFirestoreData, toFirestoreData",
    mustCatch: [
      .readsNoIntegers, .readsIntegerMacrosAsNil, .refusesDocumentsAtTheirBounds, .refusesExtraKeys,
      .dropsAGoalOfZero, .refusesNulls, .writesNilAsZero, .trimsNamesRead, .writesWholeSeconds,
      .reversesIngredientsRead, .readsWithoutChecking,
    ]
  ).holds(
    forAll: .array(of: .document(breaking: .oneField), count: 1...10),
    requiring: [
      "FoodItem": 0.1, "ExerciseItem": 0.1, "CustomMeal": 0.2, "DailyLog": 0.2,
      "whole numbers as integers": 0.4, "nil as null": 0.4, "extra keys": 0.4,
    ]
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
