import PersonalOSReference
import PropertyTesting

/// Scenes that show trees of views, and the objects that are provided in them: what is on all screens after each call.
/// The oracle of POS-53, POS-54, POS-55 and POS-72.
struct ScenesModel: Sendable {
  enum Call: Sendable {
    case show([ShownView], in: Int)
    case close([Int])
    /// The user changes what a view holds.
    case change(Place, to: Int)
    case register(Factory, for: String, in: Int)
    case retry(Place, fromTheBanner: Bool)
    case provide(Slot, in: Int)
    case withdraw(Slot)
    case set(object: Int, to: Int)
    /// Asked of the place alone: no tree has a ring in it.
    case moveBelowItself(ViewIdentity, below: ViewIdentity)
    /// So many views in a scene of their own: each asks for the next one as soon as it appears, and the last may close the scene.
    case walk(Int, closes: Bool)
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

  /// What makes the models of one type of view. If what it needs is lacking, that is what is to be named.
  enum Factory: Sendable, Equatable { case works, isMissing, throwsForeignError, lacks(String) }

  /// The state of a view from the time that it is first shown until it is removed, hidden or not: the model that is its own with what was
  /// written to it, or what it lacks.
  enum Life: Sendable, Equatable {
    case has(model: Int, number: Int), lacks(DependencyError)

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

  /// All that can be seen of a view, or of what is left of it.
  struct Row: Sendable, Equatable {
    let view: String
    /// Instead of an error's text, whether it has words.
    var shows = ViewContent.nothing
    /// The nearest object of each kind, or that there is none. Looked up as soon as there is an object at all.
    var finds: [String] = []
    var phase: ViewPhase?
    /// By which of its descriptions a visible view was told of its last evaluation.
    var updated: Int?
    /// Whether what it started when it appeared goes on.
    var runsATask = false
  }

  /// What is on all screens, those of closed scenes too.
  struct Answer: Sendable, Equatable {
    var rows: [Row] = []
    /// What scenes report and how many models they keep.
    var scenes: [String] = []
    /// The views that were evaluated because an object changed, or what a walk came to.
    var heard: [String] = []

    /// POS-72 claims what is found at each place, what its view shows, and who is evaluated.
    var objects: Answer { Answer(rows: rows.map { Row(view: $0.view, shows: $0.shows, finds: $0.finds) }, heard: heard) }
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

  /// One after the other a scene shows so many, and then it says that there is no end.
  private static let mostSteps = 9

  init(scenes: Int, _ identities: [ViewIdentity], factories: [String: Factory]) {
    (self.identities, self.factories) = (identities, factories)
    self.scenes = Array(repeating: Scene(factories: factories), count: scenes)
  }

  mutating func perform(_ call: Call) throws -> Answer {
    var heard: [String] = []
    switch call {
    case .show(let views, let scene): show(views, in: scene)
    case .close(let closed): for scene in closed { scenes[scene] = Scene(factories: factories) }
    case .change(let place, let number):
      let scene = scenes[place.scene]
      guard scene.view(place.view)?.isVisible == true, case .has(let model, _) = scene.lives[place.view] else { throw Refused() }
      scenes[place.scene].lives[place.view] = .has(model: model, number: number)
    case .register(let factory, let type, let scene): scenes[scene].factories[type] = factory
    case .retry(let place, _):
      let life = begin(place.view, in: place.scene)
      scenes[place.scene].lives[place.view] = life
      if case .lacks(let error) = life { throw error }
    case .provide(let slot, let scene):
      values.append(0)
      scenes[scene].provided[slot] = values.count
    case .withdraw(let slot): scenes[0].provided[slot] = nil
    case .set(let object, let value):
      // Exactly the views that read it are evaluated again, once.
      if values[object - 1] != value {
        heard = identities.filter { objectsRead(by: $0, in: scenes[0]).contains(object) }.map { "\($0)" }.sorted()
      }
      values[object - 1] = value
    // A place that would come to lie below itself goes to the top.
    case .moveBelowItself(let view, _): scenes[0].views = scenes[0].views.moving(view, below: nil)
    case .walk(let steps, let closes):
      let (isCut, last) = (steps > Self.mostSteps, min(steps, Self.mostSteps))
      heard = (1...last).map { "View \($0) appears" } + (closes && !isCut ? ["0 models"] : ["View \(last) is there", "1 models"])
      if isCut { heard.append("update Scene walk") }
    }
    let rows = scenes.enumerated().flatMap { index, scene in identities.compactMap { row(of: $0, in: scene, index) } }
    let reports = scenes.map { scene in
      let lacking = identities.filter { scene.lives[$0]?.isLacking == true }
      return "\(scene.lives.count - lacking.count) models, \(lacking.map { "open \($0)" })"
    }
    return Answer(rows: rows, scenes: reports + ["\(modelsMade) models made"], heard: heard)
  }

  /// What was shown before goes on as it was, wherever in the tree it now is.
  private mutating func show(_ views: [ShownView], in scene: Int) {
    if !scenes[scene].isOpen { scenes[scene] = Scene(factories: factories, isOpen: true) }
    let before = scenes[scene].lives
    (scenes[scene].views, scenes[scene].lives) = (views, [:])
    scenes[scene].descriptions += 1
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

  /// A view without a model shows an error in its own place, and a banner of the scene says the same.
  private func row(of view: ViewIdentity, in scene: Scene, _ index: Int) -> Row? {
    guard let life = scene.lives[view], let isVisible = scene.view(view)?.isVisible else { return nil }
    var row = Row(view: "\(view) in scene \(index)", phase: isVisible ? .visible : .ready)
    switch life {
    case .has(let model, let number):
      guard isVisible else { break }
      let (kinds, objects) = (reads[view, default: []], objectsRead(by: view, in: scene))
      let texts = zip(kinds, objects).map { ", \($0) \($1) is \(values[$1 - 1])" }.joined()
      let text = "model \(model) holds \(number), description \(scene.descriptions)\(texts)"
      row.shows = objects.count < kinds.count ? .error("has words") : .text(text)
      (row.updated, row.runsATask) = (scene.descriptions, true)
    case .lacks(let error):
      row.phase = .unavailable(error)
      if isVisible { row.shows = .error("has words") }
    }
    if !values.isEmpty {
      row.finds = ObjectKind.allCases.map { kind in scene.nearest(kind, from: view).map { "\(kind) \($0)" } ?? "no \(kind.typeName)" }
    }
    return row
  }
}
