import PersonalOSReference
import PropertyTesting

// Faults of views and their models: a component with one defect in the place of the right one.

extension Fault<PersonalOSSystem> {
  // POS-52.

  static let hostMakesTheModelInAppear = host(
    "hostMakesTheModelInAppear", "makes the model when the view has appeared", .makesTheModelInAppear)
  static let hostSwapsAPlaceholder = host(
    "hostSwapsAPlaceholder", "binds a placeholder and puts another model in its place", .swapsAPlaceholder)
  static let hostBindsBeforeTheModel = host(
    "hostBindsBeforeTheModel", "makes the bindings before the view's own model", .bindsBeforeTheModel)
  static let hostAppearsInsideABinding = host(
    "hostAppearsInsideABinding", "appears at once when a binding asks for it", .appearsInsideABinding)
  static let hostEvaluatesInsideABinding = host(
    "hostEvaluatesInsideABinding", "evaluates the view while its bindings are made", .evaluatesInsideABinding)
  static let hostTellsNobodyThatItAppears = host(
    "hostTellsNobodyThatItAppears", "shows the view and runs nothing of what it begins with", .tellsNobodyThatItAppears)
  static let hostComesAndGoesForEver = host(
    "hostComesAndGoesForEver", "lets a view show and hide itself on and on", .comesAndGoesForEver)

  // POS-53.

  static let hostMakesAModelPerEvaluation = host(
    "hostMakesAModelPerEvaluation", "makes a new model for each evaluation", .makesAModelPerEvaluation)
  static let storeKeysByTypeAlone = store(
    "storeKeysByTypeAlone", "gives siblings of one type one model", .keysByTypeAlone)
  static let sceneMatchesViewsByTheirPlace = Fault(
    "sceneMatchesViewsByTheirPlace", "knows views by their place in the order") { system in
    system.views.makeScene = { DefectiveScene(.matchesViewsByTheirPlace, $0) }
  }
  static let hostDropsTheModelOnDisappear = host(
    "hostDropsTheModelOnDisappear", "makes a new model each time the view is shown", .dropsTheModelOnDisappear)
  static let storeNeverLetsGo = store("storeNeverLetsGo", "keeps the models of views that are gone", .neverLetsGo)
  static let hostKeepsTheFirstDescription = host(
    "hostKeepsTheFirstDescription", "goes on with the first description of a view", .keepsTheFirstDescription)

  // POS-54; its crash is in MissingModelTrapFault.swift.

  static let hostShowsNothingForAMissingModel = host(
    "hostShowsNothingForAMissingModel", "shows an empty view where the model is missing", .showsNothingForAMissingModel)
  static let sceneIsUnavailableAsAWhole = Fault(
    "sceneIsUnavailableAsAWhole", "shows nothing at all when one view is unavailable") {
    $0.views.makeScene = { DefectiveScene(.isUnavailableAsAWhole, $0) }
  }
  static let hostNeverTriesAgain = host(
    "hostNeverTriesAgain", "never tries again to make a missing model", .neverTriesAgain)
  static let hostNamesTheViewInsteadOfWhatItLacks = host(
    "hostNamesTheViewInsteadOfWhatItLacks", "names the view in the place of what is missing",
    .namesTheViewInsteadOfWhatItLacks)
  static let hostShowsWhatWasHidden = host(
    "hostShowsWhatWasHidden", "shows a view that was hidden while its model was missing", .showsWhatWasHidden)
  static let hostLeavesItsBanner = host(
    "hostLeavesItsBanner", "leaves the error of a view that is gone", .leavesItsBanner)

  // POS-55.

