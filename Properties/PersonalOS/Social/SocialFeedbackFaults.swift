import PersonalOSReference
import PropertyTesting
import StorageContract

// Faults of the dashboard: one that announces otherwise, or the good one over a store with one.

extension Fault<PersonalOSSystem> {
  // POS-47.

  static let dashboardOverSwallowedRefusals = Fault(
    "dashboardOverSwallowedRefusals", "runs over a backend whose commits fail and are reported as done (BF-14)"
  ) { system in
    // The first commit is what is there at the start, the second one the first load.
    system.openStore = system.openStoreThatSwallows(refusalsFrom: 2)
  }

  // POS-48.

  static let dashboardCallsFailuresSuccesses = dashboard(
    "dashboardCallsFailuresSuccesses", "calls a failure a success"
  ) { OperationResult(type: $0.type, success: true, message: $0.message) }

  // POS-50 and POS-51.

  static let dashboardHidesDeletionErrors = dashboard(
    "dashboardHidesDeletionErrors", "shows no error of a deletion"
  ) { $0.type == .delete && !$0.success ? nil : $0 }

  /// - Parameter change: what is announced in place of a result; nil: nothing.
  private static func dashboard(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (OperationResult) -> OperationResult?
  ) -> Fault {
    Fault(id, fact) { system in
      let make = system.social.makeDashboard
      system.social.makeDashboard = { setup in
        make(SocialSetup(repository: setup.repository) { if let result = change($0) { setup.announce(result) } })
      }
    }
  }
}
