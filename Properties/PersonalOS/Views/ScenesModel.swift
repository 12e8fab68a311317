import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Scenes that show trees of views, and the objects that are provided in them: what is on all screens after each call.
/// The oracle of POS-53, POS-54, POS-55 and POS-72.
struct ScenesModel: Sendable {
  enum Call: Sendable {
    case show([ShownView], in: Int)
    case move(ViewIdentity, below: ViewIdentity)
    /// Asked of the place alone: no tree has a ring in it.
    case moveBelowItself(ViewIdentity, below: ViewIdentity)
    case close(Int)
    case closeAll
    /// The user changes what a view holds.
    case change(Place, to: Int)
    case register(Factory, for: String, in: Int)
    case retry(Place, fromTheBanner: Bool)
    case provide(Slot, in: Int)
    case withdraw(Slot, in: Int)
    case set(object: Int, to: Int)
  }

  struct Place: Sendable {
    let scene: Int
    let view: ViewIdentity
  }

  /// Where an object may be provided: at a view, or at the top of its scene.
  struct Slot: Sendable, Hashable {
    var view: ViewIdentity?
    let kind: ObjectKind
  }

  /// What makes the models of one type of view.
  enum Factory: Sendable, Equatable {
    case works, isMissing, throwsForeignError
    /// What it needs is missing; that is what is to be named.
    case lacks(String)
  }

  /// The state of a view from the time that it is first shown until it is removed, hidden or not.
  enum Life: Sendable, Equatable {
    /// The model that is its own, and what was written to it.
    case has(model: Int, number: Int)
    case lacks(DependencyError)

    var isLacking: Bool { if case .lacks = self { true } else { false } }
  }

  struct Scene: Sendable {
    var factories: [String: Factory]
    var isOpen = false
    var views: [ShownView] = []
    var lives: [ViewIdentity: Life] = [:]
    /// How often its views have been described.
    var descriptions = 0
    /// Those that have been removed at some time.
    var removed: Set<ViewIdentity> = []
    var provided: [Slot: Int] = [:]

    func view(_ identity: ViewIdentity) -> ShownView? { views.first { $0.identity == identity } }

    /// The object that the nearest place upwards provides, beginning here; the scene is above all its views.
    func nearest(_ kind: ObjectKind, from view: ViewIdentity?) -> Int? {
      provided[Slot(view: view, kind: kind)] ?? view.flatMap { nearest(kind, from: self.view($0)?.parent) }
    }
  }

  /// A view that is not visible, or not there, does not do what the user asks of it.
  struct Refused: Error, Equatable {}

  let identities: [ViewIdentity]
  /// Of a scene that is opened.
  let factories: [String: Factory]
  /// What views read, in order; most read nothing.
  var reads: [ViewIdentity: [ObjectKind]] = [:]
  private(set) var scenes: [Scene] = []
  /// The value of each object, in the order in which they were made, from number 1 on.
  private(set) var values: [Int] = []
  private var modelsMade = 0

  init(scenes: Int, _ identities: [ViewIdentity], factories: [String: Factory]) {
    (self.identities, self.factories) = (identities, factories)
    self.scenes = Array(repeating: Scene(factories: factories), count: scenes)
  }

