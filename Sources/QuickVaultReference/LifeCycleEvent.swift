/// What the system tells the app of its life.
public enum LifeCycleEvent: Sendable, Equatable, CaseIterable {
  case willResignActive
  case didEnterBackground
  case willEnterForeground
  case didBecomeActive
}
