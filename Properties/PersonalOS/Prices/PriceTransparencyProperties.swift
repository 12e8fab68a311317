import PersonalOSReference
import PropertyTesting

/// Prices: nobody takes a made-up one for real.
public enum PriceTransparencyProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = []
}
