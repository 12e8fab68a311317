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
      duration is absent or 0 to 1,440 minutes, bounds included, and keeps all values exactly as given. \
      With any one of these out of range the app refuses the item.
      """,
    covers: "2.6", of: "ExerciseItem",
    mustCatch: [
      .refusesNoMinutes, .refusesAWholeDay, .refusesUnknownMinutes, .takesUnknownMinutesForNone,
      .limitsMinutesToADayOfHours, .keepsWholeMinutes, .acceptsAnyExercise,
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
  }

  // Feature: robustness-hardening, Property 4: Invalid ExerciseItem construction is rejected
  static let invalidIsRefused = Requirement<CountMeSystem>(
    "CM-04", "Invalid ExerciseItem construction is rejected",
    says: """
      The app refuses an ExerciseItem with a blank name, calories burned outside 0 to 50,000 or a \
      duration outside 0 to 1,440 minutes, NaN included, and accepts every valid one. The \
      ValidationError fits a field that is really wrong, down to the number in it.
      """,
    covers: "2.1", "2.2", "2.3", "2.4", "2.5", of: "ExerciseItem",
    mustCatch: [
      .leavesMinutesUnchecked, .limitsMinutesLikeCalories, .acceptsNaNMinutes,
      .acceptsNegativeCaloriesBurned, .reportsMinutesAsCalories, .describesNoError, .refusesAllExercise,
    ]
  ).holds(
    forAll: .exerciseItem(breaking: .someFields),
    requiring: [
      "blank text": 0.5, "below the range": 0.2, "above the range": 0.2, "NaN": 0.05,
      "infinite": 0.02,
    ]
  ) { exercise, countMe, trial in
    trial.labelBreaches(of: exercise)
    try expectRefusedForItsBreaks(exercise, describedBy: countMe.describe) {
      try countMe.makeExerciseItem($0)
    }
    try expectKept(exercise.valid) { try countMe.makeExerciseItem($0).fields }
  }
}
