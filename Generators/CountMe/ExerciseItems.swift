import CountMeReference
import PropertyTesting

extension Generator where Value == ExerciseItem.Fields {
  /// An exercise item within the limits of the specification. Its duration is nil in about one case in five.
  public static var validExerciseItem: Generator {
    Generator { source in
      ExerciseItem.Fields(
        id: try source(.uuid), name: try source(.contentfulText),
        caloriesBurned: try source(.amount(in: SpecifiedLimits.calories)),
        durationMinutes: try source(.optional(.amount(in: SpecifiedLimits.durationMinutes))))
    }
  }
}

extension Generator where Value == NearMiss<ExerciseItem.Fields> {
  /// An exercise item, and edits that break one or more of its three fields.
  public static func exerciseItem(breaking: Breaking) -> Generator {
    .nearMiss(of: .validExerciseItem, breaking: breaking, Constraint.ofExerciseItem)
  }
}

extension Constraint where Fields == ExerciseItem.Fields {
  static var ofExerciseItem: [Constraint] {
    [
      .contentful("name", { $0.name = $1 }, .emptyName(modelType: "ExerciseItem")),
      .within(
        SpecifiedLimits.calories, "caloriesBurned", { $0.caloriesBurned = $1 },
        tooLow: { .negativeCalories(modelType: "ExerciseItem", value: $0) },
        tooHigh: { .caloriesExceedMax(modelType: "ExerciseItem", value: $0, max: $1) }),
      .within(
        SpecifiedLimits.durationMinutes, "durationMinutes", { $0.durationMinutes = $1 },
        tooLow: { .negativeDuration(value: $0) },
        tooHigh: { .durationExceedMax(value: $0, max: $1) }),
    ]
  }
}
