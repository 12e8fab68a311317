import ArgusProperties
import ArgusReference
import PropertyTesting
import StorageContract

/// The properties of requests over your coordinator. Throws the report of the first that does not hold.
func checkOwnCoordinator(_ make: @escaping @Sendable (CoordinatorSetup) -> any CloudRequestCoordinating) async throws {
  let fixture = Fixture {
    var system = ArgusSystem.reference(location: MemoryLocation())
    system.parts.makeCoordinator = make
    return system
  }
  for property in ArgusCatalogue.all where ["ARG-11", "ARG-12"].contains(property.id) {
    try await Runner().run(property, on: fixture).requireHeld()
  }
}
