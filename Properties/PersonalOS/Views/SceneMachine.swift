import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Scenes that show trees of views: what is done in each of them, and what must be on all screens afterwards.
enum SceneMachine {
  /// What makes the models of one type of view.
  enum Factory: Sendable, Equatable {
    case works, isMissing, throwsForeignError
    /// What it needs is missing; that is what is to be named.
    case lacks(String)

    func missing(for type: String) -> DependencyError? {
      switch self {
      case .works: nil
      case .isMissing, .throwsForeignError: .missing(type)
      case .lacks(let name): .missing(name)
      }
    }
  }

  /// The state of a view from the time that it is first shown until it is removed, hidden or not.
  enum Life: Sendable, Equatable {
    /// The model that is its own, and what was written to it.
    case has(model: Int, number: Int)
    case lacks(DependencyError)

    var isLacking: Bool { if case .lacks = self { true } else { false } }
    var isChanged: Bool { if case .has(_, let number) = self { number > 0 } else { false } }
  }

  struct Scene: Sendable {
    var factories: [String: Factory]
    var isOpen = false
    var tree: [ViewTree] = [] { didSet { shown = tree.flatMap(\.all) } }
    var lives: [ViewIdentity: Life] = [:]
    /// How often its views have been described.
    var descriptions = 0
    /// The views that have been removed.
    var removed: Set<ViewIdentity> = []
    /// The number of the object that the scene provides to its views.
    var theme: Int?

    /// All of the tree, parents before their children.
    private(set) var shown: [ViewTree] = []

    /// A view without a model shows an error in its own place, and a banner says the same.
    func screen(of identities: [ViewIdentity]) -> Screen {
      var screen = Screen()
      for view in identities {
        guard let life = lives[view] else { continue }
        let isVisible = shown.contains { $0.identity == view && $0.isVisible }
        var row = Screen.Row(view: view, phase: isVisible ? .visible : .ready)
        switch life {
        case .has(let model, let number):
          screen.modelsKept += 1
          if isVisible {
            let theme = theme.map { ", theme \($0)" } ?? ""
            row.content = .text("model \(model) holds \(number), description \(descriptions)\(theme)")
            (row.updated, row.runsATask) = (descriptions, true)
          }
        case .lacks(let error):
          screen.banners.append("open \(view)")
          row.phase = .unavailable(error)
          if isVisible { row.content = .error }
        }
        screen.views.append(row)
      }
      return screen
    }
  }

  struct Model: Sendable {
    /// All that may be shown.
    let identities: [ViewIdentity]
    /// Of a scene that is opened.
    let factories: [String: Factory]
    var scenes: [Scene]
    private var modelsMade = 0
    private var themesMade = 0

    init(scenes: Int, types: [String], ids: Int, factories: [String: Factory] = [:]) {
      identities = types.sorted().flatMap { type in (0..<ids).map { ViewIdentity(type, "\($0)") } }
      self.factories = factories
      self.scenes = Array(repeating: Scene(factories: factories), count: scenes)
    }

    var screens: Screens { Screens(scenes: scenes.map { $0.screen(of: identities) }, modelsMade: modelsMade) }

    /// What was shown before goes on as it was, wherever in the tree it now is.
    mutating func show(_ tree: [ViewTree], in scene: Int) -> Screens {
      if !scenes[scene].isOpen { scenes[scene] = Scene(factories: factories, isOpen: true) }
      let before = scenes[scene].lives
      scenes[scene].tree = tree
      scenes[scene].lives = [:]
      scenes[scene].descriptions += 1
      for view in scenes[scene].shown.map(\.identity) {
        scenes[scene].lives[view] = before[view] ?? begin(view, in: scene)
      }
      scenes[scene].removed.formUnion(before.keys.filter { scenes[scene].lives[$0] == nil })
      return screens
    }

    private mutating func begin(_ view: ViewIdentity, in scene: Int) -> Life {
      if let error = (scenes[scene].factories[view.type] ?? .isMissing).missing(for: view.type) { return .lacks(error) }
      modelsMade += 1
      return .has(model: modelsMade, number: 0)
    }

