import PersonalOSReference
import PropertyTesting

/// View models: made before they are needed, one each, gone when they are not.
public enum ViewModelProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = []
}
