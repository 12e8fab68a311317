import PersonalOSReference
import PropertyTesting

// The other faults of views are edits of the core: Properties/PersonalOS-Views.edits.

extension Fault<PersonalOSSystem> {
  // POS-52.

  static let tellsNobodyThatItAppears = hosting(
    "tellsNobodyThatItAppears", "shows the view and does not run its appearance handler") { $0.view.onAppear = { _ in } }

  // POS-53.

  static let keysByTypeAlone = hosting("keysByTypeAlone", "gives siblings of one type one model") { setup in
    setup.view.modelOf = ViewIdentity(setup.view.identity.type, "")
  }

  // POS-55.

  static let scenesShareOneStore = Fault("scenesShareOneStore", "keeps the models of all scenes in one store") { system in
    let (makeStore, shared) = (system.views.makeStore, Shared<any ViewModelKeeping>())
    system.views.makeStore = { shared.value { makeStore() } }
  }
  static let scenesShareOnePresenter = Fault("scenesShareOnePresenter", "shows the errors of one scene in all") { system in
    let (makePresenter, shared) = (system.views.makePresenter, Shared<any ErrorPresenting>())
    system.views.makePresenter = { log in shared.value { makePresenter(log) } }
  }
  static let scenesShareTaskScopes = hosting("scenesShareTaskScopes", "identifies a view's tasks without their scene") {
    $0.scene = "any"
  }

  // POS-56.

  static let cleansUpTwice = hosting("cleansUpTwice", "cleans up twice") { setup in
    let onDisappear = setup.view.onDisappear
    setup.view.onDisappear = {
      onDisappear()
      onDisappear()
    }
  }

  // POS-72.

  static let copiesOnInheritance = Fault("copiesOnInheritance", "copies objects on their way down") { system in
    let makeEnvironment = system.views.makeEnvironment
    system.views.makeEnvironment = { CopyingEnvironment(makeEnvironment(($0 as? CopyingEnvironment)?.right)) }
  }

  // POS-73.

  static let evaluatesTwice = hosting("evaluatesTwice", "evaluates the view twice for each change") { setup in
    let body = setup.view.body
    setup.view.body = { model, environment in
      _ = try body(model, environment)
      return try body(model, environment)
    }
  }

  /// Hosts that are made otherwise.
  private static func hosting(
    _ id: String, _ fact: String, _ change: @escaping @MainActor @Sendable (inout HostSetup) -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      let makeHost = system.views.makeHost
      system.views.makeHost = { setup in
        var setup = setup
        change(&setup)
        return makeHost(setup)
      }
    }
  }
}
