import ArgusMigration
import ArgusProperties
import ArgusReference
import CountMeProperties
import CountMeReference
import PersonalOSProperties
import PersonalOSReference
import PropertyTesting
import QuickVaultProperties
import QuickVaultReference
import StorageConformance
import StorageContract

/// Every property of every system, in the order of their numbers.
public enum Catalogue {
  public static let entries: [CatalogueEntry] = personalOS + countMe + quickVault + argus

  /// The storage laws, which are about a backend itself: `touchstone conformance` runs them.
  public static let laws: [CatalogueEntry] = StorageLaws.all.map { law in
    CatalogueEntry(
      law.property, system: "Storage", weight: law.weight, ownBackend: { LawSelfTest.backend(for: law) }, sharesThreads: true
    ) { law.fixture(over: $0) }
  }

  static let countMe = CountMeCatalogue.all.map { property in
    CatalogueEntry(property, system: "CountMe") { backend in
      fixture(backend, system: { CountMeSystem.reference(location: $0) })
    }
  }

  static let quickVault = QuickVaultCatalogue.all.map { property in
    CatalogueEntry(property, system: "QuickVault") { backend in
      fixture(backend, system: { QuickVaultSystem.reference(location: $0) })
    }
  }

  static let argus = ArgusCatalogue.all.map { property in
    CatalogueEntry(property, system: "Argus") { backend in
      fixture(backend, system: { location in
        var argus = ArgusSystem.reference(location: location)
        argus.parts = .migrating
        return argus
      })
    }
  }

  static let personalOS = PersonalOSCatalogue.all.map { property in
    CatalogueEntry(property, system: "PersonalOS") { backend in
      fixture(backend, system: { PersonalOSSystem.reference(location: $0) })
    }
  }

  /// A store's location for each case, and for worker processes a backend of their own.
  private static func fixture<System>(
    _ backend: any Backend, system: @escaping @Sendable (any StoreLocation) -> System
  ) -> Fixture<System> {
    Fixture(
      name: backend.name, place: { try await backend.makeLocation() },
      system: { system($0) }, cleanUp: { await backend.recycle($0) }
    ).inWorkers {
      let own = try await backend.forWorker()
      return (fixture(own, system: system), { await own.tearDown() })
    }
  }
}
