/// How far the life of a view has come, without the view: the core of ``ViewHost``.
///
/// initial → ready ⇄ visible → ended; unavailable in the place of ready and visible for as long as the
/// model cannot be made.
public struct ViewLifeCycle: Sendable {
  public enum Event: Sendable {
    /// Make the model; also: try once more to make it.
    case prepare
    case modelMade
    case modelMissing(DependencyError)
    case appear
    case disappear
    case tearDown
  }

  public enum Effect: Sendable, Equatable {
    /// Answered at once by `modelMade` or `modelMissing`.
    case makeModel
    case connectBindings
    case openScope
    case runOnAppear
    case evaluate
    case closeScope
    case dropSubscriptions
    case runOnDisappear
    case releaseModel
    case showError(DependencyError)
    case withdrawError
  }

  public private(set) var phase = ViewPhase.initial
  /// Whether it is to be visible once it has a model.
  public private(set) var shouldAppear = false
  private var isConnected = false

  public init() {}

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
      // Whoever tried again is told.
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

public enum ViewPhase: Sendable, Equatable {
  /// It has no model yet.
  case initial
  /// It has its model, and is not to be seen.
  case ready
  case visible
  /// Its model cannot be made: an error is shown in its place.
  case unavailable(DependencyError)
  /// It will never be seen again.
  case ended
}
