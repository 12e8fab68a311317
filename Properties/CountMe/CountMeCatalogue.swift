import CountMeReference
import PropertyTesting

/// CM-01 to CM-14, in the order of their numbers.
public enum CountMeCatalogue {
  public static let all: [Property<CountMeSystem>] =
    FoodItemProperties.all + ExerciseItemProperties.all + IngredientProperties.all
    + CustomMealProperties.all + DailyLogProperties.all + FirestoreRejectionProperties.all
    + FirestoreAcceptanceProperties.all + SyncProperties.all
}
