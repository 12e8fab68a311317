import PersonalOSReference
import PropertyTesting

/// Remote configuration: what was fetched, and nothing else, is in force.
public enum ConfigurationProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = []
}
