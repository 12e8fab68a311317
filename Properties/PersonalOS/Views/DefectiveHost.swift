import Observation
import PersonalOSReference

/// A host with one defect, or with none.
@MainActor
final class DefectiveHost: ViewHosting {
  enum Defect {
    // The order of a view's beginning.
    case makesTheModelInAppear, swapsAPlaceholder, bindsBeforeTheModel, appearsInsideABinding
    case evaluatesInsideABinding
    // One model.
    case makesAModelPerEvaluation, dropsTheModelOnDisappear
    // A missing model.
    case showsNothingForAMissingModel, neverTriesAgain, namesTheViewInsteadOfWhatItLacks
    // The end.
    case keepsTheModelInATask, leavesStreamsOpen, cleansUpTwice, keepsSubscriptions, leavesTasksRunning
    // Evaluation.
    case registersOnce, evaluatesInsideTheChange, evaluatesPerWrite, freezesItsDependencies, hasNoLoopGuard
  }

  private let defect: Defect?
  private var setup: HostSetup
  private(set) var phase = ViewPhase.initial
  private var shown = ViewContent.nothing
  private var model: (any ViewModel)?
  private var subscriptions: [EventSubscription] = []
  private var isConnected = false
  private var shouldAppear = false
  private var waiting: [() -> Void] = []
  private var isHandling = false
  private var kept: [Task<Void, Never>] = []
  // Of evaluation.
  private var isDue = true
  private var registrations = 0
  private var frozen: Set<Int>?

  init(_ defect: Defect?, _ setup: HostSetup) {
    self.defect = defect
    self.setup = setup
  }

  var identity: ViewIdentity { setup.view.identity }
  var environment: any EnvironmentScope { setup.environment }
  var content: ViewContent {
    if case .unavailable = phase, !shouldAppear { .nothing } else { shown }
  }
  private var modelIdentity: ViewIdentity { setup.view.modelOf ?? identity }

  func prepare() { handle { self.make() } }

  func appear() {
    if defect == .appearsInsideABinding, isHandling, model != nil { return show() }
    handle {
      self.shouldAppear = true
      self.make()
      self.show()
    }
  }

  func disappear() {
    handle {
      self.shouldAppear = false
      self.hide()
    }
  }

  func tearDown() {
    handle {
      self.hide()
      self.cutSubscriptions()
      if self.phase == .ready { self.release() }
      if case .unavailable = self.phase { self.setup.presenter.withdraw(operation: "open \(self.identity)") }
      self.phase = .ended
    }
  }

  func update(_ view: ViewDescription) {
    setup.view.body = view.body
    setup.view.onUpdate = view.onUpdate
    isDue = true
  }

  func tick() {
    if defect == .evaluatesInsideABinding, isHandling, model != nil, shouldAppear { return evaluate() }
    if !isHandling, phase == .visible, isDue { evaluateUntilSettled() }
  }

  @discardableResult
  func act(_ action: @MainActor (any ViewModel) -> Void) -> Bool {
    guard phase == .visible, let model else { return false }
    action(model)
    return true
  }

  func bind(_ binding: ViewBinding) throws {
    guard let model else { throw DependencyError.missing(modelIdentity.type) }
    if let subscription = binding.connect(model) { subscriptions.append(subscription) }
  }

  func retry() throws {
    guard case .unavailable(let error) = phase else { return }
    if defect == .neverTriesAgain { throw error }
    phase = .initial
    handle {
      self.make(isRetry: true)
      if self.shouldAppear { self.show() }
    }
    if case .unavailable(let error) = phase { throw error }
    setup.presenter.withdraw(operation: "open \(identity)")
  }

  private func handle(_ event: @escaping () -> Void) {
    waiting.append(event)
    guard !isHandling else { return }
    isHandling = true
    defer { isHandling = false }
    while !waiting.isEmpty { waiting.removeFirst()() }
  }

  private func make(isRetry: Bool = false) {
    guard phase == .initial else { return }
    switch defect {
    case .makesTheModelInAppear:
      phase = .ready
      return
    case .bindsBeforeTheModel:
      connect(ProbeModel(serial: -1))
      acquire(isRetry)
    case .swapsAPlaceholder:
      acquire(isRetry)
      if let model { connect(model) }
      setup.store.release(modelIdentity)
      acquire(isRetry)
    default:
      acquire(isRetry)
      if let model { connect(model) }
    }
    if model != nil { phase = .ready }
  }

  private func acquire(_ isRetry: Bool) {
    shown = .nothing
    do { model = try setup.store.acquire(modelIdentity) } catch {
      if defect == .showsNothingForAMissingModel {
        phase = .ready
        return
      }
      let isVague = defect == .namesTheViewInsteadOfWhatItLacks
      let error = isVague ? .missing(identity.type) : error as? DependencyError ?? .missing(modelIdentity.type)
      phase = .unavailable(error)
      shown = .error(error.userMessage)
      if isRetry { return }
      setup.presenter.present(error, during: "open \(identity)") { [weak self] in try self?.retry() }
    }
  }

