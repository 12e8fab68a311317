import PersonalOSReference
import PropertyTesting

/// State management: Observation, and nothing that came before it.
public enum ObservationProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = []
}
