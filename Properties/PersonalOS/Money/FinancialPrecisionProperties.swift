import PersonalOSReference
import PropertyTesting

/// Money: decimal from the first digit to the last.
public enum FinancialPrecisionProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = []
}
