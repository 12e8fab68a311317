import PersonalOSReference
import PropertyTesting

/// The social dashboard: says what became of each operation.
public enum SocialFeedbackProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = []
}
