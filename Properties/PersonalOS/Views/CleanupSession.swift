import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Views that start tasks, open streams and subscribe, and the model of what they may hold at a time.
@MainActor
final class CleanupSession {
  private enum Life { case initial, ready(isConnected: Bool), visible, ended }

  private let trial: Trial
  private let script: CleanupScript
  private let registry: any TaskRegistry
  private let store: any ViewModelKeeping
  private let hub = EventHub()
  private let counts = CleanupCounts()
  private var hosts: [any ViewHosting] = []
  private var lives: [Life]
  /// How many subscriptions each view has been given from outside, since it last disappeared.
  private var bound: [Int: Int] = [:]
  private var expectedReceived: [Int: Int] = [:]
  private var expectedDisappearances: [Int: Int] = [:]

  init(_ system: PersonalOSSystem, _ script: CleanupScript, _ trial: Trial) {
    self.trial = trial
    self.script = script
    lives = script.views.map { _ in .initial }
    let (views, counts, registry) = (system.views, counts, system.tasks.makeRegistry(EffectGate()))
    let store = views.makeStore()
    self.registry = registry
    self.store = store
    store.register("View") { identity in
      let model = ProbeModel(serial: 0)
      counts.models[identity] = WeakModel(model)
      return model
    }
    let log = system.errors.makeLog(100, [])
    hosts = script.views.indices.map { index in
      views.makeHost(
        HostSetup(
          view: view(index), scene: "main", store: store, environment: views.makeEnvironment(nil),
          tasks: registry, presenter: views.makePresenter(log)))
    }
  }

  /// Whose model a view shows.
  private func provider(of view: Int) -> Int {
    view > 0 && script.views[view].sharesModel ? provider(of: view - 1) : view
  }

  private func identity(_ view: Int) -> ViewIdentity { ViewIdentity("View", "\(view)") }

  private func view(_ index: Int) -> ViewDescription {
    let (drawn, hub, counts) = (script.views[index], hub, counts)
    let model = identity(provider(of: index))
    return ViewDescription(
      identity(index), modelOf: model,
      bindings: (0..<drawn.subscriptions).map { number in
        ViewBinding("subscription \(number)") { model in
          // It holds the model, as handlers do.
          hub.subscribe { _ in
            (model as? ProbeModel)?.number += 1
            counts.received[index, default: 0] += 1
          }
        }
      },
      body: { model, _ in "\((model as? ProbeModel)?.number ?? 0)" },
      onAppear: { tasks in
        for (number, work) in drawn.work.enumerated() {
          counts.start(work, "\(number)", on: tasks, holding: counts.models[model]?.model)
        }
      },
      onDisappear: { counts.disappearances[index, default: 0] += 1 })
  }

  func perform(_ event: CleanupScript.Event, on choice: Int) async throws {
    let view = choice % hosts.count
    trial.note("\(event) of view \(view)")
    let (host, work) = (hosts[view], script.views[view].work)
    if case .bind = event { return try bind(view) }
    switch (event, lives[view]) {
    case (.prepare, .initial): lives[view] = .ready(isConnected: true)
    case (.appear, .initial), (.appear, .ready):
      if case .ready = lives[view] { trial.label("hidden and shown again") }
      lives[view] = .visible
    case (.disappear, .visible):
      lives[view] = .ready(isConnected: false)
      bound[view] = nil
      expectedDisappearances[view, default: 0] += 1
    case (.tearDown, .visible):
      expectedDisappearances[view, default: 0] += 1
      trial.label("gone with tasks under way", if: work.contains(.waitsWithTheModel))
      trial.label("gone with a stream open", if: work.contains(.readsAStream))
      trial.label("gone with subscriptions", if: script.views[view].subscriptions > 0)
      lives[view] = .ended
      bound[view] = nil
      trial.label("gone while another shows its model", if: isAlive(provider(of: view)))
    case (.tearDown, _):
      if case .ready(isConnected: true) = lives[view] { trial.label("gone without being shown") }
      lives[view] = .ended
      bound[view] = nil
    case (.send, _): trial.label("an event after the end", if: hosts.indices.contains(where: hasEnded))
    default: break
    }
    switch event {
    case .prepare: host.prepare()
    case .appear: host.appear()
    case .disappear: host.disappear()
    case .tearDown: host.tearDown()
    case .send:
      for index in hosts.indices { expectedReceived[index, default: 0] += subscriptions(of: index) }
      hub.send("event")
      for host in hosts { host.tick() }
    case .pause: try await expectCleanAfterDrain()
    case .bind: break
    }
  }

