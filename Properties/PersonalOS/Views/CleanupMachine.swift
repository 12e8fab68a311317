import PersonalOSReference
import PropertyTesting

/// Views that hold on to tasks, streams, subscriptions and models: what may be left of that when they are hidden or gone.
enum CleanupMachine {
  /// A task that a view starts each time it appears.
  enum Work: Sendable, CaseIterable {
    /// Waits for a long time with the model in its hands.
    case waitsWithTheModel
    /// Reads a stream until that ends.
    case readsAStream
    /// Ends a few turns after its cancellation, of which it takes no notice.
    case ignoresCancellation
    /// Is over before long.
    case isQuick

    var isLong: Bool { self == .waitsWithTheModel || self == .readsAStream }
  }

  struct View: Sendable {
    let work: [Work]
    /// How many subscriptions its bindings make, each of which holds the model.
    let subscriptions: Int
    /// The view whose model it shows: itself or an earlier one.
    let provider: Int

    var phase: ViewPhase
    /// Whether its bindings are made.
    var isBound: Bool

    var isVisible: Bool { phase == .visible }
    var hasModel: Bool { phase == .ready || phase == .visible }
    /// The tasks that go on for as long as the view is visible.
    var tasks: [String] { isVisible ? work.indices.filter { work[$0].isLong }.map { "\($0)" } : [] }
  }

  /// What views have been told since the last time that somebody looked: which of them disappeared, and which received an
  /// event, once for each subscription, in the order in which they subscribed.
  struct Told: Sendable, Equatable {
    var disappeared: [Int] = []
    var received: [Int] = []
  }

  /// What is held once everything that can still run has run.
  struct Held: Sendable, Equatable {
    /// Of each view.
    var tasks: [[String]]
    var openStreams: Int
    var subscriptions: Int
    /// The views whose models are in memory.
    var models: [Int]
    var modelsInTheStore: Int
    var told: Told
  }

  struct Model: Sendable {
    var views: [View]
    /// The view of each subscription, the oldest first.
    private(set) var subscribers: [Int] = []

    init(views: [View]) {
      self.views = views
      for view in views.indices where views[view].isBound { connect(view) }
    }

    private mutating func connect(_ view: Int) {
      views[view].isBound = true
      subscribers += Array(repeating: view, count: views[view].subscriptions)
    }

    mutating func prepare(_ view: Int) -> Told {
      if views[view].phase == .initial {
        views[view].phase = .ready
        connect(view)
      }
      return Told()
    }

    mutating func appear(_ view: Int) -> Told {
      if views[view].phase != .ended {
        views[view].phase = .visible
        if !views[view].isBound { connect(view) }
      }
      return Told()
    }

    /// Its tasks and its subscriptions end, those from outside too, and it is told once.
    mutating func disappear(_ view: Int) -> Told {
      guard views[view].isVisible else { return Told() }
      views[view].phase = .ready
      disconnect(view)
      return Told(disappeared: [view])
    }

    private mutating func disconnect(_ view: Int) {
      views[view].isBound = false
      subscribers.removeAll { $0 == view }
    }

    mutating func tearDown(_ view: Int) -> Told {
      let told = disappear(view)
      views[view].phase = .ended
      disconnect(view)
      return told
    }

    mutating func bind(_ view: Int) throws -> Told {
      guard views[view].hasModel else { throw DependencyError.missing("View") }
      subscribers.append(view)
      return Told()
    }

    /// Whoever is subscribed receives it, the oldest subscription first, and nobody else.
    func send() -> Told { Told(received: subscribers) }

    /// Only what is visible holds tasks and streams; a model is there for as long as a view shows it.
    var held: Held {
      let models = views.indices.filter(isAlive)
      return Held(
        tasks: views.map(\.tasks),
        openStreams: views.reduce(0) { $0 + ($1.isVisible ? $1.work.count { $0 == .readsAStream } : 0) },
        subscriptions: subscribers.count,
        models: models, modelsInTheStore: models.count, told: Told())
    }

    func isAlive(_ provider: Int) -> Bool { views.contains { $0.provider == provider && $0.hasModel } }

    var anyView: Generator<Int> { .int(in: 0...(views.count - 1)) }
    var anyViewOftenHidden: Generator<Int> {
      let hidden = views.indices.filter { views[$0].phase == .ready && !views[$0].isBound }
      return hidden.isEmpty ? anyView : .oneOf(anyView, .element(of: hidden))
    }
  }

  typealias CleanupCommand = Command<Model, CleanupUnderTest>

  static let appear = CleanupCommand("appear", weight: 3, with: \.anyViewOftenHidden) { model, view in
    model.appear(view)
  } system: { views, view in
    await views.told { $0[view].appear() }
  }
  .labelled("hidden and shown again") { step in
    zip(step.before.views, step.after.views).contains { $0.phase == .ready && !$0.isBound && $1.isVisible }
  }

