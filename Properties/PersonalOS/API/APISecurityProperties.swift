import PersonalOSReference
import PropertyTesting

/// The news proxy: no key leaves, no storm arrives.
public enum APISecurityProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = []
}
