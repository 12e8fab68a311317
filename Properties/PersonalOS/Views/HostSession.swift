import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Hosts side by side, the trace of what they call, and the model of the phase that each should be in.
@MainActor
final class HostSession {
  private enum Life {
    case initial, visible, ended
    /// Its bindings are made before it is shown, and undone when it is hidden.
    case ready(isConnected: Bool)
  }

  /// A view that begins more often than this in answer to one event goes on for ever.
  private static let endless = 50

  private let trial: Trial
  private let script: HostScript
  private let stage = Stage()
  private var presenters: [any ErrorPresenting] = []
  private var automaton: LifeAutomaton
  private var lives: [Life]
  private var hasAppeared: Set<Int> = []
  private var connectedBefore: Set<Int> = []

  init(_ system: PersonalOSSystem, _ script: HostScript, _ trial: Trial) {
    self.trial = trial
    self.script = script
    lives = script.views.map { _ in .initial }
    automaton = LifeAutomaton(
      script.views.enumerated().map { ($1.bindings.count, $1.modelOf ?? $0) })
    let (views, errors, stage) = (system.views, system.errors, stage)
    let log = errors.makeLog(100, [])
    let store = views.makeStore()
    let tasks = system.tasks.makeRegistry(EffectGate())
    store.register("View") { identity in
      stage.made += 1
      stage.trace.append(.created(view: Int(identity.id) ?? -1, serial: stage.made))
      return ProbeModel(serial: stage.made)
    }
    presenters = script.views.map { _ in views.makePresenter(log) }
    stage.hosts = script.views.indices.map { index in
      views.makeHost(
        HostSetup(
          view: Self.view(index, script.views[index], stage), scene: "main", store: store,
          environment: views.makeEnvironment(nil), tasks: tasks, presenter: presenters[index]))
    }
  }

  private static func view(_ index: Int, _ drawn: HostScript.View, _ stage: Stage) -> ViewDescription {
    ViewDescription(
      ViewIdentity("View", "\(index)"), modelOf: drawn.modelOf.map { ViewIdentity("View", "\($0)") },
      bindings: drawn.bindings.enumerated().map { number, event in
        ViewBinding("binding \(number)") { model in
          stage.trace.append(.bound(view: index, binding: number, serial: model.serial))
          let isFirst = stage.isFirst(binding: number, of: index)
          if let event, isFirst || drawn.isRestless { stage.send(event, to: index) }
          return nil
        }
      },
      body: { model, _ in
        stage.trace.append(.evaluated(view: index, serial: model.serial))
        return ""
      },
      onAppear: { _ in stage.trace.append(.appeared(view: index)) },
      onDisappear: { stage.trace.append(.disappeared(view: index)) })
  }

  func perform(_ event: HostScript.Event, on view: Int) throws {
    trial.note("\(event) of view \(view)")
    if case .bind = event { return try bind(view) }
    stage.send(event, to: view)
    if live(event, of: view) {
      try expectNoMoreThanOneError(of: view)
    } else {
      try expectTheEndlessReported(view)
    }
  }

  private func bind(_ view: Int) throws {
    let (host, trace) = (stage.hosts[view], stage.trace)
    let binding = ViewBinding("from outside") { model in
      trace.append(.boundFromOutside(view: view, serial: model.serial))
      return nil
    }
    trial.label("binds without a model", if: !hasModel(view))
    if hasModel(view) { return try host.bind(binding) }
    _ = try expectThrows("a binding without a model", DependencyError.self) { try host.bind(binding) }
  }

  private func hasModel(_ view: Int) -> Bool {
    switch lives[view] {
    case .ready, .visible: true
    case .initial, .ended: false
    }
  }