  static let scenesShareOneStore = Fault(
    "scenesShareOneStore", "keeps the models of all scenes in one store") { system in
    let (makeStore, shared) = (system.views.makeStore, Shared<any ViewModelKeeping>())
    system.views.makeStore = { shared.value { makeStore() } }
  }
  static let storeHandsOutTheLastModelOfAnyScene = Fault(
    "storeHandsOutTheLastModelOfAnyScene", "hands out the last model of any scene") { system in
    let last = Shared<[ViewIdentity: any ViewModel]>()
    system.views.makeStore = { DefectiveStore(.handsOutTheLastModel(last)) }
  }
  static let closingASceneClosesAll = Fault(
    "closingASceneClosesAll", "tears every scene down when one is closed") { system in
    let all = Shared<[SceneHost]>()
    system.views.makeScene = { DefectiveScene(.closesAll(all), $0) }
  }
  static let scenesShareOnePresenter = Fault(
    "scenesShareOnePresenter", "shows the errors of one scene in all") { system in
    let (makePresenter, shared) = (system.views.makePresenter, Shared<any ErrorPresenting>())
    system.views.makePresenter = { log in shared.value { makePresenter(log) } }
  }
  static let scenesShareTaskScopes = Fault(
    "scenesShareTaskScopes", "knows tasks of a view by its identity in any scene") { system in
    let makeHost = system.views.makeHost
    system.views.makeHost = { setup in
      var setup = setup
      setup.scene = "any"
      return makeHost(setup)
    }
  }
  static let sceneClosesWithoutAnEnd = Fault(
    "sceneClosesWithoutAnEnd", "closes a scene and leaves its views as they are") { system in
    system.views.makeScene = { DefectiveScene(.closesWithoutAnEnd, $0) }
  }

  // POS-56.

  static let hostKeepsTheModelInATask = host(
    "hostKeepsTheModelInATask", "holds the model in a task that it holds itself", .keepsTheModelInATask)
  static let hostLeavesStreamsOpen = host(
    "hostLeavesStreamsOpen", "starts tasks outside of the view's scope", .leavesStreamsOpen)
  static let hostCleansUpTwice = host("hostCleansUpTwice", "cleans up twice", .cleansUpTwice)
  static let storeLetsGoOfASharedModel = store(
    "storeLetsGoOfASharedModel", "lets go of a model that another view shows", .letsGoOfASharedModel)
  static let hostKeepsSubscriptions = host(
    "hostKeepsSubscriptions", "leaves subscriptions in place", .keepsSubscriptions)
  static let hostLeavesTasksRunning = host(
    "hostLeavesTasksRunning", "leaves the view's tasks running", .leavesTasksRunning)

  // POS-72.

  static let environmentCopiesOnInheritance = environment(
    "environmentCopiesOnInheritance", "copies objects on their way down", .copiesOnInheritance)
  static let environmentPrefersTheFarthest = environment(
    "environmentPrefersTheFarthest", "prefers what the farthest place provides", .prefersTheFarthest)
  static let environmentRemembersLookups = environment(
    "environmentRemembersLookups", "remembers what it once found above", .remembersLookups)
  static let environmentFallsBackToADefault = environment(
    "environmentFallsBackToADefault", "makes an object up where none is provided", .fallsBackToADefault)

  // POS-73.

  static let hostRegistersOnce = host("hostRegistersOnce", "looks for changes once and never again", .registersOnce)
  static let hostEvaluatesInsideTheChange = host(
    "hostEvaluatesInsideTheChange", "evaluates the view before the new value is there", .evaluatesInsideTheChange)
  static let hostEvaluatesPerWrite = host(
    "hostEvaluatesPerWrite", "evaluates the view once for each write", .evaluatesPerWrite)
  static let hostFreezesItsDependencies = host(
    "hostFreezesItsDependencies", "looks for changes of what it read at first", .freezesItsDependencies)
  static let hostHasNoLoopGuard = host(
    "hostHasNoLoopGuard", "evaluates a view that never settles on and on", .hasNoLoopGuard)
  static let hostOverlooksWritesInTheBody = host(
    "hostOverlooksWritesInTheBody", "overlooks what a view changes while it is evaluated", .overlooksWritesInTheBody)

  private static func host(_ id: String, _ fact: String, _ defect: DefectiveHost.Defect) -> Fault {
    Fault(id, fact) { system in system.views.makeHost = { DefectiveHost(defect, $0) } }
  }

  private static func store(_ id: String, _ fact: String, _ defect: DefectiveStore.Defect) -> Fault {
    Fault(id, fact) { system in system.views.makeStore = { DefectiveStore(defect) } }
  }

  private static func environment(_ id: String, _ fact: String, _ defect: DefectiveEnvironment.Defect) -> Fault {
    Fault(id, fact) { system in
      system.views.makeEnvironment = { DefectiveEnvironment(defect, below: $0) }
    }
  }
}
