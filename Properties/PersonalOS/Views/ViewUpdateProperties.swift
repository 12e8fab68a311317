import PersonalOSReference
import PropertyTesting

/// Views: what they show is what is the case.
public enum ViewUpdateProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = []
}
