import PersonalOSReference
import PropertyTesting

/// Tasks of views: gone with them, and without late effects.
public enum NetworkLifeCycleProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = []
}
