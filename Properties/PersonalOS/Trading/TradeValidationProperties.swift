import PersonalOSReference
import PropertyTesting

/// Trades: nobody sells what he does not have.
public enum TradeValidationProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = []
}
