import PersonalOSReference
import PropertyTesting

// The other faults of views are edits of the core: Properties/PersonalOS-Views.edits.

extension Fault<PersonalOSSystem> {
  static let scenesShareOneStore = Fault("scenesShareOneStore", "keeps the models of all scenes in one store") {
    let (makeStore, shared) = ($0.views.makeStore, Shared<any ViewModelKeeping>())
    $0.views.makeStore = { shared.value { makeStore() } }
  }

  static let scenesShareOnePresenter = Fault("scenesShareOnePresenter", "shows the errors of one scene in all") {
    let (makePresenter, shared) = ($0.views.makePresenter, Shared<any ErrorPresenting>())
    $0.views.makePresenter = { log, now in shared.value { makePresenter(log, now) } }
  }
}
