/// The states of a view's life without the view itself: the core of ``ViewHost``.
///
/// The phases are initial → ready ⇄ visible → ended. While the model cannot be made, unavailable takes the place of
/// ready and visible.
public struct ViewLifeCycle: Sendable {
  /// What happens to a view.
  public enum Event: Sendable {
    /// The model is to be made; also, another attempt to make it.
    case prepare
    case modelMade
    /// The model cannot be made, for this reason.
    case modelMissing(DependencyError)
    case appear
    case disappear
    case tearDown
  }

  /// What the host must do, in the order of the list that ``handle(_:)`` returns.
  public enum Effect: Sendable, Equatable {
    /// The host must answer at once, with `modelMade` or `modelMissing`.
    case makeModel
    case connectBindings
    case openScope
    case runOnAppear
    case evaluate
    case closeScope
    case dropSubscriptions
    case runOnDisappear
    case releaseModel
    /// Show that the model cannot be made, for this reason.
    case showError(DependencyError)
    case withdrawError
  }

  /// The present phase.
  public private(set) var phase = ViewPhase.initial
  /// Whether the view becomes visible as soon as it has a model.
  public private(set) var shouldAppear = false
  private var isConnected = false

  /// Creates the life cycle of a view that has no model yet.
  public init() {}

  /// Changes the phase and returns the effects for the host. An event that the phase does not allow changes nothing and
  /// returns no effects.
  public mutating func handle(_ event: Event) -> [Effect] {
    switch (phase, event) {
    case (.initial, .prepare), (.unavailable, .prepare):
      return [.makeModel]
    case (.initial, .appear):
      shouldAppear = true
      return [.makeModel]
    case (.unavailable, .appear), (.unavailable, .disappear):
      if case .appear = event { shouldAppear = true } else { shouldAppear = false }
    case (.initial, .modelMade), (.unavailable, .modelMade):
      let withdrawal: [Effect] = phase == .initial ? [] : [.withdrawError]
      phase = .ready
      isConnected = true
      return withdrawal + [.connectBindings] + (shouldAppear ? handle(.appear) : [])
    case (.initial, .modelMissing(let error)):
      phase = .unavailable(error)
      return [.showError(error)]
    case (.unavailable, .modelMissing(let error)):
      // The caller of the new attempt gets the error.
      phase = .unavailable(error)
    case (.ready, .appear):
      let connection: [Effect] = isConnected ? [] : [.connectBindings]
      (phase, isConnected) = (.visible, true)
      return connection + [.openScope, .runOnAppear, .evaluate]
    case (.visible, .disappear):
      (phase, isConnected) = (.ready, false)
      return [.closeScope, .dropSubscriptions, .runOnDisappear]
    case (.visible, .tearDown):
      return handle(.disappear) + handle(.tearDown)
    case (.ready, .tearDown):
      phase = .ended
      return [.dropSubscriptions, .releaseModel]
    case (.unavailable, .tearDown):
      phase = .ended
      return [.withdrawError]
    case (.initial, .tearDown):
      phase = .ended
    default:
      break
    }
    return []
  }
}

/// How far the life of a view has come.
public enum ViewPhase: Sendable, Equatable {
  /// The view has no model yet.
  case initial
  /// The view has its model but is not visible.
  case ready
  case visible
  /// The model cannot be made, for this reason. The view shows an error instead.
  case unavailable(DependencyError)
  /// The view will never be visible again.
  case ended
}
