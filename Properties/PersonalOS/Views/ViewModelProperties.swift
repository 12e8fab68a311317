import DeterministicScheduling
import PersonalOSReference
import PropertyTesting

/// View models: made before they are needed, one each, gone when they are not.
///
/// These are claims about the life-cycle contract of the hosts, which are shipped and have an API of their
/// own. The generators own the order of events; what a view framework does is no part of it.
public enum ViewModelProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    initializationOrder, instanceUniqueness, missingModelHandling, sceneIsolation, resourceCleanup,
  ]

  // **Feature: system-architecture-upgrade-p0, Property 52: ViewModel initialization order**
  static let initializationOrder = Requirement<PersonalOSSystem>(
    "POS-52", "ViewModel initialization order",
    says: """
      A view host creates the model, then all bindings, then lets the view appear, then evaluates the \
      view, always with the same model. A binding without a model throws. If a view shows and hides \
      itself endlessly, the host stops it and reports one error.
      """,
    covers: "13.1", of: "ViewHost, ViewModelStore"
  ).holds(
    of: HostMachine.order, commands: 1...60, scheduled: .mixed,
    requiring: [
      "appears with bindings": 0.3, "appears inside a binding": 0.12, "shows another view's model": 0.15,
      "binds without a model": 0.06, "appears again": 0.15, "comes and goes for ever": 0.08,
    ],
    making: { await HostsDriver($0, $1) })

  // **Feature: system-architecture-upgrade-p0, Property 53: ViewModel instance uniqueness**
  static let instanceUniqueness = Requirement<PersonalOSSystem>(
    "POS-53", "ViewModel instance uniqueness",
    says: """
      A view keeps one model, with its state, until the view is removed. If the view is evaluated again, \
      reordered, hidden or described anew, its model stays. Siblings of one type have separate models. A \
      view that returns after removal gets a new model. If views request other views while they appear, \
      the scene shows only the last request, afterwards, and stops an endless series with an error.
      """,
    covers: "13.2", of: "ViewHost, ViewModelStore"
  ).holds(
    of: SceneMachine.oneScene, commands: 0...25, scheduled: .mixed,
    requiring: [
      "siblings of one type": 0.25, "a changed view is evaluated again": 0.03, "comes in another order": 0.07,
      "hidden and shown again": 0.05, "gone and back again": 0.07,
      "asks for another view while one is shown": 0.2, "asks for views without an end": 0.1,
    ],
    making: { await ScenesDriver($0, $1) }, tearDown: { await $0.end() })

  // **Feature: system-architecture-upgrade-p0, Property 54: Missing ViewModel handling**
  static let missingModelHandling = Requirement<PersonalOSSystem>(
    "POS-54", "Missing ViewModel handling",
    says: """
      If the app cannot create a view's model, nothing crashes. That view alone becomes unavailable: \
      it says what is missing, shows an error and ignores actions. All other views work. Once the \
      model can be created, a retry, also from the error banner, restores the view.
      """,
    covers: "13.3", of: "ViewHost, ViewModelStore"
  ).holds(
    of: SceneMachine.missingModels, commands: 0...20, scheduled: .mixed,
    requiring: [
      "some work, some do not": 0.25, "is mended": 0.25, "stays broken": 0.25,
      "lacks something else": 0.15, "below one that is missing": 0.01, "lacks something new": 0.1,
      "hidden without a model": 0.15, "shown without a model": 0.01,
    ],
    making: { await ScenesDriver($0, $1) }, tearDown: { await $0.end() })

  // **Feature: system-architecture-upgrade-p0, Property 55: Scene ViewModel isolation**
  static let sceneIsolation = Requirement<PersonalOSSystem>(
    "POS-55", "Scene ViewModel isolation",
    says: """
      Each scene has its own models, shared objects, errors and tasks, even if a view is open in several scenes. No \
      event in one scene affects another scene, not even its closing. A closed scene leaves no model, task or error \
      behind.
      """,
    covers: "13.4", of: "SceneHost, ViewModelStore", mustCatch: [.scenesShareOneStore, .scenesShareOnePresenter]
  ).holds(
    of: SceneMachine.severalScenes, commands: 0...16, scheduled: .mixed,
    requiring: [
      "the same view in two scenes": 0.4, "an error in one scene": 0.3, "closed while another is open": 0.2,
      "changed in two scenes": 0.07, "an object in one scene": 0.1,
    ],
    making: { await ScenesDriver($0, $1) }, tearDown: { await $0.end() })

  // **Feature: system-architecture-upgrade-p0, Property 56: ViewModel resource cleanup**
  static let resourceCleanup = Requirement<PersonalOSSystem>(
    "POS-56", "ViewModel resource cleanup",
    says: """
      When a view disappears, the app ends the view's tasks, streams and subscriptions, calls its \
      disappearance handler exactly once, and sends it no further events. Until then, events reach \
      views in the order in which they subscribed. When a view is removed, the app also releases the \
      view's model, unless another view still shows that model.
      """,
    covers: "13.5", of: "ViewHost, TaskManager"
  ).holds(
    of: HostMachine.cleanup, commands: 0...20, scheduled: .mixed,
    requiring: [
      "gone with tasks under way": 0.05, "gone with a stream open": 0.05, "gone with subscriptions": 0.25,
      "gone while another shows its model": 0.04, "hidden and shown again": 0.06,
      "an event after the end": 0.06, "gone without being shown": 0.08, "bound from outside": 0.04,
      "an event to views that subscribed in another order": 0.02,
    ],
    making: { await HostsDriver($0, $1) })
}
