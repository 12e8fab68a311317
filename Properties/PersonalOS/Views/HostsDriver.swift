import PersonalOSReference
import PropertyTesting
import Synchronization

/// Carries out the calls of a ``HostsModel`` on real hosts, and records what they call.
@MainActor
final class HostsDriver {
  private let registry: any TaskRegistry
  private let store: any ViewModelKeeping
  private let hub = EventHub()
  private let streams = OpenStreams()
  private let presenters: [any ErrorPresenting]
  private let views: [HostedView]
  private var hosts: [any ViewHosting] = []
  /// All that were ever made, for as long as others hold them, and the views that made them.
  private var models: [(view: Int, model: () -> NumbersModel?)] = []
  /// The bindings that each view has made at some time.
  private var bound: Set<[Int]> = []
  private var events: [HostsModel.Event] = []

  init(_ system: PersonalOSSystem, _ model: HostsModel) {
    views = model.views
    registry = system.tasks.makeRegistry(EffectGate())
    store = system.views.makeStore()
    presenters = views.map { _ in system.views.makePresenter(system.errors.makeLog(100, [])) { .distantPast } }
    store.register("View") { [unowned self] identity in
      let (model, view) = (NumbersModel(serial: models.count + 1), Int(identity.id) ?? -1)
      models.append((view, { [weak model] in model }))
      record(.makes, view, model)
      return model
    }
    hosts = views.indices.map { view in
      system.views.makeHost(
        HostSetup(
          view: description(of: view, views[view].readings), scene: "main", store: store,
          environment: system.views.makeEnvironment(nil), tasks: registry, presenter: presenters[view]))
    }
    for (host, view) in zip(hosts, views) {
      if view.hasModel { host.prepare() }
      if view.phase == .visible { host.appear() }
    }
  }

  var phases: [ViewPhase] { hosts.map(\.phase) }

  private func record(_ kind: HostsModel.Event.Kind, _ view: Int, _ model: (any ViewModel)? = nil, binding: Int? = nil) {
    events.append(HostsModel.Event(kind: kind, view: view, binding: binding, model: model?.serial))
  }

  private func description(of index: Int, _ readings: [Reading]) -> ViewDescription {
    let view = views[index]
    return ViewDescription(
      ViewIdentity("View", "\(index)"), modelOf: ViewIdentity("View", "\(view.provider)"),
      bindings: view.bindings.indices.map { number in
        binding(index, number) { [unowned self] in
          let isFirst = bound.insert([index, number]).inserted
          if let request = view.bindings[number], isFirst || view.isRestless { tell(request, index) }
        }
      },
      body: { [unowned self] model, _ in
        record(.evaluates, index, model)
        guard let model = model as? NumbersModel else { return "" }
        model.looks += 1
        countUp(.beforeReading, view, model)
        defer { countUp(.afterReading, view, model) }
        return readings.text { model[$0] }
      },
      onUpdate: { [unowned self] in countUp(.afterwards, view, $0 as? NumbersModel) },
      onAppear: { [unowned self] tasks in
        record(.appears, index)
        for index in view.work.indices { start(view.work[index], "\(index)", on: tasks, holding: model(of: view)) }
      },
      onDisappear: { [unowned self] in record(.disappears, index) })
  }

  private func binding(_ view: Int, _ number: Int, _ tell: @escaping @MainActor @Sendable () -> Void) -> ViewBinding {
    ViewBinding { [unowned self] model in
      record(.binds, view, model, binding: number)
      tell()
      return hub.subscribe { [unowned self] _ in withExtendedLifetime(model) { record(.receives, view) } }
    }
  }

  private func countUp(_ place: HostedView.Counting.Place, _ view: HostedView, _ model: NumbersModel?) {
    guard let model, let counting = view.counting, counting.place == place else { return }
    if model[counting.number] < counting.limit { model[counting.number] += 1 }
  }

  private func start(_ work: HostedView.Work, _ name: String, on tasks: ViewTasks, holding model: NumbersModel?) {
    tasks.start(name) { [streams] _ in
      switch work {
      case .waitsForLong: try? await Task.sleep(for: .seconds(1_000_000))
      case .readsAStream: await streams.read()
      case .ignoresCancellation: for _ in 0..<5 { await Task.yield() }
      case .isQuick: break
      }
      withExtendedLifetime(model) {}
    }
  }

  private func model(of view: HostedView) -> NumbersModel? { models.last { $0.view == view.provider }?.model() }

  func perform(_ call: HostsModel.Call) async throws -> HostsModel.Answer {
    events = []
    var answer = HostsModel.Answer()
    switch call {
    case .tell(let request, let views): for view in views { tell(request, view) }
    case .bindFromOutside(let view): try hosts[view].bind(binding(view, views[view].bindings.count) {})
    case .describe(let view, let readings): hosts[view].update(description(of: view, readings))
    case .write(let number, let value): model(of: views[0])?[number] = value
    case .send: hub.send("event")
    case .settle:
      try await Task.sleep(for: .seconds(1))
      for (view, host) in hosts.enumerated() {
        let tasks = registry.activeTasks(in: TaskScope("main/\(host.identity)")).keys.compactMap { Int($0) }.sorted()
        answer.held.append("tasks of \(view): \(tasks)")
      }
      answer.held += ["\(streams.open.withLock { $0 }) streams", "\(hub.subscriptionCount) subscriptions"]
      answer.held += ["models \(models.compactMap { $0.model()?.serial })", "\(store.count) of them in the store"]
    }
    (answer.events, answer.shows, answer.errors) = (events, hosts.map(\.content), presenters.flatMap(\.errorQueue).map(\.operation))
    // Where a host stops a view that comes and goes for ever is its own affair. From then on the view is hidden.
    for view in views.indices where views[view].isRestless && !presenters[view].errorQueue.isEmpty { hosts[view].disappear() }
    return answer
  }

  private func tell(_ request: HostsModel.Request, _ view: Int) {
    switch request {
    case .prepare: hosts[view].prepare()
    case .appear: hosts[view].appear()
    case .disappear: hosts[view].disappear()
    case .tick: hosts[view].tick()
    case .tearDown: hosts[view].tearDown()
    }
  }
}

/// Streams that never end by themselves, and how many of them are read.
private final class OpenStreams: Sendable {
  let open = Mutex(0)

  func read() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    open.withLock { $0 += 1 }
    for await _ in stream {}
    // Held, so that nothing but the reader's end is the end.
    withExtendedLifetime(continuation) { open.withLock { $0 -= 1 } }
  }
}
