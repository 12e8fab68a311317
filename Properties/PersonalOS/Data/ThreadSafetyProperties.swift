import PersonalOSReference
import PropertyTesting

/// Data access: through the data actor, one transaction at a time.
public enum ThreadSafetyProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = []
}
