import CountMeGenerators
import CountMeReference
import PropertyTesting

/// What is in range gets in from the cloud, however the document spells it. What must not get in does not get in from
/// there either, and the reason says where it was found.
public enum FirestoreProperties: PropertyGroup {
  public static let all = [outOfRangeIsRefused, validIsRead]

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
    mustCatch: [.letsValidationErrorsOut, .describesInvalidDataWithoutReason, .crashesOnMissingFields]
  ).holds(
    forAll: .document(breaking: .someFields),
    requiring: [
      "FoodItem": 0.02, "ExerciseItem": 0.02, "CustomMeal": 0.05, "DailyLog": 0.05,
      "out of range": 0.4, "integer out of range": 0.04, "NaN or infinite": 0.2, "blank text": 0.3,
      "no ingredients": 0.02, "missing": 0.2, "null": 0.2, "wrong type": 0.5,
      "Bool for a number": 0.3, "an ingredient after the first": 0.01,
    ]
  ) { miss, countMe, trial in
    miss.labelDocument(trial)
    let app = ModelDriver(countMe, miss.valid.model)
    for broken in miss.breaks {
      let reason = try miss.expectRefused(broken, by: app)
      try expectSyncErrorsTold(reason: reason, by: countMe.describeSyncError)
      // Constructor and reader agree.
      if broken.error != nil {
        _ = try expectThrows("construction where \(broken)", ValidationError.self) {
          try app.construct(miss.record(with: [broken]))
        }
      }
    }
    let error = try expectThrows("reading with all breaks", SyncError.self) {
      try app.read(miss.document(with: miss.breaks))
    }
    _ = try expectInvalidData(error, mentioning: miss.breaks.map(\.path.field))
    if let illTyped = miss.breaks.first(where: { $0.error == nil }) {
      try miss.expectReasonsApart(illTyped, by: app)
    }

    try expectKept(miss.valid) { _ in try app.read(miss.document()) }
    try expectKept(miss.valid, by: app.construct)
  }

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
    mustCatch: [.letsValidationErrorsOut, .writesNilAsZero]
  ).holds(
    forAll: .array(of: .document(breaking: .oneField), count: 1...10),
    requiring: [
      "FoodItem": 0.1, "ExerciseItem": 0.1, "CustomMeal": 0.2, "DailyLog": 0.2,
      "whole numbers as integers": 0.4, "nil as null": 0.4, "extra keys": 0.4,
    ]
  ) { misses, countMe, trial in
    try expectDocumentsEqualIfSame(countMe.equalDocuments)
    for miss in misses {
      trial.label(miss.valid.model.rawValue)
      trial.label("whole numbers as integers", if: miss.spelling.usesIntegers)
      trial.label("nil as null", if: miss.spelling.usesNulls)
      trial.label("extra keys", if: !miss.spelling.extras.isEmpty)

      let app = ModelDriver(countMe, miss.valid.model)
      // There and back.
      try expectKept(miss.valid) { try app.read(app.write($0)) }
      // Written by somebody else: plainly, and with integers, nulls and extra keys.
      try expectKept(miss.valid) { try app.read(Spelling.plain.document($0.values)) }
      try expectKept(miss.valid) { _ in try app.read(miss.document()) }
      // The converse: an edit away it is refused.
      for broken in miss.breaks {
        _ = try expectThrows("reading where \(broken)", SyncError.self) {
          try app.read(miss.document(with: [broken]))
        }
      }
    }
  }
}

extension NearMiss {
  /// Fails the case unless the document with this break is refused with a reason that tells where it is and what it is.
  /// - Returns: the reason.
  fileprivate func expectRefused(_ broken: Break, by app: ModelDriver) throws -> String {
    let error = try expectThrows("reading where \(broken)", SyncError.self) {
      try app.read(document(with: [broken]))
    }
    let reason = try expectInvalidData(error, mentioning: [broken.path.field])
    try RefusalText(text: reason).expectTold(broken, of: valid.model)
    return reason
  }

  /// Fails the case unless each value that must not stand in this field is refused for a reason of its own, which ends
  /// with what was found.
  fileprivate func expectReasonsApart(_ broken: Break, by app: ModelDriver) throws {
    let twoApart = try [.bool(false), .map([:])].map {
      RefusalText(text: try expectRefused(broken.with($0), by: app))
    }
    try twoApart[0].expectFindingLast(unlike: twoApart[1])
    var reasons: [String: FirestoreValue?] = [:]
    for value in broken.kind.wrongTypes {
      let reason = try expectRefused(broken.with(value), by: app)
      let known = reasons.updateValue(value, forKey: reason)
      try expect(
        "\(describe(reason)) is the reason for \(describe(value)) alone, not for \(describe(known)) too", known == nil)
    }
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