  /// What a view does while it makes its bindings waits until they are made.
  /// - Returns: false where that has no end.
  private func live(_ event: HostScript.Event, of view: Int) -> Bool {
    var waiting = [event]
    var connections = 0
    func connect() {
      connections += 1
      let isFirst = connectedBefore.insert(view).inserted
      let drawn = script.views[view]
      if isFirst || drawn.isRestless { waiting += drawn.bindings.compactMap(\.self) }
    }
    while !waiting.isEmpty {
      if connections > Self.endless { return false }
      let event = waiting.removeFirst()
      switch (event, lives[view]) {
      case (.prepare, .initial):
        lives[view] = .ready(isConnected: true)
        connect()
      case (.appear, .initial), (.appear, .ready):
        if case .ready(isConnected: true) = lives[view] {} else { connect() }
        trial.label("appears with bindings", if: !script.views[view].bindings.isEmpty)
        trial.label("appears again", if: hasAppeared.contains(view))
        trial.label("shows another view's model", if: script.views[view].modelOf != nil)
        hasAppeared.insert(view)
        lives[view] = .visible
      case (.disappear, .visible):
        lives[view] = .ready(isConnected: false)
      case (.tearDown, .ready), (.tearDown, .visible):
        lives[view] = .ended
        let provider = script.views[view].modelOf ?? view
        let isShared = script.views.indices.contains { other in
          (script.views[other].modelOf ?? other) == provider && hasModel(other)
        }
        stage.trace.append(.ended(view: view, modelIsShared: isShared))
      case (.tearDown, .initial):
        lives[view] = .ended
      default: break
      }
      trial.label("appears inside a binding", if: waiting.contains(.appear))
    }
    return true
  }

  /// A view that comes and goes for ever is stopped somewhere on its way, and the user is told.
  private func expectTheEndlessReported(_ view: Int) throws {
    trial.label("comes and goes for ever")
    let errors = presenters[view].errorQueue.map(\.operation)
    try expect("errors of view \(view)", errors, equals: ["update View \(view)"])
    lives[view] = stage.hosts[view].phase == .visible ? .visible : .ready(isConnected: false)
  }

  private func expectNoMoreThanOneError(of view: Int) throws {
    let errors = presenters[view].errorQueue.map(\.operation)
    // One that was reported before goes when the view is evaluated to an end, or is gone.
    let isAllowed = script.views[view].isRestless && hasModel(view) ? [[], ["update View \(view)"]] : [[]]
    try expect("errors of view \(view): \(errors)", isAllowed.contains(errors))
  }

  func expectPhasesAsModelled() throws {
    for (index, (host, life)) in zip(stage.hosts, lives).enumerated() {
      let phase: ViewPhase =
        switch life {
        case .initial: .initial
        case .ready: .ready
        case .visible: .visible
        case .ended: .ended
        }
      try expect("phase of view \(index)", host.phase, equals: phase)
    }
  }

  /// Nothing out of order in the trace, and nothing missing.
  func expectTraceInOrder() throws {
    try automaton.read(stage.trace.events)
    for (index, life) in lives.enumerated() {
      let isVisible = if case .visible = life { true } else { false }
      try automaton.expectView(index, isVisible: isVisible)
    }
  }

  func end() { stage.hosts = [] }
}

/// The hosts, for the callbacks that they make.
@MainActor
private final class Stage {
  let trace = LifeTrace()
  var hosts: [any ViewHosting] = []
  var made = 0
  private var bound: [Int: Set<Int>] = [:]

  func isFirst(binding: Int, of view: Int) -> Bool {
    bound[view, default: []].insert(binding).inserted
  }

  func send(_ event: HostScript.Event, to view: Int) {
    let host = hosts[view]
    switch event {
    case .prepare: host.prepare()
    case .appear: host.appear()
    case .disappear: host.disappear()
    case .update:
      host.update(
        ViewDescription(host.identity) { [trace] model, _ in
          trace.append(.evaluated(view: view, serial: model.serial))
          return "again"
        })
    case .tick: host.tick()
    case .tearDown: host.tearDown()
    case .bind: break
    }
  }
}
