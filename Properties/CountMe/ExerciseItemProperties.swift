import CountMeGenerators
import CountMeReference
import PropertyTesting

/// The constructor of an exercise item takes what is in range, and says what is not.
public enum ExerciseItemProperties: PropertyGroup {
  public static let all = [validIsKept, invalidIsRefused]

  // Feature: robustness-hardening, Property 3: Valid ExerciseItem construction succeeds
  static let validIsKept = Requirement<CountMeSystem>(
    "CM-03", "Valid ExerciseItem construction succeeds",
    says: """
      The app creates an ExerciseItem if the name is not blank, calories burned are 0 to 50,000 and the \
      duration is absent or 0 to 1,440 minutes, bounds included. It keeps all values exactly as given. \
      If any one value is out of range, the app refuses the item. Two items are equal if and only if \
      all their values are the same.
      """,
    covers: "2.6", of: "ExerciseItem",
    mustCatch: [
      .refusesNoMinutes, .refusesAWholeDay, .refusesUnknownMinutes, .takesUnknownMinutesForNone,
      .limitsMinutesToADayOfHours, .keepsWholeMinutes, .acceptsAnyExercise,
      .comparesExerciseWithoutMinutes,
    ]
  ).holds(
    forAll: .exerciseItem(breaking: .oneField),
    requiring: [
      "an amount is 0": 0.2, "an amount at its upper bound": 0.1, "an amount is nil": 0.02,
      "white at an end of the name": 0.02, "a name of more than 100 scalars": 0.01,
    ]
  ) { exercise, countMe, trial in
    trial.labelEdges(
      name: exercise.valid.name,
      amounts: [exercise.valid.caloriesBurned, exercise.valid.durationMinutes],
      upTo: [50_000, 1_440])
    try expectKept(exercise.valid) { try countMe.makeExerciseItem($0).fields }
    try expectRefused(exercise) { try countMe.makeExerciseItem($0) }
    try expectEqualIfSame(exercise.valid) { countMe.equalExerciseItems(ExerciseItem(validated: $0), ExerciseItem(validated: $1)) }
  }

  // Feature: robustness-hardening, Property 4: Invalid ExerciseItem construction is rejected
  static let invalidIsRefused = Requirement<CountMeSystem>(
    "CM-04", "Invalid ExerciseItem construction is rejected",
    says: """
      The app refuses an ExerciseItem with a blank name, calories burned outside 0 to 50,000 or a \
      duration outside 0 to 1,440 minutes, NaN included, and accepts every valid one. The \
      ValidationError is about a field that is really invalid and carries the right number. Its \
      description names the field.
      """,
    covers: "2.1", "2.2", "2.3", "2.4", "2.5", of: "ExerciseItem",
    mustCatch: [
      .leavesMinutesUnchecked, .limitsMinutesLikeCalories, .acceptsNaNMinutes,
      .acceptsNegativeCaloriesBurned, .reportsMinutesAsCalories, .describesNoError, .callsCaloriesBurnedCalories,
      .refusesAllExercise,
    ]
  ).holds(
    forAll: .exerciseItem(breaking: .someFields),
    requiring: [
      "blank text": 0.5, "below the range": 0.2, "above the range": 0.2, "NaN": 0.05,
      "infinite": 0.02,
    ]
  ) { exercise, countMe, trial in
    trial.labelBreaches(of: exercise)
    try expectRefusedForItsBreaks(exercise, of: "ExerciseItem", describedBy: countMe.describe) {
      try countMe.makeExerciseItem($0)
    }
    try expectKept(exercise.valid) { try countMe.makeExerciseItem($0).fields }
  }
}

// What CM-03 must catch.
extension Fault<CountMeSystem> {
  static let refusesNoMinutes = Fault("refusesNoMinutes", "refuses 0 minutes") {
    $0.makeExerciseItem = refusing($0.makeExerciseItem) { fields in
      guard let minutes = fields.durationMinutes, minutes <= 0 else { return }
      throw ValidationError.negativeDuration(value: minutes)
    }
  }

