import CountMeGenerators
import CountMeReference
import PropertyTesting

/// The constructor of a log takes any date, and a goal in range or none.
public enum DailyLogProperties: PropertyGroup {
  public static let all = [validIsKept, invalidIsRefused]

  // Feature: robustness-hardening, Property 9: Valid DailyLog construction succeeds
  static let validIsKept = Requirement<CountMeSystem>(
    "CM-09", "Valid DailyLog construction succeeds",
    says: """
      The app creates a DailyLog for any date, with no goal or one of 0 to 50,000, bounds included, and \
      refuses any other goal. The log keeps the date with fractions of a second, and an absent goal \
      stays absent.
      """,
    covers: "5.3", "5.4", of: "DailyLog",
    mustCatch: [
      .refusesAGoalOfZero, .refusesTheHighestGoal, .defaultsTheGoal, .keepsOnlyTheDay, .keepsWholeSeconds,
      .refusesDatesBefore1970, .acceptsAnyGoal,
    ]
  ).holds(
    forAll: .dailyLog,
    requiring: [
      "no goal": 0.02, "a goal of 0": 0.02, "the highest goal": 0.01,
      "a fraction of a second": 0.1, "before 1970": 0.1,
    ]
  ) { log, countMe, trial in
    let seconds = log.valid.date.timeIntervalSince1970
    trial.label("no goal", if: log.valid.dailyGoal == nil)
    trial.label("a goal of 0", if: log.valid.dailyGoal == 0)
    trial.label("the highest goal", if: log.valid.dailyGoal == 50_000)
    trial.label("a fraction of a second", if: seconds != seconds.rounded())
    trial.label("before 1970", if: seconds < 0)
    try expectKept(log.valid) { try countMe.makeDailyLog($0).fields }
    try expectRefused(log) { try countMe.makeDailyLog($0) }
  }

  // Feature: robustness-hardening, Property 10: Invalid DailyLog construction is rejected
  static let invalidIsRefused = Requirement<CountMeSystem>(
    "CM-10", "Invalid DailyLog construction is rejected",
    says: """
      The app refuses a DailyLog whose goal is negative or NaN with negativeGoal, and one whose goal \
      exceeds 50,000 with goalExceedMax, each with the value. The app accepts every log with a valid \
      goal or none.
      """,
    covers: "5.1", "5.2", of: "DailyLog",
    mustCatch: [
      .acceptsNegativeGoals, .acceptsGoalsWithoutLimit, .acceptsNaNGoals, .limitsGoalsLikeMacros,
      .reportsEveryGoalAsNegative, .describesNoError, .refusesAllLogs,
    ]
  ).holds(
    forAll: .dailyLog,
    requiring: [
      "below the range": 0.05, "above the range": 0.05, "NaN": 0.01, "infinite": 0.01,
    ]
  ) { log, countMe, trial in
    trial.labelBreaches(of: log)
    try expectRefusedForItsBreaks(log, describedBy: countMe.describe) {
      try countMe.makeDailyLog($0)
    }
    try expectKept(log.valid) { try countMe.makeDailyLog($0).fields }
  }
}
