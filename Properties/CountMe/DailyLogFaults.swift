import CountMeReference
import Foundation
import PropertyTesting

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
