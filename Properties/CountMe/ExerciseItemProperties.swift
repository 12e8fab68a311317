import CountMeGenerators
import CountMeReference
import PropertyTesting

/// The constructor of an exercise item takes what is in range, and says what is not.
public enum ExerciseItemProperties: PropertyGroup {
  public static let all = [validIsKept, invalidIsRefused]

  // Feature: robustness-hardening, Property 3: Valid ExerciseItem construction succeeds
  static let validIsKept = Property<CountMeSystem>(
    "CM-03", "Valid ExerciseItem construction succeeds",
    covers: "2.6", of: "ExerciseItem",
    forAll: .exerciseItem(breaking: .oneField),
    requiring: [
      "an amount is 0": 0.2, "an amount at its upper bound": 0.1, "an amount is nil": 0.02,
      "white at an end of the name": 0.02, "a name of more than 100 scalars": 0.01,
    ],
    mustCatch: .refusesNoMinutes, .refusesAWholeDay, .refusesUnknownMinutes, .takesUnknownMinutesForNone,
    .limitsMinutesToADayOfHours, .keepsWholeMinutes, .acceptsAnyExercise
  ) { exercise, countMe, trial in
    trial.labelEdges(
      name: exercise.valid.name,
      amounts: [exercise.valid.caloriesBurned, exercise.valid.durationMinutes],
      upTo: [50_000, 1_440])
    try expectKept(exercise.valid) { try countMe.makeExerciseItem($0).fields }
    try expectRefused(exercise) { try countMe.makeExerciseItem($0) }
  }

  // Feature: robustness-hardening, Property 4: Invalid ExerciseItem construction is rejected
  static let invalidIsRefused = Property<CountMeSystem>(
    "CM-04", "Invalid ExerciseItem construction is rejected",
    covers: "2.1", "2.2", "2.3", "2.4", "2.5", of: "ExerciseItem",
    forAll: .exerciseItem(breaking: .someFields),
    requiring: [
      "blank text": 0.5, "below the range": 0.2, "above the range": 0.2, "NaN": 0.05,
      "infinite": 0.02,
    ],
    mustCatch: .leavesMinutesUnchecked, .limitsMinutesLikeCalories, .acceptsNaNMinutes,
    .acceptsNegativeCaloriesBurned, .reportsMinutesAsCalories, .describesNoError, .refusesAllExercise
  ) { exercise, countMe, trial in
    trial.labelBreaches(of: exercise)
    try expectRefusedForItsBreaks(exercise, describedBy: countMe.describe) {
      try countMe.makeExerciseItem($0)
    }
    try expectKept(exercise.valid) { try countMe.makeExerciseItem($0).fields }
  }
}
