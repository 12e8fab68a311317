import PersonalOSReference
import Synchronization

/// The hosts of ``CleanupMachine``, and what their views hold.
@MainActor
final class CleanupUnderTest {
  private let system: PersonalOSSystem
  private let registry: any TaskRegistry
  private let store: any ViewModelKeeping
  private let hub = EventHub()
  private let streams = OpenStreams()
  private var hosts: [any ViewHosting] = []
  private var models: [Int: WeakModel] = [:]
  private var told = CleanupMachine.Told()

  init(_ system: PersonalOSSystem) {
    self.system = system
    registry = system.tasks.makeRegistry(EffectGate())
    store = system.views.makeStore()
  }

  func open(_ views: [CleanupMachine.View]) {
    store.register("View") { [unowned self] identity in
      let model = ProbeModel(serial: 0)
      models[Int(identity.id) ?? -1] = WeakModel(model)
      return model
    }
    let log = system.errors.makeLog(100, [])
    hosts = views.enumerated().map { index, view in
      system.views.makeHost(
        HostSetup(
          view: describe(view, index), scene: "main", store: store, environment: system.views.makeEnvironment(nil),
          tasks: registry, presenter: system.views.makePresenter(log)))
    }
    for (host, view) in zip(hosts, views) {
      if view.hasModel { host.prepare() }
      if view.isVisible { host.appear() }
    }
  }

  private func identity(_ view: Int) -> ViewIdentity { ViewIdentity("View", "\(view)") }

  private func describe(_ view: CleanupMachine.View, _ index: Int) -> ViewDescription {
    ViewDescription(
      identity(index), modelOf: identity(view.provider),
      bindings: (0..<view.subscriptions).map { _ in
        ViewBinding { [unowned self] in subscribe(index, holding: $0) }
      },
      body: { model, _ in "\((model as? ProbeModel)?.number ?? 0)" },
      onAppear: { [unowned self] tasks in
        let model = models[view.provider]?.model
        for (number, work) in view.work.enumerated() { start(work, "\(number)", on: tasks, holding: model) }
      },
      onDisappear: { [unowned self] in told.disappeared.append(index) })
  }

  private func subscribe(_ view: Int, holding model: any ViewModel) -> EventSubscription {
    hub.subscribe { [unowned self] _ in
      (model as? ProbeModel)?.number += 1
      told.received.append(view)
    }
  }

  private func start(
    _ work: CleanupMachine.Work, _ name: String, on tasks: ViewTasks, holding model: (any ViewModel)?
  ) {
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

  /// What the views have been told, up to the end of `body`.
  func told(_ body: @MainActor ([any ViewHosting]) throws -> Void) rethrows -> CleanupMachine.Told {
    try body(hosts)
    defer { told = CleanupMachine.Told() }
    return told
  }

  func bind(_ view: Int) throws -> CleanupMachine.Told {
    try told { hosts in
      try hosts[view].bind(ViewBinding { [unowned self] in subscribe(view, holding: $0) })
    }
  }

  func send() -> CleanupMachine.Told {
    told { hosts in
      hub.send("event")
      for host in hosts { host.tick() }
    }
  }

  func settle() async throws -> CleanupMachine.Held {
    try await Task.sleep(for: .seconds(1))
    return CleanupMachine.Held(
      tasks: hosts.indices.map { registry.activeTasks(in: TaskScope("main/\(identity($0))")).keys.sorted() },
      openStreams: streams.open, subscriptions: hub.subscriptionCount,
      models: models.keys.filter { models[$0]?.model != nil }.sorted(), modelsInTheStore: store.count,
      told: told { _ in })
  }
}

/// A model, for as long as others hold it.
@MainActor
private final class WeakModel {
  private(set) weak var model: (any ViewModel)?
  init(_ model: any ViewModel) { self.model = model }
}

/// Streams that never end by themselves, and how many of them are read.
private final class OpenStreams: Sendable {
  private struct State {
    var open = 0
    var continuations: [AsyncStream<Int>.Continuation] = []
  }
  private let state = Mutex(State())

  var open: Int { state.withLock { $0.open } }

  func make() -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.open -= 1 } }
    state.withLock { state in
      state.open += 1
      // Held, so that nothing but the reader's end is the end.
      state.continuations.append(continuation)
    }
    return stream
  }
}
