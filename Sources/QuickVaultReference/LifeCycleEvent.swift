/// The system's notifications about the app's life cycle.
public enum LifeCycleEvent: Sendable, Equatable, CaseIterable {
  case willResignActive
  case didEnterBackground
  case willEnterForeground
  case didBecomeActive
}
