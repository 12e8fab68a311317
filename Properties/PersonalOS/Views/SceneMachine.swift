import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// The calls of ``ScenesModel`` as commands.
enum SceneMachine {
  typealias Machine = StateMachine<ScenesModel, ScenesDriver>
  typealias SceneCommand = Command<ScenesModel, ScenesDriver>

  static let oneScene = Machine(
    initially: ScenesModel(scenes: 1, .all(["A", "B"], 3), factories: ["A": .works, "B": .works]),
    commands: [show, change, walk], closing: [closeAll]
  )

  static let missingModels = Machine(
    initially: .missingModels, commands: [show, change, register, retry],
    closing: [show, register, retry, register, retry, closeAll]
  )

  static let severalScenes = Machine(
    initially: .severalScenes, commands: [show, change, provideToScene, close], closing: [closeAll]
  )

  static let objects = Machine(initially: .readers, commands: [provide, set, withdraw, move, moveBelowItself])

  private static func command<Argument: Sendable>(
    _ name: String, weight: Int = 1, with argument: @escaping @Sendable (ScenesModel) -> Generator<Argument>,
    requiring requirement: @escaping @Sendable (ScenesModel, Argument) -> Bool = { _, _ in true },
    agreeing: @escaping @Sendable (Screens, Screens) -> Bool = { $0 == $1 },
    _ call: @escaping @Sendable (Argument) -> ScenesModel.Call
  ) -> SceneCommand {
    SceneCommand(name, weight: weight, with: argument, requiring: requirement, agreeing: agreeing) { model, argument in
      try model.perform(call(argument))
    } system: { scenes, argument, _ in
      try await scenes.perform(call(argument))
    }
    .labelled
  }

  private static let show = command("show", weight: 5, with: \.anyShowing) { .show($1, in: $0) }
  private static let change = command("change", weight: 4, with: \.anyChange) { .change($0, to: $1) }
  private static let close = command("close", with: { .int(in: $0.scenes.indices) }) { .close($0) }
  private static let closeAll = command("closeAll", with: { _ in .constant(()) }) { .closeAll }

  private static let walk = SceneCommand("walk", with: SceneWalk.any) { $1.expected } system: { await $0.walk($1) }
    .labelled("asks for another view while one is shown") { ($0.argument(SceneWalk.self)?.steps ?? 0) > 1 }
    .labelled("asks for views without an end") { $0.result(SceneWalk.Found.self)?.reports.isEmpty == false }

  private static let register = command("register", weight: 3, with: \.anyRegistration) {
    .register($2, for: $1, in: $0)
  }

  private static let retry = command(
    "retry", weight: 6, with: { .zip($0.anyLacking, .bool) }, requiring: { $0.isLacking($1.0) }
  ) { .retry($0, fromTheBanner: $1) }

  private static let provideToScene = command(
    "provide", weight: 2, with: { model in .element(of: model.scenes.indices.filter { model.scenes[$0].isOpen }) },
    requiring: { $0.scenes[$1].isOpen }
  ) { .provide(ScenesModel.Slot(kind: .theme), in: $0) }

  private static let provide = command(
    "provide", weight: 3, with: { .element(of: $0.slots) }, agreeing: Screens.agreeOnObjects
  ) { .provide($0, in: 0) }

  private static let withdraw = command(
    "withdraw", weight: 2, with: \.anyProvided, agreeing: Screens.agreeOnObjects
  ) { .withdraw($0, in: 0) }

  private static let set = command(
    "set", weight: 5, with: { .zip(.element(of: Array(1...$0.values.count + 1)), .int(in: 0...99)) },
    requiring: { $1.0 <= $0.values.count }, agreeing: Screens.agreeOnObjects
  ) { .set(object: $0, to: $1) }

  private static let move = command(
    "move", weight: 3, with: { .zip(.element(of: $0.shown), .element(of: $0.shown)) },
    requiring: { !$0.path(from: $1.1).contains($1.0) }, agreeing: Screens.agreeOnObjects
  ) { .move($0, below: $1) }

  private static let moveBelowItself = command(
    "moveBelowItself", with: \.anyRing, requiring: { $0.path(from: $1.1).contains($1.0) },
    agreeing: Screens.agreeOnObjects
  ) { .moveBelowItself($0, below: $1) }
}

extension ScenesModel {
  fileprivate var anyShowing: Generator<(Int, [ShownView])> {
    Generator { source in
      let scene = try source(.int(in: scenes.indices))
      return (scene, try source(.views(of: identities, after: scenes[scene].views)))
    }
  }