  static let tearDown = ending(
    CleanupCommand("tearDown", weight: 2, with: \.anyView) { model, view in
      model.tearDown(view)
    } system: { views, view in
      await views.told { $0[view].tearDown() }
    }
  )
  .labelled("gone while another shows its model") { step in
    gone(step).contains { $0.hasModel && step.after.isAlive($0.provider) }
  }

  /// The last first: views go before those whose models they show.
  static let endAll = ending(
    CleanupCommand("endAll") { model in
      model.views.indices.reversed().reduce(into: Told()) { $0.disappeared += model.tearDown($1).disappeared }
    } system: { views in
      await views.told { for host in $0.reversed() { host.tearDown() } }
    })

  private static func ending(_ command: CleanupCommand) -> CleanupCommand {
    command
      .labelled("gone with tasks under way") { step in
        gone(step).contains { $0.isVisible && $0.work.contains(.waitsWithTheModel) }
      }
      .labelled("gone with a stream open") { gone($0).contains { $0.isVisible && $0.work.contains(.readsAStream) } }
      .labelled("gone with subscriptions") { gone($0).contains { $0.isVisible && $0.subscriptions > 0 } }
      .labelled("gone without being shown") { gone($0).contains { $0.phase == .ready && $0.isBound } }
  }

  /// The views that the step ended, as they were before.
  private static func gone(_ step: CommandStep<Model>) -> [View] {
    zip(step.before.views, step.after.views).filter { $0.phase != .ended && $1.phase == .ended }.map(\.0)
  }

  static let disappear = CleanupCommand("disappear", weight: 3, with: \.anyView) { model, view in
    model.disappear(view)
  } system: { views, view in
    await views.told { $0[view].disappear() }
  }

  static let prepare = CleanupCommand("prepare", with: \.anyView) { model, view in
    model.prepare(view)
  } system: { views, view in
    await views.told { $0[view].prepare() }
  }

  /// One more subscription, from outside.
  static let bind = CleanupCommand("bind", with: \.anyView) { model, view in
    try model.bind(view)
  } system: { views, view in
    try await views.bind(view)
  }
  .labelled("bound from outside") { $0.error == nil }

  static let send = CleanupCommand("send", weight: 2) { model in
    model.send()
  } system: { views in
    await views.send()
  }
  .labelled("an event after the end") { $0.before.views.contains { $0.phase == .ended } }
  .labelled("an event to views that subscribed in another order") { step in
    step.before.subscribers != step.before.subscribers.sorted()
  }

  /// Lets run what can run, and looks at what is left.
  static let settle = CleanupCommand("settle") { model in
    model.held
  } system: { views in
    try await views.settle()
  }

  static let machine = StateMachine(
    initially: .holdingViews, commands: [appear, tearDown, disappear, send, bind, settle, prepare],
    closing: [settle, endAll, settle]
  )
  .settingUp { views, model in await views.open(model.views) }
  .showing { model in model.views.indices.map { "view \($0) is \(model.views[$0].phase)" }.joined(separator: ", ") }
  .withoutSwarm
}

extension Generator where Value == CleanupMachine.Model {
  /// Most of the views are visible to begin with, some are about to be.
  fileprivate static var holdingViews: Generator {
    let work = Generator<[CleanupMachine.Work]>.oneOf(
      .array(of: .anyCase(), count: 0...1), .array(of: .anyCase(), count: 1...3))
    return Generator { source in
      let count = try source(.oneOf(.int(in: 1...2), .int(in: 2...4)))
      var views: [CleanupMachine.View] = []
      for index in 0..<count {
        let phase = try source(.element(of: [ViewPhase.visible, .visible, .ready, .initial]))
        let sharesTheModel = try source(.bool)
        views.append(
          CleanupMachine.View(
            work: try source(work), subscriptions: try source(.int(in: 0...2)),
            provider: sharesTheModel ? views.last?.provider ?? index : index, phase: phase, isBound: phase != .initial))
      }
      return CleanupMachine.Model(views: views)
    }
  }
}

extension CleanupMachine.Told: CounterexampleDescribable {
  var counterexampleDescription: String {
    let texts = disappeared.map { "view \($0) disappears" } + received.map { "view \($0) receives it" }
    return texts.isEmpty ? "nothing" : texts.joined(separator: ", ")
  }
}

extension CleanupMachine.Model: CounterexampleDescribable {
  var counterexampleDescription: String {
    views.enumerated().map { index, view in
      let subscriptions = subscribers.count { $0 == index }
      return "view \(index) is \(view.phase)" + (view.provider == index ? "" : ", shows the model of view \(view.provider)")
        + (view.work.isEmpty ? "" : ", its tasks: \(view.work.map { "\($0)" }.joined(separator: ", "))")
        + (subscriptions == 0 ? "" : ", subscribed \(subscriptions) times")
    }.joined(separator: "; ")
  }
}