    /// Only a view that is visible and has a model takes actions.
    mutating func change(_ place: Place, to number: Int) throws -> Screens {
      let isVisible = scenes[place.scene].shown.contains { $0.identity == place.view && $0.isVisible }
      guard isVisible, case .has(let model, _) = scenes[place.scene].lives[place.view] else { throw Refused() }
      scenes[place.scene].lives[place.view] = .has(model: model, number: number)
      return screens
    }

    /// Makes the model if it can be made now; otherwise the view says what is missing now.
    mutating func retry(_ place: Place) throws -> Screens {
      guard scenes[place.scene].lives[place.view]?.isLacking == true else { return screens }
      let life = begin(place.view, in: place.scene)
      scenes[place.scene].lives[place.view] = life
      if case .lacks(let error) = life { throw error }
      return screens
    }

    mutating func provide(in scene: Int) -> Screens {
      themesMade += 1
      scenes[scene].theme = themesMade
      return screens
    }

    var openScenes: [Int] { scenes.indices.filter { scenes[$0].isOpen } }

    mutating func close(_ scene: Int) -> Screens {
      scenes[scene] = Scene(factories: factories)
      return screens
    }

    func places(_ isWanted: (Life) -> Bool = { _ in true }) -> [Place] {
      scenes.indices.flatMap { scene in
        scenes[scene].shown.map(\.identity).filter { scenes[scene].lives[$0].map(isWanted) == true }
          .map { Place(scene: scene, view: $0) }
      }
    }

    var anyScene: Generator<Int> { .int(in: 0...(scenes.count - 1)) }

    var anyShowing: Generator<Showing> {
      Generator<Showing> { source in
        let scene = try source(anyScene)
        return (scene: scene, tree: try source(.viewTrees(of: identities, after: scenes[scene].tree)))
      }
    }

    /// Mostly of a view that is shown.
    var anyChange: Generator<Change> {
      let shown = places()
      return Generator<Change> { source in
        let isShown = try source(.int(in: 0...9)) < 9
        let place =
          isShown && !shown.isEmpty
          ? try source(.element(of: shown))
          : Place(scene: try source(anyScene), view: try source(.element(of: identities)))
        return (place: place, number: try source(.int(in: 1...99)))
      }
    }

    /// Mostly of a type whose models are missing.
    var anyRegistration: Generator<Registration> {
      let lacking = places(\.isLacking).map(\.view.type)
      return Generator<Registration> { source in
        let isLacking = try source(.int(in: 0...4)) < 4 && !lacking.isEmpty
        return (
          scene: try source(anyScene), type: try source(.element(of: isLacking ? lacking : identities.map(\.type))),
          factory: try source(.element(of: [Factory.works, .works, .lacks("network")])))
      }
    }

    /// Mostly one whose model could be made now, if there is any.
    var anyLacking: Generator<Place> {
      let lacking = places(\.isLacking)
      let mendable = lacking.filter { scenes[$0.scene].factories[$0.view.type] == .works }
      if mendable.isEmpty { return .element(of: lacking) }
      return .frequency((4, .element(of: mendable)), (1, .element(of: lacking)))
    }
  }

  struct Place: Sendable, Equatable {
    let scene: Int
    let view: ViewIdentity
  }

  typealias Showing = (scene: Int, tree: [ViewTree])
  typealias Change = (place: Place, number: Int)
  typealias Registration = (scene: Int, type: String, factory: Factory)

  /// A view that is not visible, or not there, does not do what the user asks of it.
  struct Refused: Error, Equatable {}

  typealias SceneCommand = Command<Model, ScenesUnderTest>

