import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

extension MigrationProperties {
  // **Feature: system-architecture-upgrade-p0, Property 7: Environment-based seeding**
  static let samplesStayOutOfProduction = Requirement<PersonalOSSystem>(
    "POS-07", "Environment-based seeding",
    says: """
      The app never writes sample data in production, not even in a debug build. In development and staging, it writes \
      samples only on request, only once, and only into an empty store that no newer app version wrote. The samples \
      are marked as such and readable. They give each screen something to show, and agree with each other.
      """,
    covers: "2.3", of: "EnvironmentManager, SeedService", needs: [.storage],
    mustCatch: [.seedingAsksTheBuild]
  ).holds(
    forAll: .seedHistory,
    requiring: [
      "production": 0.1, "samples appear": 0.1, "launches again after samples": 0.02,
      "the user has data": 0.1, "a debug build for production": 0.01,
      "a new store": 0.03, "a newer app wrote the store": 0.01,
      "the user has only trades that were moved aside": 0.05,
    ]
  ) { history, system, trial in
    trial.label("production", if: history.environment == .production)
    trial.label(
      "a debug build for production", if: history.environment == .production && history.isDebugBuild)
    trial.label("a new store", if: history.versionBefore == 0 && history.before.records.isEmpty)
    trial.label("a newer app wrote the store", if: history.versionBefore > 4)
    trial.label("the user has data", if: !history.before.records.isEmpty)
    let isAside = !history.before.records.isEmpty && history.before.records.allSatisfy { $0.collection == "quarantine" }
    trial.label("the user has only trades that were moved aside", if: isAside)
    var session = try await SeedingDriver(history, system)
    for launch in history.launches {
      trial.label("launches again after samples", if: session.hasSeeded)
      try await session.launch(launch)
    }
    trial.label("samples appear", if: session.hasSeeded)
  }
}

extension Fault<PersonalOSSystem> {
  static let seedingAsksTheBuild = Fault(
    "seedingAsksTheBuild", "asks whether it is a debug build instead of the environment"
  ) { system in
    system.migration.openSeeding = { setup in
      var changed = setup
      changed.environment = setup.isDebugBuild ? .development : .production
      return SeedService(changed)
    }
  }
}
