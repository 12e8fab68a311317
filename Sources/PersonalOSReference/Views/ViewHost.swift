/// Runs the life cycle of one view: model, bindings, appearance, evaluations, and then everything in reverse.
///
/// This is the life-cycle contract of the host. A view framework is responsible for what it does with the host.
///
/// If an event arrives while another one is handled (because a binding makes its own view appear, for example), it
/// waits. So no event sees a view that is half made. If the events never end, the host stops and reports it.
@MainActor
public final class ViewHost: ViewHosting {
  /// The limit, for one event, on the number of times that a model is made or bindings are connected. Showing a view
  /// for the first time counts as two, showing it again as one.
  public static let mostBeginnings = 2 + ViewEvaluation.mostRepetitions

  private var setup: HostSetup
  private var lifeCycle = ViewLifeCycle()
  private var waiting: [ViewLifeCycle.Event] = []
  private var isHandling = false
  private var beginnings = 0
  private var shown = ViewContent.nothing
  private var model: (any ViewModel)?
  private var subscriptions: [EventSubscription] = []
  private var evaluation = ViewEvaluation()

  /// Creates a host in the phase ``ViewPhase/initial``. It makes no model yet.
  public init(_ setup: HostSetup) {
    self.setup = setup
  }

  public var content: ViewContent {
    guard case .unavailable(let error) = phase else { return shown }
    return lifeCycle.shouldAppear ? .error(error.userMessage) : .nothing
  }
  public var identity: ViewIdentity { setup.view.identity }
  public var phase: ViewPhase { lifeCycle.phase }
  public var environment: any EnvironmentScope { setup.environment }

  public func prepare() {
    if phase == .initial { handle(.prepare) }
  }

  public func appear() { handle(.appear) }
  public func disappear() { handle(.disappear) }
  public func tearDown() { handle(.tearDown) }

  public func update(_ view: ViewDescription) {
    setup.view.body = view.body
    setup.view.onUpdate = view.onUpdate
    evaluation.invalidate()
  }

  public func tick() {
    // The event that is being handled causes its own evaluation.
    guard !isHandling, phase == .visible, evaluation.isDue else { return }
    handleAll(after: evaluate)
  }

  @discardableResult
  public func act(_ action: @MainActor (any ViewModel) -> Void) -> Bool {
    guard phase == .visible, !isHandling, let model else { return false }
    action(model)
    return true
  }

  public func bind(_ binding: ViewBinding) throws {
    guard let model else { throw DependencyError.missing(modelIdentity.type) }
    if let subscription = binding.connect(model) { subscriptions.append(subscription) }
  }

  public func retry() throws {
    guard case .unavailable = phase else { return }
    handle(.prepare)
    if case .unavailable(let error) = phase { throw error }
  }

  private var modelIdentity: ViewIdentity { setup.view.modelOf ?? setup.view.identity }
  private var operation: String { "open \(identity)" }

  private func handle(_ event: ViewLifeCycle.Event) {
    waiting.append(event)
    if !isHandling { handleAll() }
  }

  /// Handles every waiting event, and those that arrive meanwhile.
  private func handleAll(after first: () -> Void = {}) {
    (isHandling, beginnings) = (true, 0)
    defer { isHandling = false }
    first()
    while !waiting.isEmpty, beginnings <= Self.mostBeginnings { perform(waiting.removeFirst()) }
    guard !waiting.isEmpty else { return }
    waiting = []
    reportThatItNeverSettles()
  }

  private func perform(_ event: ViewLifeCycle.Event) {
    for effect in lifeCycle.handle(event) { carryOut(effect) }
  }

  private func carryOut(_ effect: ViewLifeCycle.Effect) {
    switch effect {
    case .makeModel:
      beginnings += 1
      perform(makeModel())
    case .connectBindings:
      beginnings += 1
      if let model { subscriptions += setup.view.bindings.compactMap { $0.connect(model) } }
    case .openScope: setup.tasks.open(setup.scope)
    case .runOnAppear: setup.view.onAppear(ViewTasks(setup.tasks, scope: setup.scope))
    case .evaluate: evaluate()
    case .closeScope:
      setup.tasks.close(setup.scope)
      shown = .nothing
    case .dropSubscriptions:
      for subscription in subscriptions { subscription.cancel() }
      subscriptions = []
    case .runOnDisappear: setup.view.onDisappear()
    case .releaseModel:
      model = nil
      setup.store.release(modelIdentity)
      setup.presenter.withdraw(operation: ViewError.operation(of: identity))
    case .showError(let error):
      setup.presenter.present(error, during: operation) { [weak self] in try self?.retry() }
    case .withdrawError:
      setup.presenter.withdraw(operation: operation)
    }
  }

  private func makeModel() -> ViewLifeCycle.Event {
    do {
      model = try setup.store.acquire(modelIdentity)
      return .modelMade
    } catch {
      return .modelMissing(error as? DependencyError ?? .missing(modelIdentity.type))
    }
  }

  private func evaluate() {
    guard let model else { return }
    let (view, environment) = (setup.view, setup.environment)
    let isSettled = evaluation.run(of: model) {
      do { shown = .text(try view.body(model, environment)) } catch {
        shown = .error(userMessage(of: error))
      }
    } after: {
      view.onUpdate(model)
    }
    if isSettled {
      setup.presenter.withdraw(operation: ViewError.operation(of: identity))
    } else if waiting.isEmpty {
      // If an event is waiting, it may be the one that ends the repetition.
      reportThatItNeverSettles()
    }
  }

  private func reportThatItNeverSettles() {
    let operation = ViewError.operation(of: identity)
    guard !setup.presenter.errorQueue.contains(where: { $0.operation == operation }) else { return }
    setup.presenter.present(ViewError.neverSettles(identity), during: operation, retry: nil)
  }
}
