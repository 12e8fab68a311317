import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract
import StorageFaults

// Faults of POS-03. More are in Properties/PersonalOS-Configuration.edits.
extension Fault<PersonalOSSystem> {
  static let configurationFallsBackToStaging = Fault(
    "configurationFallsBackToStaging", "falls back to staging in production") { system in
    let open = system.configuration.openEnvironment
    system.configuration.openEnvironment = { environment, baseURLs in
      var changed = baseURLs
      if environment == .production {
        changed[.production, default: [:]].merge(baseURLs[.staging] ?? [:]) { own, _ in own }
      }
      return open(environment, changed)
    }
  }

  static let configurationDebugsProduction = Fault(
    "configurationDebugsProduction", "has debug mode in production") { system in
    let open = system.configuration.openEnvironment
    system.configuration.openEnvironment = { environment, baseURLs in
      open(environment == .production ? .staging : environment, baseURLs)
    }
  }

  /// The environment is that of whoever was opened last, for everybody.
  static let configurationLeaksTheEnvironment = Fault(
    "configurationLeaksTheEnvironment", "keeps the current environment in one place for all") {
    system in
    let open = system.configuration.openService
    let last = Remembered<AppEnvironment?>(nil)
    system.configuration.openService = { setup in
      last.set(setup.environment)
      var changed = setup
      changed.fetch = { try await setup.fetch(last.now ?? $0) }
      return try await open(changed)
    }
  }

  static let configurationSharesNamespaces = Fault(
    "configurationSharesNamespaces", "runs over a backend whose namespaces share one file (BF-8)"
  ) { system in
    let place = AnyStoreLocation(open: system.openStore).with(.sharesNamespaces)
    system.openStore = { try await place.open() }
  }
}
