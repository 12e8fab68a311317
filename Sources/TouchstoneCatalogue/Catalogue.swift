import CountMeProperties
import CountMeReference
import PropertyTesting
import StorageContract

/// Every property of every system, in the order of their numbers.
public enum Catalogue {
  public static let entries: [CatalogueEntry] = countMe

  static let countMe = CountMeCatalogue.all.map { property in
    CatalogueEntry(property, system: "CountMe") { backend in
      Fixture(
        name: backend.name, place: { try await backend.makeLocation() },
        system: { CountMeSystem.reference(location: $0) },
        cleanUp: { await backend.recycle($0) })
    }
  }
}
