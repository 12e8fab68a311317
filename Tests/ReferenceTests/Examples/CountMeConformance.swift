import CountMeProperties
import CountMeReference
import PropertyTesting
import StorageContract

/// The properties of food items over your constructor. Throws the report of the first that does not hold.
func checkOwnFoodItem(_ make: @escaping @Sendable (FoodItem.Fields) throws -> FoodItem) async throws {
  let fixture = Fixture {
    var system = CountMeSystem.reference(location: MemoryLocation())
    system.makeFoodItem = make
    return system
  }
  for property in CountMeCatalogue.all where ["CM-01", "CM-02"].contains(property.id) {
    try await Runner().run(property, on: fixture).requireHeld()
  }
}
