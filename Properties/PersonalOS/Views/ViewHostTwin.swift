import PersonalOSReference
import PropertyTesting

/// A host of views, written otherwise: it does at once what ``ViewHost`` reads off a life cycle.
@MainActor
final class ViewHostTwin: ViewHosting {
  enum Defect: String, CaseIterable, Sendable {
    // The order of a view's beginning.
    case makesTheModelInAppear = "makes the model when the view has appeared"
    case swapsAPlaceholder = "binds a placeholder and puts another model in its place"
    case bindsBeforeTheModel = "makes the bindings before the view's own model"
    case appearsInsideABinding = "appears at once when a binding asks for it"
    case evaluatesInsideABinding = "evaluates the view while its bindings are made"
    case tellsNobodyThatItAppears = "shows the view and does not run its appearance handler"
    case comesAndGoesForEver = "lets a view show and hide itself on and on"
    // One model.
    case makesAModelPerEvaluation = "makes a new model for each evaluation"
    case dropsTheModelOnDisappear = "makes a new model each time the view is shown"
    case keepsTheFirstDescription = "goes on with the first description of a view"
    // A missing model.
    case showsNothingForAMissingModel = "shows an empty view if the model is missing"
    case neverTriesAgain = "never tries again to make a missing model"
    case namesTheViewInsteadOfWhatItLacks = "names the view instead of the missing model"
    case showsWhatWasHidden = "shows a view that was hidden while its model was missing"
    case leavesItsBanner = "leaves the error of a view that is gone"
    // The end.
    case keepsTheModelInATask = "holds the model in a task that it holds itself"
    case leavesStreamsOpen = "starts tasks outside of the view's scope"
    case cleansUpTwice = "cleans up twice"
    case keepsSubscriptions = "leaves subscriptions in place"
    case leavesTasksRunning = "leaves the view's tasks running"
    // Evaluation.
    case registersOnce = "looks for changes once and never again"
    case evaluatesInsideTheChange = "evaluates the view before the new value is there"
    case evaluatesPerWrite = "evaluates the view once for each write"
    case freezesItsDependencies = "observes only the values that it read at first"
    case hasNoLoopGuard = "evaluates a view that never settles on and on"
    case overlooksWritesInTheBody = "overlooks a view's changes while it is evaluated"
  }

  static let twin = Twin<PersonalOSSystem, Defect>("ViewHostTwin") { system, defect in
    system.views.makeHost = { ViewHostTwin(defect, $0) }
  }

  let defect: Defect?
  var setup: HostSetup
  private(set) var phase = ViewPhase.initial
  var shown = ViewContent.nothing
  var model: (any ViewModel)?
  private var subscriptions: [EventSubscription] = []
  private var isConnected = false
  private var shouldAppear = false
  private var waiting: [() -> Void] = []
  private var isHandling = false
  private var connections = 0
  private var kept: [Task<Void, Never>] = []
  // Of evaluation.
  var isDue = true
  var registrations = 0
  var frozen: Set<Int>?

  init(_ defect: Defect?, _ setup: HostSetup) {
    self.defect = defect
    self.setup = setup
  }

  var identity: ViewIdentity { setup.view.identity }
  var environment: any EnvironmentScope { setup.environment }
  var content: ViewContent {
    if case .unavailable = phase, !shouldAppear { .nothing } else { shown }
  }
  var modelIdentity: ViewIdentity { setup.view.modelOf ?? identity }

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
      if self.defect != .showsWhatWasHidden { self.shouldAppear = false }
      self.hide()
    }
  }

  func tearDown() {
    handle {
      self.hide()
      self.cutSubscriptions()
      if self.phase == .ready { self.release() }
      if case .unavailable = self.phase, self.defect != .leavesItsBanner {
        self.setup.presenter.withdraw(operation: "open \(self.identity)")
      }
      self.phase = .ended
    }
  }

  func update(_ view: ViewDescription) {
    if defect == .keepsTheFirstDescription { return }
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
    (isHandling, connections) = (true, 0)
    defer { isHandling = false }
    let most = defect == .comesAndGoesForEver ? 200 : 12
    while !waiting.isEmpty, connections < most { waiting.removeFirst()() }
    guard !waiting.isEmpty else { return }
    waiting = []
    if defect != .comesAndGoesForEver { reportThatItNeverSettles() }
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
    connections += 1
    subscriptions += setup.view.bindings.compactMap { $0.connect(model) }
  }

  private func show() {
    guard phase == .ready else { return }
    if !isConnected, defect != .makesTheModelInAppear, let model { connect(model) }
    phase = .visible
    setup.tasks.open(setup.scope)
    let scope = defect == .leavesStreamsOpen ? .app : setup.scope
    if defect != .tellsNobodyThatItAppears { setup.view.onAppear(ViewTasks(setup.tasks, scope: scope)) }
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

  func release() {
    guard model != nil else { return }
    model = nil
    setup.store.release(modelIdentity)
    setup.presenter.withdraw(operation: "update \(identity)")
  }
}
