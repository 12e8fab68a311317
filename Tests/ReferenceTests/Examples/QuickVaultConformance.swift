import PropertyTesting
import QuickVaultProperties
import QuickVaultReference
import StorageContract

/// The properties of cards over your service. Throws the report of the first that does not hold.
func checkOwnCards(_ make: @escaping @Sendable (CardSetup) -> any CardService) async throws {
  let fixture = Fixture {
    var system = QuickVaultSystem.reference(location: MemoryLocation())
    system.parts.makeCards = make
    return system
  }
  for property in QuickVaultCatalogue.all where ["QV-01", "QV-02"].contains(property.id) {
    try await Runner().run(property, on: fixture).requireHeld()
  }
}
