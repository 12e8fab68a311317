import CountMeGenerators
import CountMeReference
import Foundation
import PropertyTesting

/// What is in range gets in from the cloud, however the document spells it.
public enum FirestoreAcceptanceProperties: PropertyGroup {
  public static let all = [validIsRead]

  // Feature: robustness-hardening, Property 12: Deserialization accepts valid Firestore data
  static let validIsRead = Requirement<CountMeSystem>(
    "CM-12", "Deserialization accepts valid Firestore data",
    says: """
      The app reads every valid Firestore document: numbers may be integers or doubles, optional fields \
      absent or null, and unknown keys present. A model that is written and read back has exactly the \
      same values. Two documents are equal only if all their values are equal. If any one field is \
      invalid, reading throws.
      """,
    covers: "6.8", of: "fromFirestoreData, toFirestoreData",
    mustCatch: [
      .readsNoIntegers, .readsIntegerMacrosAsNil, .refusesDocumentsAtTheirBounds, .refusesExtraKeys,
      .dropsAGoalOfZero, .refusesNulls, .writesNilAsZero, .trimsNamesRead, .writesWholeSeconds,
      .reversesIngredientsRead, .readsWithoutChecking, .comparesWholeNumbersAlike,
    ]
  ).holds(
    forAll: .array(of: .document(breaking: .oneField), count: 1...10),
    requiring: [
      "FoodItem": 0.1, "ExerciseItem": 0.1, "CustomMeal": 0.2, "DailyLog": 0.2,
      "whole numbers as integers": 0.4, "nil as null": 0.4, "extra keys": 0.4,
    ]
  ) { samples, countMe, trial in
    try expectDocumentsEqualIfSame(countMe.equalDocuments)
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

// What CM-12 must catch.
extension Fault<CountMeSystem> {
  static let readsNoIntegers = Fault("readsNoIntegers", "takes numbers by `as? Double`, which refuses integers") {
    $0.readDocuments { document in
      document.changing { value in
        guard case .integer = value else { return value }
        return .string("no Double")
      }
    }
  }

  static let readsIntegerMacrosAsNil = Fault("readsIntegerMacrosAsNil", "reads an optional integer as nil") {
    $0.readDocuments { document in
      document.changing(FirestoreData.optionalKeys) { value in
        guard case .integer = value else { return value }
        return nil
      }
    }
  }

  static let refusesDocumentsAtTheirBounds = Fault(
    "refusesDocumentsAtTheirBounds", "takes the upper bound of calories as exclusive") {
    $0.readDocuments { document in
      document.changing(["calories", "caloriesBurned"]) { $0.number == 50_000 ? .double(50_001) : $0 }
    }
  }

  static let refusesExtraKeys = Fault("refusesExtraKeys", "refuses a key that it does not know") {
    $0.readDocuments { document in
      let known = FirestoreData.numberKeys + ["id", "name", "unit", "ingredients", "date"]
      guard let extra = document.keys.sorted().first(where: { !known.contains($0) }) else {
        return document
      }
      throw SyncError.invalidData(reason: "unknown key \(extra)")
    }
  }

  static let dropsAGoalOfZero = Fault("dropsAGoalOfZero", "reads a goal of 0 as nil") {
    $0.readDocuments { document in
      document.changing(["dailyGoal"]) { $0.number == 0 ? nil : $0 }
    }
  }

  static let refusesNulls = Fault("refusesNulls", "refuses null for an optional number") {
    $0.readDocuments { document in
      document.changing(FirestoreData.optionalKeys) { $0 == .null ? .string("null") : $0 }
    }
  }

  static let trimsNamesRead = Fault("trimsNamesRead", "trims the name that it reads") {
    $0.readDocuments { document in
      document.changing(["name"]) { value in
        guard case .string(let name) = value else { return value }
        return .string(name.trimmingCharacters(in: .whitespacesAndNewlines))
      }
    }
  }

  static let reversesIngredientsRead = Fault("reversesIngredientsRead", "reads ingredients in reverse") {
    $0.readDocuments { document in
      document.changing(["ingredients"]) { value in
        guard case .array(let elements) = value else { return value }
        return .array(elements.reversed())
      }
    }
  }

  static let writesNilAsZero = Fault("writesNilAsZero", "writes a nil macro as 0") { countMe in
    let write = countMe.foodItemToFirestore
    countMe.foodItemToFirestore = { item in
      write(item).merging(["fats": .double(0)]) { written, _ in written }
    }
  }

  static let writesWholeSeconds = Fault(
    "writesWholeSeconds", "writes a date without the fraction of a second") { countMe in
    let write = countMe.dailyLogToFirestore
    countMe.dailyLogToFirestore = { log in
      write(log).changing(["date"]) { value in
        guard case .timestamp(let date) = value else { return value }
        let seconds = date.timeIntervalSinceReferenceDate.rounded(.down)
        return .timestamp(Date(timeIntervalSinceReferenceDate: seconds))
      }
    }
  }
}
