import DeterministicScheduling
import PersonalOSGenerators
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
  static let initializationOrder = Property<PersonalOSSystem>(
    "POS-52", "ViewModel initialization order",
    covers: "13.1", of: "ViewHost, ViewModelStore",
    needs: [],
    forAll: .hostScript, scheduled: .mixed,
    requiring: [
      "appears with bindings": 0.3, "appears inside a binding": 0.12, "shows another view's model": 0.15,
      "binds without a model": 0.06, "appears again": 0.15, "comes and goes for ever": 0.08,
    ],
    mustCatch: .hostMakesTheModelInAppear, .hostSwapsAPlaceholder, .hostBindsBeforeTheModel,
    .hostAppearsInsideABinding, .hostEvaluatesInsideABinding, .hostTellsNobodyThatItAppears,
    .hostComesAndGoesForEver
  ) { script, system, trial in
    let session = await HostSession(system, script, trial)
    for (view, event) in script.events {
      try await session.perform(event, on: view)
      try await session.expectPhasesAsModelled()
      try await session.expectTraceInOrder()
    }
    await session.end()
  }

  // **Feature: system-architecture-upgrade-p0, Property 53: ViewModel instance uniqueness**
  static let instanceUniqueness = Property<PersonalOSSystem>(
    "POS-53", "ViewModel instance uniqueness",
    covers: "13.2", of: "ViewHost, ViewModelStore",
    needs: [],
    forAll: .sceneCommands, scheduled: .mixed,
    requiring: [
      "siblings of one type": 0.25, "a changed view is evaluated again": 0.03, "comes in another order": 0.07,
      "hidden and shown again": 0.05, "gone and back again": 0.07,
    ],
    mustCatch: .hostMakesAModelPerEvaluation, .storeKeysByTypeAlone, .sceneMatchesViewsByTheirPlace,
    .hostDropsTheModelOnDisappear, .storeNeverLetsGo, .hostKeepsTheFirstDescription
  ) { commands, system, trial in
    let session = await SceneSession(system, "main", trial)
    for command in commands {
      try await session.perform(command)
      try await session.expectOneModelForEachLife()
      try await session.expectStateOnShow()
    }
    try await session.close()
  }

  // **Feature: system-architecture-upgrade-p0, Property 54: Missing ViewModel handling**
  static let missingModelHandling = Property<PersonalOSSystem>(
    "POS-54", "Missing ViewModel handling",
    covers: "13.3", of: "ViewHost, ViewModelStore",
    needs: [],
    forAll: .missingModels, scheduled: .mixed,
    requiring: [
      "some work, some do not": 0.25, "is mended": 0.25, "stays broken": 0.25,
      "lacks something else": 0.15, "below one that is missing": 0.01, "lacks something new": 0.1,
      "hidden without a model": 0.15, "shown without a model": 0.01,
    ],
    mustCatch: .storeTrapsOnAMissingFactory, .hostShowsNothingForAMissingModel,
    .sceneIsUnavailableAsAWhole, .hostNeverTriesAgain, .hostNamesTheViewInsteadOfWhatItLacks,
    .hostShowsWhatWasHidden, .hostLeavesItsBanner
  ) { missing, system, trial in
    let session = await MissingModelSession(system, missing, trial)
    await session.show()
    try await session.expectExactlyTheAffectedUnavailable()
    await session.hideAndShowSome()
    try await session.expectExactlyTheAffectedUnavailable()
    try await session.repair()
    try await session.expectExactlyTheAffectedUnavailable()
    try await session.showNothingExpectingNothingLeft()
  }

  // **Feature: system-architecture-upgrade-p0, Property 55: Scene ViewModel isolation**
  static let sceneIsolation = Property<PersonalOSSystem>(
    "POS-55", "Scene ViewModel isolation",
    covers: "13.4", of: "SceneHost, ViewModelStore",
    needs: [],
    forAll: .sceneScript, scheduled: .mixed,
    requiring: [
      "the same view in two scenes": 0.4, "an error in one scene": 0.3, "closed while another is open": 0.2,
      "changed in two scenes": 0.07,
    ],
    mustCatch: .scenesShareOneStore, .storeHandsOutTheLastModelOfAnyScene, .closingASceneClosesAll,
    .scenesShareOnePresenter, .scenesShareTaskScopes, .sceneClosesWithoutAnEnd
  ) { script, system, trial in
    let together = await SceneGroup(system, script, trial)
    for (scene, event) in script.events { try await together.perform(event, in: scene) }
    try await together.expectNoModelInTwoScenes()
    for scene in 0..<script.sceneCount {
      let alone = await SceneGroup(system, script, trial)
      for case (scene, let event) in script.events { try await alone.perform(event, in: scene) }
      try await together.expectSceneAs(in: alone, scene)
      await alone.end()
    }
    await together.end()
  }

  // **Feature: system-architecture-upgrade-p0, Property 56: ViewModel resource cleanup**
  static let resourceCleanup = Property<PersonalOSSystem>(
    "POS-56", "ViewModel resource cleanup",
    covers: "13.5", of: "ViewHost, TaskManager",
    forAll: .cleanupScript, scheduled: .mixed,
    requiring: [
      "gone with tasks under way": 0.05, "gone with a stream open": 0.05, "gone with subscriptions": 0.25,
      "gone while another shows its model": 0.04, "hidden and shown again": 0.06,
      "an event after the end": 0.06, "gone without being shown": 0.08, "bound from outside": 0.04,
    ],
    mustCatch: .hostKeepsTheModelInATask, .hostLeavesStreamsOpen, .hostCleansUpTwice,
    .storeLetsGoOfASharedModel, .hostKeepsSubscriptions, .hostLeavesTasksRunning
  ) { script, system, trial in
    let session = await CleanupSession(system, script, trial)
    for (view, event) in script.events { try await session.perform(event, on: view) }
    try await session.expectCleanAfterDrain()
    try await session.tearDownTheRest()
    try await session.expectCleanAfterDrain()
  }
}
