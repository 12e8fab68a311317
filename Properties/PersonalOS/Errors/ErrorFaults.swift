import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting

// Faults of showing, logging and retrying errors: a component whose setup is changed. Properties/PersonalOS-Errors.edits has the others.

extension Fault<PersonalOSSystem> {
  // POS-22.

  static let loadSwallowsErrors = Fault("loadSwallowsErrors", "catches every error of a load and does nothing") { system in
    let (makeLoader, makePresenter) = (system.errors.makeLoader, system.errors.makePresenter)
    system.errors.makeLoader = { setup in
      let nobody = makePresenter(DeafLog()) { .distantPast }
      return makeLoader(LoaderSetup(operation: setup.operation, presenter: nobody, fetch: setup.fetch))
    }
  }

  // POS-23.

  static let recoveryIgnoresTheFlag = Fault(
    "recoveryIgnoresTheFlag", "recovers from every network error, retryable or not") {
    $0.errors.makeRecovery = { _ in
      RecoveryByTaste { if case .network = $0 { true } else { false } }
    }
  }
  static let recoveryTriesEverything = Fault("recoveryTriesEverything", "recovers from errors of any kind") {
    $0.errors.makeRecovery = { _ in RecoveryByTaste { $0.severity < .critical } }
  }

  // POS-24.

  static let logHearsOnlyWhatIsPresented = Fault(
    "logHearsOnlyWhatIsPresented", "logs only presented errors") { system in
    system.errors.makeRecovery = changingSetup(of: system.errors.makeRecovery) { setup in
      setup.log = DeafLog()
    }
  }
  static let logDoesNotKnowTheSecrets = Fault(
    "logDoesNotKnowTheSecrets", "logs secrets that were registered with it") { system in
    let makeLog = system.errors.makeLog
    system.errors.makeLog = { capacity, _ in makeLog(capacity, []) }
  }
  static let logKnowsOnlyTheInnerSecret = Fault(
    "logKnowsOnlyTheInnerSecret", "hides only the inner of two nested secrets") {
    let makeLog = $0.errors.makeLog
    $0.errors.makeLog = { capacity, secrets in
      makeLog(capacity, secrets.filter { outer in !secrets.contains { $0 != outer && outer.contains($0) } })
    }
  }

  static let recoveryDoesNotWait = Fault("recoveryDoesNotWait", "tries again at once") { system in
    system.errors.makeRecovery = changingSetup(of: system.errors.makeRecovery) { setup in
      // Its sleeps pass nobody else's time.
      setup.clock = VirtualClock()
    }
  }

  // POS-26.

  static let loadDefersUpdatesWhileErrorsArePending = Fault(
    "loadDefersUpdatesWhileErrorsArePending", "defers updates of the view until no error is pending"
  ) { system in
    let makeLoader = system.errors.makeLoader
    system.errors.makeLoader = { setup in
      var setup = setup
      let (fetch, presenter) = (setup.fetch, setup.presenter)
      setup.fetch = {
        if await presenter.currentError != nil { try await Task.sleep(for: .seconds(100)) }
        return try await fetch()
      }
      return makeLoader(setup)
    }
  }
}

/// Recovers from the errors it likes.
private struct RecoveryByTaste: ErrorRecoveryStrategy {
  let likes: @Sendable (AppError) -> Bool
  func canRecover(from error: AppError) -> Bool { likes(error) }
  func recover(from error: AppError) async throws { if !likes(error) { throw error } }
}
