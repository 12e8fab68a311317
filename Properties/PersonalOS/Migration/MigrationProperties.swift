import PersonalOSReference
import PropertyTesting

/// Migration: nothing lost on the way, nothing changed when it fails.
public enum MigrationProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = []
}