  /// Mostly of a view that is shown.
  fileprivate var anyChange: Generator<(Place, Int)> {
    let any = Generator<Place>.build(Place.init, from: .int(in: scenes.indices), .element(of: identities))
    return .zip(.mostly(9, of: places { _ in true }, or: any), .int(in: 1...99))
  }

  /// Mostly of a type whose models are missing.
  fileprivate var anyRegistration: Generator<(Int, String, Factory)> {
    let lacking = places(\.isLacking).map(\.view.type)
    return .zip(
      .int(in: scenes.indices), .mostly(4, of: lacking, or: .element(of: identities.map(\.type))),
      .element(of: [.works, .works, .lacks("network")]))
  }

  /// Mostly one whose model could be made now.
  fileprivate var anyLacking: Generator<Place> {
    let lacking = places(\.isLacking)
    let mendable = lacking.filter { scenes[$0.scene].factories[$0.view.type] == .works }
    return .mostly(4, of: mendable, or: .element(of: lacking))
  }

  fileprivate func isLacking(_ place: Place) -> Bool { scenes[place.scene].lives[place.view]?.isLacking == true }

  private func places(_ isWanted: (Life) -> Bool) -> [Place] {
    scenes.enumerated().flatMap { index, scene in
      let views = scene.views.map(\.identity).filter { scene.lives[$0].map(isWanted) == true }
      return views.map { Place(scene: index, view: $0) }
    }
  }

  // Of the first scene.
  var shown: [ViewIdentity] { scenes[0].views.map(\.identity) }
  var slots: [Slot] { shown.flatMap { view in ObjectKind.allCases.map { Slot(view: view, kind: $0) } } }

  fileprivate var anyProvided: Generator<Slot> {
    .mostly(9, of: slots.filter { scenes[0].provided[$0] != nil }, or: .element(of: slots))
  }

  /// The view and all above it.
  fileprivate func path(from view: ViewIdentity) -> [ViewIdentity] {
    Array(sequence(first: view) { scenes[0].view($0)?.parent })
  }

  fileprivate var anyRing: Generator<(ViewIdentity, ViewIdentity)> {
    .element(of: shown.flatMap { below in path(from: below).map { ($0, below) } })
  }
}

extension Generator where Value == ScenesModel {
  fileprivate static var missingModels: Generator {
    let factory = Generator<ScenesModel.Factory>.frequency(
      (3, .constant(.works)), (2, .constant(.isMissing)), (1, .constant(.throwsForeignError)),
      (1, .constant(.lacks("repository"))))
    return Generator<[ScenesModel.Factory]>.array(of: factory, count: 4).flatMap {
      let factories = Dictionary(uniqueKeysWithValues: Swift.zip(["A", "B", "C", "D"], $0))
      return showing(ScenesModel(scenes: 1, .all(factories.keys.sorted(), 2), factories: factories))
    }
  }

  /// Views of the type "?" have no factory.
  fileprivate static var severalScenes: Generator {
    Generator<Int>.int(in: 2...4).flatMap {
      showing(ScenesModel(scenes: $0, .all(["A", "B", "?"], 2), factories: ["A": .works, "B": .works]))
    }
  }

  /// Every scene shows something from the beginning.
  private static func showing(_ model: ScenesModel) -> Generator {
    Generator { source in
      var model = model
      for scene in model.scenes.indices {
        _ = try model.perform(.show(source(.views(of: model.identities)), in: scene))
      }
      return model
    }
  }

  /// Some of their places provide something.
  fileprivate static var readers: Generator {
    let kinds = Generator<[ObjectKind]>.element(of: [[.theme], [.account], [.theme, .account], [], [.theme]])
    return Generator { source in
      var model = ScenesModel(scenes: 1, .all(["View"], 8), factories: ["View": .works])
      for view in model.identities { model.reads[view] = try source(kinds) }
      _ = try model.perform(.show(source(.deepTree(of: model.identities)), in: 0))
      for slot in model.slots where try source(.int(in: 0...3)) == 3 { _ = try model.perform(.provide(slot, in: 0)) }
      return model
    }
  }
}

extension [ViewIdentity] {
  fileprivate static func all(_ types: [String], _ count: Int) -> [ViewIdentity] {
    types.flatMap { type in (0..<count).map { ViewIdentity(type, "\($0)") } }
  }
}

extension Generator where Value: Sendable {
  /// Mostly one of these, if there are any.
  static func mostly(_ weight: Int, of preferred: [Value], or any: Generator) -> Generator {
    .frequency((1, any), (preferred.isEmpty ? 0 : weight, .element(of: preferred)))
  }
}
