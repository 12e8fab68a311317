import PersonalOSReference

/// The hosts of ``HostMachine``, and what has been called in the life of their views.
@MainActor
final class HostsUnderTest {
  private let system: PersonalOSSystem
  private var hosts: [any ViewHosting] = []
  private var presenters: [any ErrorPresenting] = []
  private var calls: [HostMachine.Call] = []
  private var modelsMade = 0
  /// The bindings that each view has made at some time.
  private var bound: [Int: Set<Int>] = [:]

  init(_ system: PersonalOSSystem) { self.system = system }

  func open(_ views: [HostMachine.View]) {
    let log = system.errors.makeLog(100, [])
    let store = system.views.makeStore()
    let tasks = system.tasks.makeRegistry(EffectGate())
    store.register("View") { [unowned self] identity in
      modelsMade += 1
      calls.append(HostMachine.Call(Int(identity.id) ?? -1, .makes(model: modelsMade)))
      return ProbeModel(serial: modelsMade)
    }
    presenters = views.map { _ in system.views.makePresenter(log) }
    hosts = views.enumerated().map { index, view in
      system.views.makeHost(
        HostSetup(
          view: describe(view, index), scene: "main", store: store, environment: system.views.makeEnvironment(nil),
          tasks: tasks, presenter: presenters[index]))
    }
  }

  private func describe(_ view: HostMachine.View, _ index: Int) -> ViewDescription {
    ViewDescription(
      ViewIdentity("View", "\(index)"), modelOf: ViewIdentity("View", "\(view.provider)"),
      bindings: view.bindings.enumerated().map { number, request in
        ViewBinding { [unowned self] model in
          calls.append(HostMachine.Call(index, .binds(number, to: model.serial)))
          let isFirst = bound[index, default: []].insert(number).inserted
          if let request, isFirst || view.isRestless { tell(request, to: index) }
          return nil
        }
      },
      body: { [unowned self] model, _ in
        calls.append(HostMachine.Call(index, .evaluates(model: model.serial)))
        return ""
      },
      onAppear: { [unowned self] _ in calls.append(HostMachine.Call(index, .appears)) },
      onDisappear: { [unowned self] in calls.append(HostMachine.Call(index, .disappears)) })
  }

  private func tell(_ request: HostMachine.Request, to view: Int) {
    let host = hosts[view]
    switch request {
    case .prepare: host.prepare()
    case .appear: host.appear()
    case .disappear: host.disappear()
    case .tick: host.tick()
    case .update:
      host.update(
        ViewDescription(host.identity) { [unowned self] model, _ in
          calls.append(HostMachine.Call(view, .evaluates(model: model.serial)))
          return "again"
        })
    case .tearDown: host.tearDown()
    }
  }

  func handle(_ request: HostMachine.Request, of view: Int) -> HostMachine.Answer {
    answer(of: view) { tell(request, to: view) }
  }

  func bind(_ view: Int) throws -> HostMachine.Answer {
    try answer(of: view) {
      try hosts[view].bind(
        ViewBinding { [unowned self] model in
          calls.append(HostMachine.Call(view, .bindsFromOutside(to: model.serial)))
          return nil
        })
    }
  }

  private func answer(of view: Int, _ body: () throws -> Void) rethrows -> HostMachine.Answer {
    calls = []
    try body()
    let answer = HostMachine.Answer(calls: calls, errors: presenters[view].errorQueue.map(\.operation))
    // Where a host stops a view that comes and goes for ever is its own affair. From then on the view is hidden.
    if !answer.errors.isEmpty { hosts[view].disappear() }
    return answer
  }

  var phases: [ViewPhase] { hosts.map(\.phase) }
}
