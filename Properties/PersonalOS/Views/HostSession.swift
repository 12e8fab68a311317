import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Hosts side by side, the trace of what they call, and the model of the phase that each should be in.
@MainActor
final class HostSession {
  private enum Life { case initial, ready, visible, ended }

  private let trial: Trial
  private let script: HostScript
  private let stage = Stage()
  private var automaton: LifeAutomaton
  private var lives: [Life]
  private var hasAppeared: Set<Int> = []

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
    stage.hosts = script.views.indices.map { index in
      views.makeHost(
        HostSetup(
          view: Self.view(index, script.views[index], stage), scene: "main", store: store,
          environment: views.makeEnvironment(nil), tasks: tasks, presenter: views.makePresenter(log)))
    }
  }

  private static func view(_ index: Int, _ drawn: HostScript.View, _ stage: Stage) -> ViewDescription {
    ViewDescription(
      ViewIdentity("View", "\(index)"), modelOf: drawn.modelOf.map { ViewIdentity("View", "\($0)") },
      bindings: drawn.bindings.enumerated().map { number, event in
        ViewBinding("binding \(number)") { model in
          stage.trace.append(.bound(view: index, binding: number, serial: model.serial))
          if let event, stage.isFirst(binding: number, of: index) { stage.send(event, to: index) }
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
    let host = stage.hosts[view]
    if case .bind = event {
      let trace = stage.trace
      let binding = ViewBinding("from outside") { model in
        trace.append(.boundFromOutside(view: view, serial: model.serial))
        return nil
      }
      let hasModel = lives[view] == .ready || lives[view] == .visible
      trial.label("binds without a model", if: !hasModel)
      if hasModel { return try host.bind(binding) }
      _ = try expectThrows("a binding without a model", DependencyError.self) { try host.bind(binding) }
      return
    }
    stage.send(event, to: view)
    live(event, of: view)
  }

  /// What a view does while it makes its bindings waits until they are made.
  private func live(_ event: HostScript.Event, of view: Int) {
    var waiting = [event]
    while !waiting.isEmpty {
      let event = waiting.removeFirst()
      let connected = script.views[view].bindings.compactMap(\.self)
      switch (event, lives[view]) {
      case (.prepare, .initial):
        lives[view] = .ready
        waiting += connected
      case (.appear, .initial), (.appear, .ready):
        if lives[view] == .initial { waiting += connected }
        trial.label("appears with bindings", if: !script.views[view].bindings.isEmpty)
        trial.label("appears again", if: hasAppeared.contains(view))
        trial.label("shows another view's model", if: script.views[view].modelOf != nil)
        hasAppeared.insert(view)
        lives[view] = .visible
      case (.disappear, .visible):
        lives[view] = .ready
      case (.tearDown, .ready), (.tearDown, .visible):
        lives[view] = .ended
        let provider = script.views[view].modelOf ?? view
        let isShared = script.views.indices.contains { other in
          (script.views[other].modelOf ?? other) == provider
            && (lives[other] == .ready || lives[other] == .visible)
        }
        stage.trace.append(.ended(view: view, modelIsShared: isShared))
      case (.tearDown, .initial):
        lives[view] = .ended
      default: break
      }
      trial.label("appears inside a binding", if: waiting.contains(.appear))
    }
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

  func expectTraceInOrder() throws {
    try automaton.read(stage.trace.events)
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
