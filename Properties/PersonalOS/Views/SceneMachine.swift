import PersonalOSReference
import PropertyTesting

/// The calls of ``ScenesModel``.
enum SceneMachine {
  typealias Machine = StateMachine<ScenesModel, ScenesDriver>
  typealias Calls = @Sendable (ScenesModel) -> Generator<ScenesModel.Call>

  static let oneScene = machine(
    .constant(ScenesModel(scenes: 1, .all(["A", "B"], 3), factories: ["A": .works, "B": .works])), closing: [closeAll]
  ) {
    .frequency((5, .show($0)), (4, .change($0)), (1, .walk))
  }

  static let missingModels = machine(
    .missingModels, closing: [{ .show($0) }, { .register($0) }, { .retry($0) }, { .register($0) }, { .retry($0) }, closeAll]
  ) {
    .frequency((5, .show($0)), (4, .change($0)), (3, .register($0)), ($0.lacking.isEmpty ? 0 : 6, .retry($0)))
  }

  static let severalScenes = machine(.severalScenes, closing: [closeAll]) { model in
    let open = model.scenes.indices.filter { model.scenes[$0].isOpen }
    let provide = Generator.element(of: open).map { ScenesModel.Call.provide(ScenesModel.Slot(kind: .theme), in: $0) }
    let close = Generator.int(in: model.scenes.indices).map { ScenesModel.Call.close([$0]) }
    return .frequency((5, .show(model)), (4, .change(model)), (open.isEmpty ? 0 : 2, provide), (1, close))
  }

  static let objects = machine(.readers, claiming: \.objects) { model in
    let provide = Generator.element(of: model.slots).map { ScenesModel.Call.provide($0, in: 0) }
    let (set, count) = (ScenesModel.Call.set, model.values.count)
    return .frequency(
      (3, provide), (count == 0 ? 0 : 5, .build(set, from: .int(in: 1...max(1, count)), .int(in: 0...99))), (2, .withdraw(model)),
      (model.shown.count < 2 ? 0 : 3, .move(model)), (1, .moveBelowItself(model)))
  }

  private static let closeAll: Calls = { .constant(.close(Array($0.scenes.indices))) }

  private static func machine(
    _ model: Generator<ScenesModel>, claiming claim: @escaping @Sendable (ScenesModel.Answer) -> ScenesModel.Answer = { $0 },
    closing: [Calls] = [], _ calls: @escaping Calls
  ) -> Machine {
    let commands = ([calls] + closing).map { calls in
      Command<ScenesModel, ScenesDriver>("call", with: calls, requiring: { $0.allows($1) }) { model, call in
        claim(try model.perform(call))
      } system: { scenes, call in
        claim(try await scenes.perform(call))
      }
      .labelled
    }
    return Machine(initially: model, commands: Array(commands.prefix(1)), closing: Array(commands.dropFirst())).withLongCases.withoutSwarm
  }
}

extension ScenesModel {
  /// In a case that is made smaller what a call needs may be missing.
  fileprivate func allows(_ call: Call) -> Bool {
    switch call {
    case .retry(let place, _): scenes[place.scene].lives[place.view]?.isLacking == true
    case .provide(_, let scene): scenes[scene].isOpen
    case .set(let object, _): object <= values.count
    case .moveBelowItself(let view, let below): path(from: below).contains(view)
    default: true
    }
  }

  fileprivate var lacking: [Place] { places(\.isLacking) }

  fileprivate func places(_ isWanted: (Life) -> Bool) -> [Place] {
    scenes.enumerated().flatMap { index, scene in
      scene.views.filter { scene.lives[$0.identity].map(isWanted) == true }.map { Place(scene: index, view: $0.identity) }
    }
  }

  // Of the first scene.
  var shown: [ViewIdentity] { scenes[0].views.map(\.identity) }
  var slots: [Slot] { shown.flatMap { view in ObjectKind.allCases.map { Slot(view: view, kind: $0) } } }

