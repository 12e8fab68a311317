import CountMeReference
import PropertyTesting

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
