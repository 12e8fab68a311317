import PersonalOSReference
import PropertyTesting

/// The focus timer: right to the second, through pauses, kills and jumps of the clock.
public enum FocusTimerProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = []
}
