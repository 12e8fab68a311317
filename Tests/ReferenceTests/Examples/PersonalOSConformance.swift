import PersonalOSProperties
import PersonalOSReference
import PropertyTesting
import StorageContract

/// The properties of the portfolio over your calculator. Throws the report of the first that does not hold.
func checkOwnCalculator(_ positions: @escaping @Sendable ([TradeRecord]) throws -> [Position]) async throws {
  let fixture = Fixture {
    var system = PersonalOSSystem.reference(location: MemoryLocation())
    system.portfolio.calculatePositions = positions
    return system
  }
  for property in PersonalOSCatalogue.all where ["POS-36", "POS-37", "POS-38", "POS-39"].contains(property.id) {
    try await Runner().run(property, on: fixture).requireHeld()
  }
}