  private func connect(_ model: any ViewModel) {
    isConnected = true
    subscriptions += setup.view.bindings.compactMap { $0.connect(model) }
  }

  private func show() {
    guard phase == .ready else { return }
    if !isConnected, defect != .makesTheModelInAppear, let model { connect(model) }
    phase = .visible
    setup.tasks.open(setup.scope)
    let registry = defect == .leavesStreamsOpen ? LeakyRegistry(setup.tasks) : setup.tasks
    setup.view.onAppear(ViewTasks(registry, scope: setup.scope))
    if defect == .makesTheModelInAppear {
      if model == nil { model = try? setup.store.acquire(modelIdentity) }
      if let model { connect(model) }
    }
    if defect == .keepsTheModelInATask, let model {
      kept.append(
        Task {
          try? await Task.sleep(for: .seconds(1_000_000))
          withExtendedLifetime((self, model)) {}
        })
    }
    evaluateUntilSettled()
  }

  private func hide() {
    guard phase == .visible else { return }
    phase = .ready
    if defect != .leavesTasksRunning { setup.tasks.close(setup.scope) }
    cutSubscriptions()
    shown = .nothing
    setup.view.onDisappear()
    if defect == .cleansUpTwice { setup.view.onDisappear() }
    if defect == .dropsTheModelOnDisappear {
      release()
      model = try? setup.store.acquire(modelIdentity)
    }
  }

  private func cutSubscriptions() {
    isConnected = false
    if defect == .keepsSubscriptions { return }
    for subscription in subscriptions { subscription.cancel() }
    subscriptions = []
  }

  private func release() {
    guard model != nil else { return }
    model = nil
    setup.store.release(modelIdentity)
  }

  private func evaluateUntilSettled() {
    let most = defect == .hasNoLoopGuard ? 200 : 9
    var count = 0
    repeat {
      evaluate()
      count += 1
      if let model { setup.view.onUpdate(model) }
    } while isDue && count < most
    let operation = "update \(identity)"
    if !isDue || defect == .hasNoLoopGuard {
      setup.presenter.withdraw(operation: operation)
    } else if setup.presenter.errorQueue.isEmpty {
      setup.presenter.present(ViewError.neverSettles(identity), during: operation, retry: nil)
    }
  }

  private func evaluate() {
    if defect == .makesAModelPerEvaluation {
      release()
      model = try? setup.store.acquire(modelIdentity)
    }
    isDue = false
    guard let model else {
      shown = .text("")
      return
    }
    registrations += 1
    let number = registrations
    switch defect {
    case .registersOnce where number > 1: render(model)
    case .freezesItsDependencies:
      render(model)
      freeze(model)
    default: withObservationTracking { render(model) } onChange: { self.noteChange(number) }
    }
  }

  private nonisolated func noteChange(_ number: Int) {
    MainActor.assumeIsolated {
      guard number == registrations else { return }
      switch defect {
      case .evaluatesInsideTheChange: evaluate()
      case .evaluatesPerWrite:
        evaluate()
        isDue = true
      default: isDue = true
      }
    }
  }

  private func render(_ model: any ViewModel) {
    do { shown = .text(try setup.view.body(model, environment)) } catch {
      shown = .error("\(error)")
    }
  }

  /// Looks for changes of what the first evaluation read, whatever the later ones read.
  private func freeze(_ model: any ViewModel) {
    let number = registrations
    guard let numbers = model as? NumbersModel else { return }
    let text = "\(shown)"
    let reads = frozen ?? Set((0..<5).filter { text.contains("\($0)=") || text.contains("\($0)?") })
    frozen = reads
    withObservationTracking {
      for index in reads { _ = numbers[index] }
    } onChange: { self.noteChange(number) }
  }
}

/// Starts tasks that read streams where no view can close them.
@MainActor
private final class LeakyRegistry: TaskRegistry {
  private let right: any TaskRegistry

  init(_ right: any TaskRegistry) { self.right = right }

  var activeTasks: [TaskKey: Task<Void, Never>] { right.activeTasks }
  func open(_ scope: TaskScope) { right.open(scope) }
  func close(_ scope: TaskScope) { right.close(scope) }

  func register(id: String, in scope: TaskScope, task: Task<Void, Never>) -> EffectToken {
    right.register(id: "\(scope) \(id)", in: .app, task: task)
  }

  func start(
    id: String, in scope: TaskScope, _ operation: @escaping @Sendable (EffectToken) async -> Void
  ) -> Task<Void, Never> {
    right.start(id: "\(scope) \(id)", in: .app, operation)
  }

  func cancel(id: String, in scope: TaskScope) { right.cancel(id: id, in: scope) }
  func cancelAll() { right.cancelAll() }
}
