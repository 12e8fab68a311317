import PersonalOSReference
import PropertyTesting

/// Portfolio: every trade counts, in exact arithmetic.
public enum PortfolioProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = []
}