  static let show = SceneCommand("show", weight: 5, with: \.anyShowing) { model, showing in
    model.show(showing.tree, in: showing.scene)
  } system: { app, showing in
    await app.show(showing.tree, in: showing.scene)
  }
  .labelled("comes in another order") { step in
    step.scenes { before, after in
      let (old, new) = (before.shown.map(\.identity), after.shown.map(\.identity))
      return old.filter(new.contains) != new.filter(old.contains)
    }
  }
  .labelled("a changed view is evaluated again") { step in
    step.scenes { before, after in
      after.descriptions > before.descriptions
        && after.shown.contains { $0.isVisible && before.lives[$0.identity]?.isChanged == true }
    }
  }
  .labelled("hidden and shown again") { $0.turned(toVisible: true) { !$0.isLacking } }
  .labelled("hidden without a model") { $0.turned(toVisible: false, \.isLacking) }
  .labelled("shown without a model") { $0.turned(toVisible: true, \.isLacking) }
  .labelled("gone and back again") { step in
    step.scenes { before, after in after.lives.keys.contains { before.lives[$0] == nil && before.removed.contains($0) } }
  }

  /// The user changes what a view holds.
  static let change = SceneCommand("change", weight: 4, with: \.anyChange) { model, change in
    try model.change(change.place, to: change.number)
  } system: { app, change in
    try await app.change(change.place, to: change.number)
  }

  /// A scene provides an object to its views, which show its number.
  static let provide = SceneCommand(
    "provide", weight: 2, with: { .element(of: $0.openScenes) }, when: { !$0.openScenes.isEmpty },
    requiring: { $0.openScenes.contains($1) }
  ) { model, scene in
    model.provide(in: scene)
  } system: { app, scene in
    await app.provide(in: scene)
  }
  .labelled("an object in one scene") { step in
    step.after.openScenes.contains { step.after.scenes[$0].theme == nil }
  }

  static let close = SceneCommand("close", with: \.anyScene) { model, scene in
    model.close(scene)
  } system: { app, scene in
    await app.close(scene)
  }
  .labelled("closed while another is open") { step in
    step.scenes { $0.isOpen && !$1.isOpen } && step.after.scenes.contains(where: \.isOpen)
  }

  static let closeAll = SceneCommand("closeAll") { model in
    for scene in model.scenes.indices { _ = model.close(scene) }
    return model.screens
  } system: { app in
    await app.closeAll()
  }

  /// From now on models of this type are made so.
  static let register = SceneCommand("register", weight: 3, with: \.anyRegistration) { model, registration in
    model.scenes[registration.scene].factories[registration.type] = registration.factory
    return model.screens
  } system: { app, registration in
    await app.register(registration)
  }

  private static func retry(
    _ name: String, _ retry: @escaping @Sendable (ScenesUnderTest, Place) async throws -> Screens
  ) -> SceneCommand {
    SceneCommand(
      name, weight: 3, with: \.anyLacking, when: { !$0.places(\.isLacking).isEmpty },
      requiring: { $0.places(\.isLacking).contains($1) }
    ) { model, place in
      try model.retry(place)
    } system: { app, place in
      try await retry(app, place)
    }
    .labelled("is mended") { $0.error == nil }
    .labelled("stays broken") { $0.error != nil }
    .labelled("lacks something new") { step in
      step.scenes { before, after in
        after.lives.contains { $1.isLacking && before.lives[$0].map { $0.isLacking } == true && before.lives[$0] != $1 }
      }
    }
  }
  static let retryInPlace = retry("retry") { try await $0.retry($1) }
  static let retryFromTheBanner = retry("retryFromTheBanner") { try await $0.retryFromTheBanner($1) }

  /// POS-53: a scene by itself.
  static let oneScene = StateMachine(
    initially: Model(scenes: 1, types: ["A", "B"], ids: 3, factories: ["A": .works, "B": .works]),
    commands: [show, change, walk], closing: [closeAll]
  )
  .settingUp { app, model in await app.begin(model) }
  .withoutSwarm
  .labelling("siblings of one type") { model in
    model.scenes.contains { scene in Set(scene.tree.map(\.identity.type)).count < scene.tree.count }
  }

