import PersonalOSReference
import PropertyTesting

/// News: every item says where it comes from.
public enum NewsSourceProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = []
}
