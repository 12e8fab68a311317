import PersonalOSReference
import PropertyTesting

/// GitHub sync: takes what is new there, loses nothing from here.
public enum GitHubSyncProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = []
}