  private func bind(_ view: Int) throws {
    switch lives[view] {
    case .initial, .ended: return
    case .ready, .visible: break
    }
    let (hub, counts) = (hub, counts)
    try hosts[view].bind(
      ViewBinding("from outside") { model in
        hub.subscribe { _ in
          withExtendedLifetime(model) {}
          counts.received[view, default: 0] += 1
        }
      })
    bound[view, default: 0] += 1
    trial.label("bound from outside")
  }

  private func subscriptions(of view: Int) -> Int {
    (isConnected(view) ? script.views[view].subscriptions : 0) + (bound[view] ?? 0)
  }

  func tearDownTheRest() async throws {
    for view in hosts.indices.reversed() { try await perform(.tearDown, on: view) }
  }

  private func isConnected(_ view: Int) -> Bool {
    switch lives[view] {
    case .visible, .ready(isConnected: true): true
    default: false
    }
  }

  /// Whether a view is left that shows the model.
  private func isAlive(_ model: Int) -> Bool {
    hosts.indices.contains { view in
      switch lives[view] {
      case .visible, .ready: provider(of: view) == model
      default: false
      }
    }
  }

  private func hasEnded(_ view: Int) -> Bool {
    if case .ended = lives[view] { true } else { false }
  }

  private func isVisible(_ view: Int) -> Bool {
    if case .visible = lives[view] { true } else { false }
  }

  /// When all that can still run has run, only what is visible holds anything.
  func expectCleanAfterDrain() async throws {
    try await Task.sleep(for: .seconds(1))
    var streams = 0
    for view in hosts.indices {
      let long = script.views[view].work.enumerated().filter { $1 == .waitsWithTheModel || $1 == .readsAStream }
      let names = isVisible(view) ? long.map { "\($0.offset)" } : []
      let scope = TaskScope("main/\(identity(view))")
      try expect(
        "tasks of view \(view)", registry.activeTasks(in: scope).keys.sorted(), equals: names.sorted())
      if isVisible(view) { streams += script.views[view].work.count { $0 == .readsAStream } }
      if isAlive(view) || counts.models[identity(view)] != nil {
        let lives = counts.models[identity(view)]?.model != nil
        try expect("the model of view \(view) lives", lives, equals: isAlive(view))
      }
    }
    try expect("streams open", counts.streams.open, equals: streams)
    let subscribed = hosts.indices.reduce(0) { $0 + subscriptions(of: $1) }
    try expect("subscriptions", hub.subscriptionCount, equals: subscribed)
    try expect("events received", counts.received, equals: expectedReceived.filter { $0.value > 0 })
    try expect("disappearances told of", counts.disappearances, equals: expectedDisappearances)
    try expect("models kept", store.count, equals: hosts.indices.count(where: isAlive))
  }
}

/// A model, for as long as others hold it.
@MainActor
private final class WeakModel {
  private(set) weak var model: (any ViewModel)?
  init(_ model: any ViewModel) { self.model = model }
}

/// What the views' callbacks and tasks have done.
@MainActor
private final class CleanupCounts {
  var models: [ViewIdentity: WeakModel] = [:]
  var received: [Int: Int] = [:]
  var disappearances: [Int: Int] = [:]
  let streams = OpenStreams()

  func start(_ work: CleanupScript.Work, _ name: String, on tasks: ViewTasks, holding model: (any ViewModel)?) {
    switch work {
    case .waitsWithTheModel:
      tasks.start(name) { _ in
        try? await Task.sleep(for: .seconds(1_000_000))
        withExtendedLifetime(model) {}
      }
    case .readsAStream:
      let stream = streams.make()
      tasks.start(name) { _ in
        for await _ in stream { withExtendedLifetime(model) {} }
      }
    case .ignoresCancellation:
      tasks.start(name) { _ in
        for _ in 0..<5 { await Task.yield() }
        withExtendedLifetime(model) {}
      }
    case .isQuick: tasks.start(name) { _ in }
    }
  }
}
