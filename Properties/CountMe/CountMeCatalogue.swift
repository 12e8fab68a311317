import CountMeReference
import PropertyTesting

/// CM-01 to CM-14, in the order of their numbers, and the properties of the whole app.
public enum CountMeCatalogue {
  /// Each property once, in the order of the identifiers.
  public static let all: [Property<CountMeSystem>] =
    ModelProperties.all + FirestoreProperties.all + SyncProperties.all + AppProperties.all
}
