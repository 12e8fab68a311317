import PersonalOSReference
import PropertyTesting

/// Backup and deletion: all of it, or none.
public enum BackupProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = []
}
