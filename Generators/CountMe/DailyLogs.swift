import CountMeReference
import Foundation
import PropertyTesting

extension Generator where Value == DailyLog.Fields {
  /// A log of any date. The goal is within its limits, or nil in about one case in five.
  public static var validDailyLog: Generator {
    Generator { source in
      DailyLog.Fields(
        id: try source(.uuid), date: try source(.anyDate),
        dailyGoal: try source(.optional(.amount(in: SpecifiedLimits.dailyGoal))))
    }
  }
}

extension Generator where Value == Date {
  /// Dates of the years 1 to 4001, most of them with a fraction of a second. The distant past and the distant future
  /// are frequent.
  static var anyDate: Generator {
    .frequency((3, .date()), (1, .element(of: [.distantPast, .distantFuture])))
  }
}

extension Generator where Value == NearMiss<DailyLog.Fields> {
  /// A log, and an edit that breaks its goal.
  public static var dailyLog: Generator {
    .nearMiss(of: .validDailyLog, breaking: .oneField, Constraint.ofDailyLog)
  }
}

extension Constraint where Fields == DailyLog.Fields {
  static var ofDailyLog: [Constraint] {
    [
      .within(
        SpecifiedLimits.dailyGoal, "dailyGoal", { $0.dailyGoal = $1 },
        tooLow: { .negativeGoal(value: $0) }, tooHigh: { .goalExceedMax(value: $0, max: $1) })
    ]
  }
}
