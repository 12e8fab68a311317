/// Which of its back ends the app talks to.
public enum AppEnvironment: String, Sendable, CaseIterable {
  case development, staging, production
}