  static let refusesAWholeDay = Fault("refusesAWholeDay", "refuses 1,440 minutes") {
    $0.makeExerciseItem = refusing($0.makeExerciseItem) { fields in
      guard let minutes = fields.durationMinutes, minutes >= 1_440 else { return }
      throw ValidationError.durationExceedMax(value: minutes, max: 1_440)
    }
  }

  static let refusesUnknownMinutes = Fault("refusesUnknownMinutes", "treats a nil duration as an error") {
    $0.makeExerciseItem = refusing($0.makeExerciseItem) { fields in
      guard fields.durationMinutes != nil else { throw ValidationError.negativeDuration(value: -1) }
    }
  }

  static let takesUnknownMinutesForNone = Fault("takesUnknownMinutesForNone", "keeps a nil duration as 0") {
    $0.makeExerciseItem = keeping($0.makeExerciseItem, ExerciseItem.init(validated:)) { fields in
      fields.durationMinutes = fields.durationMinutes ?? 0
    }
  }

  static let limitsMinutesToADayOfHours = Fault(
    "limitsMinutesToADayOfHours", "limits minutes to 24, as if they were hours") {
    $0.makeExerciseItem = refusing($0.makeExerciseItem) { fields in
      guard let minutes = fields.durationMinutes, minutes > 24 else { return }
      throw ValidationError.durationExceedMax(value: minutes, max: 24)
    }
  }

  static let keepsWholeMinutes = Fault("keepsWholeMinutes", "keeps whole minutes only") {
    $0.makeExerciseItem = keeping($0.makeExerciseItem, ExerciseItem.init(validated:)) { fields in
      fields.durationMinutes = fields.durationMinutes?.rounded()
    }
  }

  static let acceptsAnyExercise = Fault("acceptsAnyExercise", "accepts every exercise item") {
    $0.makeExerciseItem = { ExerciseItem(validated: $0) }
  }
}

// What CM-04 must catch.
extension Fault<CountMeSystem> {
  static let leavesMinutesUnchecked = Fault("leavesMinutesUnchecked", "leaves the duration unchecked") {
    $0.makeExerciseItem = checking($0.makeExerciseItem, ExerciseItem.init(validated:)) { fields in
      fields.durationMinutes = nil
    }
  }

  static let limitsMinutesLikeCalories = Fault(
    "limitsMinutesLikeCalories", "compares the duration with the maximum of calories") {
    $0.makeExerciseItem = checking($0.makeExerciseItem, ExerciseItem.init(validated:)) { fields in
      if let minutes = fields.durationMinutes, minutes > 1_440, minutes <= 50_000 {
        fields.durationMinutes = 1_440
      }
    }
  }

  static let acceptsNaNMinutes = Fault("acceptsNaNMinutes", "lets a NaN duration pass") {
    $0.makeExerciseItem = checking($0.makeExerciseItem, ExerciseItem.init(validated:)) { fields in
      if fields.durationMinutes?.isNaN == true { fields.durationMinutes = nil }
    }
  }

  static let acceptsNegativeCaloriesBurned = Fault(
    "acceptsNegativeCaloriesBurned", "lets negative calories burned pass") {
    $0.makeExerciseItem = checking($0.makeExerciseItem, ExerciseItem.init(validated:)) { fields in
      if fields.caloriesBurned < 0 { fields.caloriesBurned = 0 }
    }
  }

  static let reportsMinutesAsCalories = Fault(
    "reportsMinutesAsCalories", "reports a wrong duration as wrong calories") {
    $0.makeExerciseItem = reporting($0.makeExerciseItem) { error in
      switch error {
      case .negativeDuration(let value): .negativeCalories(modelType: "ExerciseItem", value: value)
      case .durationExceedMax(let value, let max):
        .caloriesExceedMax(modelType: "ExerciseItem", value: value, max: max)
      default: error
      }
    }
  }

  static let refusesAllExercise = Fault("refusesAllExercise", "refuses every exercise item") {
    $0.makeExerciseItem = refusing($0.makeExerciseItem) { _ in
      throw ValidationError.emptyName(modelType: "ExerciseItem")
    }
  }
}