  /// The view and all above it.
  fileprivate func path(from view: ViewIdentity) -> [ViewIdentity] { Array(sequence(first: view) { scenes[0].view($0)?.parent }) }
}

extension Generator where Value == ScenesModel.Call {
  fileprivate static func show(_ model: ScenesModel) -> Generator {
    Generator<Int>.int(in: model.scenes.indices).flatMap { scene in
      Generator<[ShownView]>.views(of: model.identities, after: model.scenes[scene].views).map { .show($0, in: scene) }
    }
  }

  /// Mostly of a view that is shown.
  fileprivate static func change(_ model: ScenesModel) -> Generator {
    let any = Generator<ScenesModel.Place>.build(
      ScenesModel.Place.init, from: .int(in: model.scenes.indices), .element(of: model.identities))
    return .build(Value.change, from: .mostly(9, of: model.places { _ in true }, or: any), .int(in: 1...99))
  }

  /// Mostly of a type whose models are missing.
  fileprivate static func register(_ model: ScenesModel) -> Generator {
    let type = Generator<String>.mostly(4, of: model.lacking.map(\.view.type), or: .element(of: model.identities.map(\.type)))
    return .build(Value.register, from: .element(of: [.works, .works, .lacks("network")]), type, .int(in: model.scenes.indices))
  }

  /// Mostly of a model that could be made now.
  fileprivate static func retry(_ model: ScenesModel) -> Generator {
    let mendable = model.lacking.filter { model.scenes[$0.scene].factories[$0.view.type] == .works }
    return .build(Value.retry, from: .mostly(4, of: mendable, or: .element(of: model.lacking)), .bool)
  }

  /// Often near the number at which a scene stops.
  fileprivate static let walk = Generator.build(Value.walk, from: .oneOf(.int(in: 1...12), .int(in: 8...10)), .bool)

  fileprivate static func withdraw(_ model: ScenesModel) -> Generator {
    let provided = model.slots.filter { model.scenes[0].provided[$0] != nil }
    return Generator<ScenesModel.Slot>.mostly(9, of: provided, or: .element(of: model.slots)).map { .withdraw($0) }
  }

  /// Without rings.
  fileprivate static func move(_ model: ScenesModel) -> Generator {
    let moves = model.shown.flatMap { parent in model.shown.filter { !model.path(from: parent).contains($0) }.map { ($0, parent) } }
    return .element(of: moves.map { .show(model.scenes[0].views.moving($0, below: $1), in: 0) })
  }

  fileprivate static func moveBelowItself(_ model: ScenesModel) -> Generator {
    .element(of: model.shown.flatMap { below in model.path(from: below).map { .moveBelowItself($0, below: below) } })
  }
}

extension Generator where Value == ScenesModel {
  fileprivate static var missingModels: Generator {
    let factory = Generator<ScenesModel.Factory>.element(
      of: [.works, .works, .works, .isMissing, .isMissing, .throwsForeignError, .lacks("repository")])
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
      for scene in model.scenes.indices { _ = try model.perform(.show(source(.views(of: model.identities)), in: scene)) }
      return model
    }
  }

  /// Some of their places provide something.
  fileprivate static var readers: Generator {
    let kinds = Generator<[ObjectKind]>.element(of: [[.theme], [.account], [.theme, .account], [], [.theme]])
    return Generator { source in
      var model = ScenesModel(scenes: 1, .all(["View"], 8), factories: ["View": .works])
      for view in model.identities { model.reads[view] = try source(kinds) }
      _ = try model.perform(.show(source(.views(of: model.identities, areDeep: true)), in: 0))
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

extension ScenesModel: CounterexampleDescribable {
  var counterexampleDescription: String {
    let factories = factories.sorted { $0.key < $1.key }.map { "models of \($0) \(describe($1))" }
    let shown = scenes.enumerated().map { "scene \($0) shows \(describe($1.views))" }
    return (factories + shown).joined(separator: "; ")
  }
}