  /// POS-54: a scene some of whose models cannot be made.
  static let missingModels = StateMachine(
    initially: .missingModels, commands: [show, change, register, retryInPlace, retryFromTheBanner],
    closing: [show, register, retryInPlace, register, retryFromTheBanner, closeAll]
  )
  .settingUp { app, model in await app.begin(model) }
  .withoutSwarm
  .labelling("some work, some do not") { Set($0.scenes[0].lives.values.map(\.isLacking)).count == 2 }
  .labelling("lacks something else") { model in
    model.scenes[0].lives.contains { $1.isLacking && $1 != .lacks(.missing($0.type)) }
  }
  .labelling("below one that is missing") { model in
    let lives = model.scenes[0].lives
    return model.scenes[0].tree.contains { parent in
      lives[parent.identity]?.isLacking == true && parent.children.contains { lives[$0.identity]?.isLacking == false }
    }
  }

  /// POS-55: several scenes of one app. Views of the type "?" have no factory.
  static let severalScenes = StateMachine(
    initially: .severalScenes, commands: [show, change, provide, close], closing: [closeAll]
  )
  .settingUp { app, model in await app.begin(model) }
  .withoutSwarm
  .labelling("the same view in two scenes") { model in
    let views = model.scenes.flatMap { scene in scene.lives.keys.filter { scene.lives[$0]?.isLacking == false } }
    return Set(views).count < views.count
  }
  .labelling("an error in one scene") { model in
    let open = model.scenes.filter(\.isOpen)
    return open.count > 1 && open.count { $0.lives.values.contains(where: \.isLacking) } == 1
  }
  .labelling("changed in two scenes") { model in
    model.scenes.count { $0.lives.values.contains(where: \.isChanged) } > 1
  }
}

extension SceneMachine.Place: CounterexampleDescribable {
  var counterexampleDescription: String { "\(view) of scene \(scene)" }
}

extension SceneMachine.Model: CounterexampleDescribable {
  var counterexampleDescription: String {
    let types = factories.sorted { $0.key < $1.key }.map { "\($0): \(describe($1))" }
    let shown = scenes.enumerated().map { "scene \($0) \($1.isOpen ? "shows \(describe($1.tree))" : "is closed")" }
    return (["models of type " + types.joined(separator: ", ")] + shown).joined(separator: "; ")
  }
}

extension CommandStep where Model == SceneMachine.Model {
  /// Whether a scene was as wanted before the step and after it.
  fileprivate func scenes(_ areWanted: (_ before: SceneMachine.Scene, _ after: SceneMachine.Scene) -> Bool) -> Bool {
    zip(before.scenes, after.scenes).contains(where: areWanted)
  }

  /// Whether a view that was there before is visible now and was not, or the other way round.
  fileprivate func turned(toVisible isVisible: Bool, _ isWanted: (SceneMachine.Life) -> Bool) -> Bool {
    scenes { before, after in
      after.shown.contains { view in
        view.isVisible == isVisible && before.lives[view.identity].map(isWanted) == true
          && before.shown.contains { $0.identity == view.identity && $0.isVisible != isVisible }
      }
    }
  }
}

extension Generator where Value == SceneMachine.Model {
  fileprivate static var missingModels: Generator {
    let factory = Generator<SceneMachine.Factory>.frequency(
      (3, .constant(.works)), (2, .constant(.isMissing)), (1, .constant(.throwsForeignError)),
      (1, .constant(.lacks("repository"))))
    return Generator { source in
      var factories: [String: SceneMachine.Factory] = [:]
      for type in ["A", "B", "C", "D"] { factories[type] = try source(factory) }
      return try source(
        beginning(SceneMachine.Model(scenes: 1, types: factories.keys.sorted(), ids: 2, factories: factories)))
    }
  }

  fileprivate static var severalScenes: Generator {
    Generator<Int>.int(in: 2...4).flatMap {
      beginning(
        SceneMachine.Model(scenes: $0, types: ["A", "B", "?"], ids: 2, factories: ["A": .works, "B": .works]))
    }
  }

  /// Every scene shows something from the beginning.
  private static func beginning(_ model: SceneMachine.Model) -> Generator {
    Generator { source in
      var model = model
      for scene in model.scenes.indices { _ = model.show(try source(.viewTrees(of: model.identities)), in: scene) }
      return model
    }
  }
}