  mutating func perform(_ call: Call) throws -> Screens {
    var evaluated: [String] = []
    switch call {
    case .show(let views, let scene): show(views, in: scene)
    case .move(let view, let parent): show(scenes[0].views.moving(view, below: parent), in: 0)
    // A place that would come to lie below itself goes to the top.
    case .moveBelowItself(let view, _): scenes[0].views = scenes[0].views.moving(view, below: nil)
    case .close(let scene): scenes[scene] = Scene(factories: factories)
    case .closeAll: for scene in scenes.indices { scenes[scene] = Scene(factories: factories) }
    case .change(let place, let number):
      let scene = scenes[place.scene]
      guard scene.view(place.view)?.isVisible == true, case .has(let model, _) = scene.lives[place.view]
      else { throw Refused() }
      scenes[place.scene].lives[place.view] = .has(model: model, number: number)
    case .register(let factory, let type, let scene): scenes[scene].factories[type] = factory
    case .retry(let place, _):
      let life = begin(place.view, in: place.scene)
      scenes[place.scene].lives[place.view] = life
      if case .lacks(let error) = life { throw error }
    case .provide(let slot, let scene):
      values.append(0)
      scenes[scene].provided[slot] = values.count
    case .withdraw(let slot, let scene): scenes[scene].provided[slot] = nil
    case .set(let object, let value):
      // Exactly the views that read it are evaluated again, once.
      if values[object - 1] != value {
        let readers = identities.filter { objectsRead(by: $0, in: scenes[0]).contains(object) }
        evaluated = readers.map { "\($0)" }.sorted()
      }
      values[object - 1] = value
    }
    return Screens(scenes: scenes.map(screen), modelsMade: modelsMade, evaluated: evaluated)
  }

  /// What was shown before goes on as it was, wherever in the tree it now is.
  private mutating func show(_ views: [ShownView], in scene: Int) {
    if !scenes[scene].isOpen { scenes[scene] = Scene(factories: factories, isOpen: true) }
    let before = scenes[scene].lives
    scenes[scene].views = views
    scenes[scene].descriptions += 1
    scenes[scene].lives = [:]
    for view in views.map(\.identity) { scenes[scene].lives[view] = before[view] ?? begin(view, in: scene) }
    scenes[scene].removed.formUnion(before.keys.filter { scenes[scene].lives[$0] == nil })
  }

  private mutating func begin(_ view: ViewIdentity, in scene: Int) -> Life {
    switch scenes[scene].factories[view.type] ?? .isMissing {
    case .works:
      modelsMade += 1
      return .has(model: modelsMade, number: 0)
    case .isMissing, .throwsForeignError: return .lacks(.missing(view.type))
    case .lacks(let name): return .lacks(.missing(name))
    }
  }

  /// Up to the first that is missing.
  func objectsRead(by view: ViewIdentity, in scene: Scene) -> [Int] {
    reads[view, default: []].map { scene.nearest($0, from: view) }.prefix { $0 != nil }.compactMap(\.self)
  }

  /// A view without a model shows an error in its own place, and a banner says the same.
  private func screen(of scene: Scene) -> Screen {
    var screen = Screen()
    for view in identities {
      guard let life = scene.lives[view], let isVisible = scene.view(view)?.isVisible else { continue }
      var row = Screen.Row(view: "\(view)", phase: isVisible ? .visible : .ready)
      switch life {
      case .has(let model, let number):
        screen.modelsKept += 1
        if isVisible {
          let (kinds, objects) = (reads[view, default: []], objectsRead(by: view, in: scene))
          let texts = zip(kinds, objects).map { ", \($0) \($1) is \(values[$1 - 1])" }.joined()
          let text = "model \(model) holds \(number), description \(scene.descriptions)\(texts)"
          row.content = objects.count < kinds.count ? .error : .text(text)
          (row.updated, row.runsATask) = (scene.descriptions, true)
        }
      case .lacks(let error):
        screen.banners.append("open \(view)")
        row.phase = .unavailable(error)
        if isVisible { row.content = .error }
      }
      if !values.isEmpty {
        row.finds = ObjectKind.allCases.map { kind in
          scene.nearest(kind, from: view).map { "\(kind) \($0)" } ?? "no \(kind.typeName)"
        }
      }
      screen.rows.append(row)
    }
    return screen
  }
}

extension ScenesModel: CounterexampleDescribable {
  var counterexampleDescription: String {
    let factories = factories.sorted { $0.key < $1.key }.map { "models of \($0) \(describe($1))" }
    let shown = scenes.enumerated().map { "scene \($0) shows \(describe($1.views))" }
    return (factories + shown).joined(separator: "; ")
  }
}
