import PersonalOSReference
import PropertyTesting

/// Errors: seen, logged, retried, never in the way.
public enum ErrorHandlingProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = []
}
