import CountMeGenerators
import CountMeReference
import Foundation
import PropertyTesting

/// The constructor of a log takes any date, and a goal in range or none.
public enum DailyLogProperties: PropertyGroup {
  public static let all = [validIsKept, invalidIsRefused]

  // Feature: robustness-hardening, Property 9: Valid DailyLog construction succeeds
  static let validIsKept = Requirement<CountMeSystem>(
    "CM-09", "Valid DailyLog construction succeeds",
    says: """
      The app creates a DailyLog for any date, with no goal or a goal of 0 to 50,000, bounds included, \
      and refuses any other goal. The log keeps the date with fractions of a second. An absent goal \
      stays absent. Two logs are equal if and only if all their values are the same.
      """,
    covers: "5.3", "5.4", of: "DailyLog",
    mustCatch: [
      .refusesAGoalOfZero, .refusesTheHighestGoal, .defaultsTheGoal, .keepsOnlyTheDay, .keepsWholeSeconds,
      .refusesDatesBefore1970, .acceptsAnyGoal, .comparesLogsByTheSecond,
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
    try expectEqualIfSame(log.valid) { countMe.equalDailyLogs(DailyLog(validated: $0), DailyLog(validated: $1)) }
  }

  // Feature: robustness-hardening, Property 10: Invalid DailyLog construction is rejected
  static let invalidIsRefused = Requirement<CountMeSystem>(
    "CM-10", "Invalid DailyLog construction is rejected",
    says: """
      If the goal of a DailyLog is negative or NaN, the app refuses the log with negativeGoal. If \
      the goal exceeds 50,000, the app refuses the log with goalExceedMax. Both errors carry the \
      goal. The app accepts every log with a valid goal or without a goal.
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
    try expectRefusedForItsBreaks(log, of: "DailyLog", describedBy: countMe.describe) {
      try countMe.makeDailyLog($0)
    }
    try expectKept(log.valid) { try countMe.makeDailyLog($0).fields }
  }
}

// What CM-09 must catch.
extension Fault<CountMeSystem> {
  static let refusesAGoalOfZero = Fault("refusesAGoalOfZero", "refuses a goal of 0") {
    $0.makeDailyLog = refusing($0.makeDailyLog) { fields in
      guard let goal = fields.dailyGoal, goal <= 0 else { return }
      throw ValidationError.negativeGoal(value: goal)
    }
  }

  static let refusesTheHighestGoal = Fault(
    "refusesTheHighestGoal", "takes the upper bound of the goal as exclusive") {
    $0.makeDailyLog = refusing($0.makeDailyLog) { fields in
      guard let goal = fields.dailyGoal, goal >= 50_000 else { return }
      throw ValidationError.goalExceedMax(value: goal, max: 50_000)
    }
  }

  static let defaultsTheGoal = Fault("defaultsTheGoal", "keeps a nil goal as 2,000") {
    $0.makeDailyLog = keeping($0.makeDailyLog, DailyLog.init(validated:)) { fields in
      fields.dailyGoal = fields.dailyGoal ?? 2_000
    }
  }

  static let keepsOnlyTheDay = Fault("keepsOnlyTheDay", "sets the date to midnight") {
    $0.makeDailyLog = keeping($0.makeDailyLog, DailyLog.init(validated:)) { fields in
      let days = (fields.date.timeIntervalSince1970 / 86_400).rounded(.down)
      fields.date = Date(timeIntervalSince1970: days * 86_400)
    }
  }

  static let keepsWholeSeconds = Fault("keepsWholeSeconds", "drops the fraction of a second") {
    $0.makeDailyLog = keeping($0.makeDailyLog, DailyLog.init(validated:)) { fields in
      let seconds = fields.date.timeIntervalSinceReferenceDate
      fields.date = Date(timeIntervalSinceReferenceDate: seconds.rounded(.down))
    }
  }

  static let refusesDatesBefore1970 = Fault("refusesDatesBefore1970", "refuses dates before 1970") {
    $0.makeDailyLog = refusing($0.makeDailyLog) { fields in
      let seconds = fields.date.timeIntervalSince1970
      guard seconds >= 0 else { throw ValidationError.negativeDuration(value: seconds) }
    }
  }

  static let acceptsAnyGoal = Fault("acceptsAnyGoal", "accepts every goal") {
    $0.makeDailyLog = { DailyLog(validated: $0) }
  }
}

// What CM-10 must catch.
extension Fault<CountMeSystem> {
  static let acceptsNegativeGoals = Fault("acceptsNegativeGoals", "checks only the upper bound of the goal") {
    $0.makeDailyLog = checking($0.makeDailyLog, DailyLog.init(validated:)) { fields in
      if let goal = fields.dailyGoal, goal < 0 { fields.dailyGoal = 0 }
    }
  }

  static let acceptsGoalsWithoutLimit = Fault("acceptsGoalsWithoutLimit", "checks only the lower bound of the goal") {
    $0.makeDailyLog = checking($0.makeDailyLog, DailyLog.init(validated:)) { fields in
      if let goal = fields.dailyGoal, goal > 50_000 { fields.dailyGoal = 50_000 }
    }
  }

  static let acceptsNaNGoals = Fault("acceptsNaNGoals", "lets a NaN goal pass") {
    $0.makeDailyLog = checking($0.makeDailyLog, DailyLog.init(validated:)) { fields in
      if fields.dailyGoal?.isNaN == true { fields.dailyGoal = nil }
    }
  }

  static let limitsGoalsLikeMacros = Fault("limitsGoalsLikeMacros", "limits goals to the bound of the macros") {
    $0.makeDailyLog = refusing($0.makeDailyLog) { fields in
      guard let goal = fields.dailyGoal, goal > 10_000 else { return }
      throw ValidationError.goalExceedMax(value: goal, max: 10_000)
    }
  }

  static let reportsEveryGoalAsNegative = Fault(
    "reportsEveryGoalAsNegative", "reports a goal above the maximum as negative") {
    $0.makeDailyLog = reporting($0.makeDailyLog) { error in
      guard case .goalExceedMax(let value, _) = error else { return error }
      return .negativeGoal(value: value)
    }
  }

  static let refusesAllLogs = Fault("refusesAllLogs", "refuses every log") {
    $0.makeDailyLog = refusing($0.makeDailyLog) { _ in throw ValidationError.negativeGoal(value: -1) }
  }
}
