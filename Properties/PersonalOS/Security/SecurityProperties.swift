import PersonalOSReference
import PropertyTesting

/// Secrets: encrypted, in the keychain, sent to nobody but whom they are for.
public enum SecurityProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = []
}
